import type { MemberProgress } from '@portal/contracts/live';
import type { Share } from '@portal/contracts/share';

/** What the trainers can be sorted by. */
export const SORTS = ['share', 'name', 'tasks', 'turns', 'first_look', 'active'] as const;

export interface Order {
  readonly sort: (typeof SORTS)[number];
  readonly desc: boolean;
  /** A part of the name or of the email, in any case. */
  readonly search: string;
}

export const USUAL: Order = { sort: 'share', desc: false, search: '' };

/** What is known of the users besides their week, by email. */
export interface AlsoKnown {
  /** The last activity, an instant; null if it is long ago. */
  readonly lastActive: ReadonlyMap<string, string | null>;
  /** Of the first rounds that ended in the week those that were accepted. */
  readonly firstLook: ReadonlyMap<string, Share>;
}

const NOTHING_KNOWN: AlsoKnown = { lastActive: new Map(), firstLook: new Map() };

/** The trainers that match in their order, and the users with other roles by name. */
export function ordered(
  members: readonly MemberProgress[],
  { sort, desc, search }: Order = USUAL,
  { lastActive, firstLook }: AlsoKnown = NOTHING_KNOWN,
): {
  readonly trainers: readonly MemberProgress[];
  readonly others: readonly MemberProgress[];
} {
  const keys = {
    share: (one: MemberProgress) => one.level_percent ?? one.percent,
    name: () => 0,
    tasks: (one: MemberProgress) => one.tasks,
    turns: (one: MemberProgress) => one.turns,
    first_look: (one: MemberProgress) => firstLook.get(one.email)?.percent ?? -1,
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
