import type { Stamp } from '@portal/contracts/stamp';

/** The stamp of data whose revision is unknown: neither older nor newer than any other. */
export const NO_STAMP: Stamp = { epoch: '', revision: 0 };

/** Whether both are of one epoch and `a` is older. Revisions of different epochs have no order. */
export function isOlder(a: Stamp, b: Stamp): boolean {
  return a.epoch === b.epoch && a.revision < b.revision;
}

/** Whether data of `held` shows everything that `wanted` stands for. */
export function includes(held: Stamp, wanted: Stamp): boolean {
  return held.epoch === wanted.epoch && held.revision >= wanted.revision;
}

/** The stamp of data that was read in parts: their oldest; `NO_STAMP` if their epochs differ. */
export function oldestOf(parts: readonly Stamp[]): Stamp {
  const [first, ...rest] = parts;
  if (!first || rest.some(({ epoch }) => epoch !== first.epoch)) return NO_STAMP;
  return { epoch: first.epoch, revision: Math.min(...parts.map(({ revision }) => revision)) };
}
