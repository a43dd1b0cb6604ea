/** Query keys of one user; every change of the user invalidates all of them. */
export const userKeys = {
  all: (userId: number) => ['users', userId] as const,
  user: (userId: number) => [...userKeys.all(userId), 'user'] as const,
  projectRoles: (userId: number) => [...userKeys.all(userId), 'project-roles'] as const,
  access: (userId: number) => [...userKeys.all(userId), 'access'] as const,
  apiTokens: (userId: number) => [...userKeys.all(userId), 'api-tokens'] as const,
};
