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

export function pageSubject(key: string, label: string, need: Need): Subject {
  return { key: `page:${key}`, label, kind: 'page', need };
}

export function permissionSubject(permission: string): Subject {
  return {
    key: `permission:${permission}`,
    label: permission,
    kind: 'permission',
    need: [[permission]],
  };
}
