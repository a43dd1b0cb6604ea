import { PORTAL_PAGES } from './portal-pages';

/** What a page or an action needs: one permission of each group. full-access implies all. */
export type Need = readonly (readonly string[])[];

/** Something that a user wants to do. */
export interface Subject {
  /** Stands for it in the URL. */
  readonly key: string;
  readonly label: string;
  readonly kind: 'page' | 'permission';
  readonly need: Need;
}

/** Everything that can be asked about: the pages, then the permissions. */
export function subjectsOf(permissions: readonly string[]): Subject[] {
  return [
    ...PORTAL_PAGES.map(({ key, label, need }) => ({
      key: `page:${key}`,
      label,
      kind: 'page' as const,
      need,
    })),
    ...permissions.map((permission) => ({
      key: `permission:${permission}`,
      label: permission,
      kind: 'permission' as const,
      need: [[permission]],
    })),
  ];
}
