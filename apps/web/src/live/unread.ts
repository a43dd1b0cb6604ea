/** Query key of what the user was told. */
export const NOTIFICATIONS = ['notifications'] as const;
