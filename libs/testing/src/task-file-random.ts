/** Pseudorandom numbers: the same seed gives the same numbers. */
export interface RandomSource {
  /** A whole number from 0 up to and excluding `limit`. */
  below(limit: number): number;
  oneOf<T>(items: readonly T[]): T;
}

/** mulberry32: one multiply and shift per number, far faster than the rows it fills. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
  return {
    below,
    oneOf<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to choose from');
      return item;
    },
  };
}
