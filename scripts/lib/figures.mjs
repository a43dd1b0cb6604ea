/** @typedef {(index: number) => Promise<number>} Ask what takes so many milliseconds */

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
 * @template {string} Name
 * @param {Record<Name, Ask>} questions
 * @param {{ from?: number, count: number }} range `from` is the first index
 */
export async function samplesOf(questions, { from = 0, count: times }) {
  const samples = mapValues(questions, () => /** @type {number[]} */ ([]));
  for (let index = from; index < from + times; index++) {
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

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** @param {number} ms */
export const milliseconds = (ms, digits = 1) => `${ms.toFixed(ms < 10 ? digits : 0)} ms`;

/** @param {number} bytes */
export const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

/** @param {number} value */
export const count = (value) => value.toLocaleString('en');

/** @param {boolean} isMet whether a target is met */
export const yesOrNo = (isMet) => (isMet ? 'yes' : '**no**');

/**
 * A table in Markdown.
 * @param {readonly string[]} head
 * @param {(string | number)[][]} rows
 */
export function markdownTable(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The columns of `comparison`. */
export const COMPARISON = ['what', 'measured', 'baseline', 'ratio', 'target', 'met'];

/**
 * A row that compares a figure with a baseline, or with a limit of its own.
 * @param {string} what
 * @param {number} value
 * @param {object} [options]
 * @param {(value: number) => string} [options.as] how the figures are written
 * @param {[name: string, value: number]} [options.to] the baseline
 * @param {'times' | 'more' | 'faster'} [options.by] how it is compared with the baseline
 * @param {number | undefined} [options.limit] at most; of 'faster' at least
 */
export function comparison(what, value, { as = hundredths, to, by = 'times', limit } = {}) {
  const base = to?.[1] ?? NaN;
  const way = to ? by : 'itself';
  const figure = { times: value / base, more: value - base, faster: base / value, itself: value }[
    way
  ];
  const [ratio, target] = {
    times: [`${figure.toFixed(2)}x`, `≤ ${limit}x`],
    more: [`+${hundredths(figure)}`, `≤ ${limit} ms more`],
    faster: [`${count(Math.round(figure))}x faster`, `≥ ${limit}x`],
    itself: ['', `≤ ${limit} ms`],
  }[way];
  const cells = [what, as(value), to ? `${to[0]}: ${as(base)}` : '', ratio ?? ''];
  if (limit === undefined) return [...cells, '', ''];
  return [...cells, target ?? '', yesOrNo(way === 'faster' ? figure >= limit : figure <= limit)];
}

/** @param {number} ms */
function hundredths(ms) {
  return milliseconds(ms, 2);
}
