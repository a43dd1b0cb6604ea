import type { MemberProgress } from '@portal/contracts/live';

/** The trainers, the smallest share of their week first, and the users with other roles by name. */
export function byShare(members: readonly MemberProgress[]): {
  readonly trainers: readonly MemberProgress[];
  readonly others: readonly MemberProgress[];
} {
  const sorted = members.toSorted(
    (one, other) =>
      one.percent - other.percent ||
      nameOf(one).localeCompare(nameOf(other)) ||
      one.email.localeCompare(other.email),
  );
  return {
    trainers: sorted.filter(({ role }) => role === 'trainer'),
    others: sorted.filter(({ role }) => role !== 'trainer'),
  };
}

/** The user's name; the email if there is none. */
export function nameOf({ name, email }: Pick<MemberProgress, 'name' | 'email'>): string {
  return name === '' ? email : name;
}

/**
 * The order on the screen while it must not change: `shown` without those who left, and new ones
 * last.
 */
export function withoutMoves(shown: readonly string[], wanted: readonly string[]): string[] {
  return [
    ...shown.filter((key) => wanted.includes(key)),
    ...wanted.filter((key) => !shown.includes(key)),
  ];
}
