/**
 * A percentile by nearest rank.
 * @param {readonly number[]} samples at least one
 * @param {number} share such as 0.5 or 0.99
 */
export function percentile(samples, share) {
  const sorted = samples.toSorted((a, b) => a - b);
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
 * @param {Record<string, (index: number) => Promise<number>>} questions
 * @param {{ from?: number, count: number }} range `from` is the first index
 * @returns {Promise<Record<string, number[]>>}
 */
export async function samplesOf(questions, { from = 0, count }) {
  /** @type {Record<string, number[]>} */
  const samples = Object.fromEntries(Object.keys(questions).map((name) => [name, []]));
  for (let index = from; index < from + count; index++) {
    for (const [name, ask] of Object.entries(questions)) samples[name]?.push(await ask(index));
  }
  return samples;
}

/**
 * The values of a record, each through `change`.
 * @template From, To
 * @param {Record<string, From>} record
 * @param {(value: From) => To} change
 */
export function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
