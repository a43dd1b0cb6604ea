import { userListSchema, type ListedUser, userSchema } from '@portal/contracts/users';
import { useQuery } from '@tanstack/react-query';
import { listKeys } from '../../lists/keys';
import { isForbidden } from '../../lib/api-error';
import { api } from '../../session/api';

/** Path of the list of users below the API. */
const USERS = '/auth/users/';

/** Query keys of users. A change of one invalidates all of its own. */
export const userKeys = {
  /** The searches are older than a change in the list. */
  searches: [...listKeys.base(USERS), 'search'] as const,
  all: (userId: number) => ['users', userId] as const,
  user: (userId: number) => [...userKeys.all(userId), 'user'] as const,
  projectRoles: (userId: number) => [...userKeys.all(userId), 'project-roles'] as const,
  access: (userId: number) => [...userKeys.all(userId), 'access'] as const,
  apiTokens: (userId: number) => [...userKeys.all(userId), 'api-tokens'] as const,
  sessions: (userId: number) => [...userKeys.all(userId), 'sessions'] as const,
};

/** One user with the roles in projects. */
export function useUser(userId: number) {
  return useQuery({
    meta: { reads: ['app_user', 'user_role', 'role'] },
    queryKey: userKeys.user(userId),
    ...api.read(`${USERS}${userId}`, userSchema),
  });
}

/** The server's refusal of a list of users. */
export const USERS_REFUSED = 'You do not have permission to view the user list';

/** Number of users that a search offers. */
const OFFERED = 20;

/**
 * The first users whose name or email contains the text, by email.
 * @throws with the text for the user
 */
export async function searchUsers(
  text: string,
  signal: AbortSignal,
): Promise<readonly ListedUser[]> {
  const query = { size: OFFERED, sort_by: 'email', ...(text !== '' && { search: text }) };
  try {
    return (await api.call(USERS, userListSchema, { query, signal })).items;
  } catch (error) {
    const words = isForbidden(error) ? USERS_REFUSED : 'Failed to load users';
    throw signal.aborted ? error : new Error(words, { cause: error });
  }
}

/** The users that a text finds; none without a text or a permission. */
export function useFoundUsers(text: string, permitted: boolean) {
  return useQuery({
    queryKey: [...userKeys.searches, { search: text }],
    queryFn: ({ signal }) => searchUsers(text, signal),
    enabled: permitted && text !== '',
    placeholderData: (previous) => (text === '' ? undefined : previous),
  });
}
