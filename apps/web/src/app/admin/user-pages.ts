import type { Permission } from '@portal/contracts/permissions';
import type { RouteObject } from 'react-router';

interface UserPage {
  /** Path below /admin. */
  readonly path: string;
  /** One of these permissions is required; full-access implies each. */
  readonly anyOf: readonly Permission[];
  readonly lazy: NonNullable<RouteObject['lazy']>;
}

/** Pages of the administration that links of the users page open; the sidebar has none to them. */
export const USER_PAGES: readonly UserPage[] = [
  {
    path: 'users/:userId/profile',
    anyOf: ['user-view'],
    lazy: async () => ({ Component: (await import('../pages/user-profile-page')).UserProfilePage }),
  },
  {
    path: 'users/onboarding',
    anyOf: ['user-manage'],
    lazy: async () => ({
      Component: (await import('../../features/users/onboarding/onboarding-page')).OnboardingPage,
    }),
  },
];
