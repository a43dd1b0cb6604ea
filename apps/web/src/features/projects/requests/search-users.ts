import { userListSchema, type UserRecord } from '@portal/contracts/users';
import { isForbidden } from '../../../lib/api-error';
import { api } from '../../../session/api';

/** Number of users that a search offers. */
const OFFERED = 20;

/** The server's refusal of a list of users. */
export const USERS_REFUSED = 'You do not have permission to view the user list';

/**
 * The first users whose name or email matches.
 * @throws with the text for the user
 */
export async function searchUsers(
  search: string,
  signal: AbortSignal,
): Promise<readonly UserRecord[]> {
  const query = { size: OFFERED, ...(search !== '' && { search }) };
  try {
    return (await api.call('/auth/users/', userListSchema, { query, signal })).items;
  } catch (error) {
    const text = isForbidden(error) ? USERS_REFUSED : 'Failed to load users';
    throw signal.aborted ? error : new Error(text, { cause: error });
  }
}
