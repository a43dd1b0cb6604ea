import type { AlertCondition, KeyStateName } from '@portal/contracts/alerts';

/** When an alert fires, and how many evaluations in a row it takes. */
export interface AlertRule {
  readonly condition: AlertCondition;
  /** Null for `no_rows`. */
  readonly limit: number | null;
  readonly firesAfter: number;
  readonly recoversAfter: number;
}

/** What people were told last of a key. */
export type ToldState = 'ok' | 'firing' | 'no_data';

/** What is kept of a key between two evaluations. */
export interface HeldKey {
  readonly state: KeyStateName;
  /** Evaluations in a row that a pending or recovering key has; 0 in other states. */
  readonly evaluations: number;
  readonly value: number | null;
  readonly told: ToldState;
}

/** A value for each key; null where there is none. Without a key column the key is ''. */
export type Reading = ReadonlyMap<string, number | null>;

/** A key that has another state now. */
export interface KeyChange {
  readonly key: string;
  readonly before: KeyStateName;
  readonly state: KeyStateName;
  readonly value: number | null;
}

export interface Outcome {
  readonly held: ReadonlyMap<string, HeldKey>;
  readonly changes: readonly KeyChange[];
  readonly tells: Tells;
}

/** What people are told; nothing if there is no new, recovered or lost key. `still` are the other ones that fire. */
export interface Tells {
  readonly fired: readonly string[];
  readonly still: readonly string[];
  readonly recovered: readonly string[];
  readonly lost: readonly string[];
}

const NEW: HeldKey = { state: 'ok', evaluations: 0, value: null, told: 'ok' };

/**
 * One evaluation of an alert. A key that is gone from the reading counts as within the limit, and is forgotten when it has
 * recovered. While the alert is muted people are told nothing, and afterwards what still differs from what they know.
 */
export function evaluate(
  rule: AlertRule,
  before: ReadonlyMap<string, HeldKey>,
  reading: Reading,
  isMuted: boolean,
): Outcome {
  const held = new Map<string, HeldKey>();
  const changes: KeyChange[] = [];
  const tells = { fired: [], still: [], recovered: [], lost: [] } as Record<keyof Tells, string[]>;
  for (const key of new Set([...before.keys(), ...reading.keys()])) {
    const last = before.get(key);
    const next = nextOf(rule, last ?? NEW, reading.get(key), reading.has(key));
    const told = isMuted ? next.told : toldOf(next);
    const what = whatIsTold(next.told, told, next.state);
    if (what !== undefined) tells[what].push(key);
    const was = last?.state ?? 'ok';
    if (next.state !== was)
      changes.push({ key, before: was, state: next.state, value: next.value });
    const isForgotten = !reading.has(key) && next.state === 'ok' && told === 'ok';
    if (!isForgotten) held.set(key, { ...next, told });
  }
  return { held, changes, tells };
}

/** Whether another evaluation of the same data brings a change. */
export function waits(held: ReadonlyMap<string, HeldKey>): boolean {
  return [...held.values()].some(({ state }) => state === 'pending' || state === 'recovering');
}

const ORDER: readonly KeyStateName[] = ['firing', 'recovering', 'no_data', 'pending', 'ok'];

/** The state of an alert by those of its keys. */
export function worstOf(states: Iterable<KeyStateName>): KeyStateName {
  const found = new Set(states);
  return ORDER.find((state) => found.has(state)) ?? 'ok';
}

function nextOf(
  rule: AlertRule,
  last: HeldKey,
  value: number | null | undefined,
  isRead: boolean,
): HeldKey {
  if (isRead && (value === null || value === undefined)) {
    return { state: 'no_data', evaluations: 0, value: null, told: last.told };
  }
  const isOver = isRead && isOverLimit(rule, value ?? null, last.value);
  const { state, evaluations } = isOver ? over(rule, last) : within(rule, last);
  return { state, evaluations, value: value ?? null, told: last.told };
}

function over({ firesAfter }: AlertRule, last: HeldKey): Pick<HeldKey, 'state' | 'evaluations'> {
  if (last.state === 'firing' || last.state === 'recovering') {
    return { state: 'firing', evaluations: 0 };
  }
  const evaluations = (last.state === 'pending' ? last.evaluations : 0) + 1;
  if (evaluations >= firesAfter) return { state: 'firing', evaluations: 0 };
  return { state: 'pending', evaluations };
}

function within(
  { recoversAfter }: AlertRule,
  last: HeldKey,
): Pick<HeldKey, 'state' | 'evaluations'> {
  if (last.state !== 'firing' && last.state !== 'recovering')
    return { state: 'ok', evaluations: 0 };
  const evaluations = (last.state === 'recovering' ? last.evaluations : 0) + 1;
  if (evaluations >= recoversAfter) return { state: 'ok', evaluations: 0 };
  return { state: 'recovering', evaluations };
}

function isOverLimit(
  { condition, limit }: AlertRule,
  value: number | null,
  previous: number | null,
): boolean {
  if (value === null) return false;
  switch (condition) {
    case 'above':
      return limit !== null && value > limit;
    case 'below':
      return limit !== null && value < limit;
    case 'no_rows':
      return value === 0;
    case 'changed_by':
      return limit !== null && previous !== null && changeOf(value, previous) >= limit;
  }
}

/** In percent of the value before; of 0 every change is endless. */
function changeOf(value: number, previous: number): number {
  if (value === previous) return 0;
  return previous === 0
    ? Number.POSITIVE_INFINITY
    : (Math.abs(value - previous) / Math.abs(previous)) * 100;
}

/** A state that waits is not told: it may go back. */
function toldOf({ state, told }: HeldKey): ToldState {
  return state === 'pending' || state === 'recovering' ? told : state;
}

function whatIsTold(
  before: ToldState,
  told: ToldState,
  state: KeyStateName,
): keyof Tells | undefined {
  if (told === before) return state === 'firing' && told === 'firing' ? 'still' : undefined;
  if (told === 'firing') return 'fired';
  return told === 'ok' ? 'recovered' : 'lost';
}
