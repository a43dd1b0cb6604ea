import type { MemberProgress } from '@portal/contracts/live';

/** What the trainers can be sorted by. */
export const SORTS = ['share', 'name', 'tasks', 'turns', 'active'] as const;

export interface Order {
  readonly sort: (typeof SORTS)[number];
  readonly desc: boolean;
  /** A part of the name or of the email, in any case. */
  readonly search: string;
}

export const USUAL: Order = { sort: 'share', desc: false, search: '' };

/** The last activity of users by email, instants. */
export type LastActive = ReadonlyMap<string, string | null>;

/** The trainers that match in their order, and the users with other roles by name. */
export function ordered(
  members: readonly MemberProgress[],
  { sort, desc, search }: Order = USUAL,
  lastActive: LastActive = new Map(),
): {
  readonly trainers: readonly MemberProgress[];
  readonly others: readonly MemberProgress[];
} {
  const keys = {
    share: (one: MemberProgress) => one.percent,
    name: () => 0,
    tasks: (one: MemberProgress) => one.tasks,
    turns: (one: MemberProgress) => one.turns,
    active: (one: MemberProgress) => Date.parse(lastActive.get(one.email) ?? '1970-01-01'),
  };
  const key = keys[sort];
  const sign = desc ? -1 : 1;
  const byName = (one: MemberProgress, other: MemberProgress) =>
    nameOf(one).localeCompare(nameOf(other)) || one.email.localeCompare(other.email);
  const text = search.trim().toLowerCase();
  const matches = (one: MemberProgress) => `${one.name}\n${one.email}`.toLowerCase().includes(text);
  return {
    trainers: members
      .filter((one) => one.role === 'trainer' && matches(one))
      .toSorted(
        (one, other) =>
          sign * (key(one) - key(other) || (sort === 'name' ? byName(one, other) : 0)) ||
          byName(one, other),
      ),
    others: members.filter(({ role }) => role !== 'trainer').toSorted(byName),
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
