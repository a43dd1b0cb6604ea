import { ADMIN_PAGES, POD_PAGES, TRAINER_PAGE } from '../../../pages';

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
    pageSubject('trainer-stats', TRAINER_PAGE.longLabel, [TRAINER_PAGE.anyOf]),
    ...POD_PAGES.map(({ path, label, longLabel = label, anyOf }) =>
      pageSubject(path === '' ? 'pod' : `pod/${path}`, longLabel, [anyOf]),
    ),
    // The question is about a project.
    ...ADMIN_PAGES.filter(({ ofPortal }) => !ofPortal).map(({ path, label, anyOf }) =>
      pageSubject(path, `Administration: ${label}`, [['admin-view'], anyOf]),
    ),
    ...permissions.map((permission) => ({
      key: `permission:${permission}`,
      label: permission,
      kind: 'permission' as const,
      need: [[permission]],
    })),
  ];
}

function pageSubject(key: string, label: string, need: Need): Subject {
  return { key: `page:${key}`, label, kind: 'page', need };
}
