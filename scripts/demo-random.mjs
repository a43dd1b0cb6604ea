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
    /** A whole number from `low` to `high`, both included. */
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    oneOf: (items) => items[Math.floor(next() * items.length)],
    /** Bell-shaped around 1, from about 0.4 to 1.6: the sum of three draws. */
    around: () => 0.4 + (next() + next() + next()) * 0.4,
  };
}

/**
 * Returns a function that draws items by weight.
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T) => number} weightOf
 * @returns {(random: { next(): number }) => T}
 */
export function weighted(items, weightOf) {
  const bounds = [];
  let total = 0;
  for (const item of items) bounds.push((total += weightOf(item)));
  return (random) => {
    const point = random.next() * total;
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle] > point) high = middle;
      else low = middle + 1;
    }
    return items[low];
  };
}
