import { PERMISSIONS } from '@portal/contracts/permissions';
import { type Need, PORTAL_PAGES } from './portal-pages';

/** Something that a user wants to do. */
export interface Subject {
  /** Stands for it in the URL. */
  readonly key: string;
  readonly label: string;
  readonly kind: 'page' | 'permission';
  readonly need: Need;
}

/** Everything that can be asked about: the pages, then the permissions. */
export const SUBJECTS: readonly Subject[] = [
  ...PORTAL_PAGES.map(({ key, label, need }) => ({
    key: `page:${key}`,
    label,
    kind: 'page' as const,
    need,
  })),
  ...PERMISSIONS.map((permission) => ({
    key: `permission:${permission}`,
    label: permission,
    kind: 'permission' as const,
    need: [[permission]],
  })),
];
