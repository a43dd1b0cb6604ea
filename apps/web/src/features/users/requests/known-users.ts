import { userListSchema } from '@portal/contracts/users';
import { api } from '../../../session/api';

/** Emails in one request: a page of the list, and well below the limit of a URL. */
const PER_REQUEST = 100;

/** The roles by project id of those of the emails that have an account, by email. */
export async function readKnownUsers(
  emails: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const known = new Map<string, Readonly<Record<string, string>>>();
  for (let start = 0; start < emails.length; start += PER_REQUEST) {
    const filters = JSON.stringify({ email: { in: emails.slice(start, start + PER_REQUEST) } });
    const query = { size: PER_REQUEST, filters };
    const { items } = await api.call('/auth/users/', userListSchema, { query });
    for (const { email, roles } of items) known.set(email, roles);
  }
  return known;
}
