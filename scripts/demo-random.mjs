/** @typedef {ReturnType<typeof randomSource>} Random */

/**
 * Pseudorandom numbers: the same seed gives the same numbers (mulberry32).
 * @param {number} seed
 */
export function randomSource(seed) {
  let state = seed >>> 0;

  /** From 0 up to and excluding 1. */
  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  return {
    next,
    /**
     * A whole number from `low` to `high`, both included.
     * @param {number} low
     * @param {number} high
     */
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    /** @param {number} probability */
    chance: (probability) => next() < probability,
    /**
     * @template T
     * @param {readonly T[]} items
     */
    oneOf: (items) => /** @type {T} */ (items[Math.floor(next() * items.length)]),
    /** Bell-shaped around 1, from about 0.4 to 1.6: the sum of three draws. */
    around: () => 0.4 + (next() + next() + next()) * 0.4,
  };
}

/**
 * Returns a function that draws items by weight.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => number} weightOf
 * @returns {(random: Random) => T}
 */
export function weighted(items, weightOf) {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  return (random) => {
    let point = random.next() * total;
    const drawn = items.find((item) => (point -= weightOf(item)) < 0) ?? items.at(-1);
    return /** @type {T} */ (drawn);
  };
}
