/** @typedef {(index: number) => Promise<number>} Ask what takes so many milliseconds */

/**
 * A percentile by nearest rank.
 * @param {readonly number[]} samples at least one
 * @param {number} share such as 0.5 or 0.99
 */
export function percentile(samples, share) {
  return percentileBy(samples, share, (sample) => sample);
}

/**
 * The run whose figure is a percentile, by nearest rank.
 * @template Run
 * @param {readonly Run[]} runs at least one
 * @param {number} share such as 0.5 or 0.99
 * @param {(run: Run) => number} figureOf
 */
export function percentileBy(runs, share, figureOf) {
  const sorted = runs.toSorted((a, b) => figureOf(a) - figureOf(b));
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('There are no samples');
  return found;
}

/** @param {readonly number[]} samples at least one */
export function median(samples) {
  return percentile(samples, 0.5);
}

/**
 * Asks each of the questions `count` times. Interleaves them, so that other load on the machine affects
 * all of them equally.
 * @template {string} Name
 * @param {Record<Name, Ask>} questions
 * @param {{ from?: number, count: number }} range `from` is the first index
 */
export async function samplesOf(questions, { from = 0, count }) {
  const samples = mapValues(questions, () => /** @type {number[]} */ ([]));
  for (let index = from; index < from + count; index++) {
    for (const name in questions) samples[name].push(await questions[name](index));
  }
  return samples;
}

/**
 * The values of a record, each through `change`.
 * @template {string} Key
 * @template From, To
 * @param {Record<Key, From>} record
 * @param {(value: From) => To} change
 */
export function mapValues(record, change) {
  const changed = /** @type {Record<Key, To>} */ ({});
  for (const key in record) changed[key] = change(record[key]);
  return changed;
}
