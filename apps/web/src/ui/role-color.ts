const KNOWN: Readonly<Record<string, string>> = {
  admin: 'red',
  trainer: 'blue',
  reviewer: 'green',
  'pod-lead': 'purple',
};

/** The colour of a role, by its name; other roles are grey. */
export function roleColor(role: string): string {
  return Object.hasOwn(KNOWN, role) ? (KNOWN[role] ?? 'grey') : 'grey';
}
