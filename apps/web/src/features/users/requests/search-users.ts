import { userListSchema, type UserRecord } from '@portal/contracts/users';
import { ApiError } from '../../../lib/api-error';
import { api } from '../../../session/api';

/** Number of users that a search offers. */
const OFFERED = 20;

/**
 * The first users whose name or email matches, by email.
 * @throws with the text for the user
 */
export async function searchUsers(
  search: string,
  signal: AbortSignal,
): Promise<readonly UserRecord[]> {
  const query = { size: OFFERED, search };
  try {
    return (await api.call('/auth/users/', userListSchema, { query, signal })).items;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 403;
    const text = isRefused
      ? 'You do not have permission to view the user list'
      : 'Failed to load users';
    throw signal.aborted ? error : new Error(text, { cause: error });
  }
}
