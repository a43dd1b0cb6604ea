import { userListSchema, type UserRecord } from '@portal/contracts/users';
import { api } from '../../../session/api';

/** Number of users that a search offers. */
const OFFERED = 20;

/** The first users whose name or email matches, by email. */
export async function searchUsers(
  search: string,
  signal: AbortSignal,
): Promise<readonly UserRecord[]> {
  const query = { size: OFFERED, search };
  return (await api.call('/auth/users/', userListSchema, { query, signal })).items;
}
