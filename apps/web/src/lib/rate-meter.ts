/** Time window of the rate, in milliseconds. */
const WINDOW_MS = 5_000;

export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  /** An increasing quantity: bytes, rows, a fraction of the work. */
  readonly value: number;
}

/**
 * Adds a sample and drops those outside the window. The measurement begins with the first movement, as what
 * waits has no pace, and again with a lower value.
 */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (!last || last.value === 0 || sample.value < last.value) return [sample];
  const from = samples.findLastIndex(({ at }) => at <= sample.at - WINDOW_MS);
  return [...samples.slice(Math.max(from, 0)), sample];
}

/** Growth per second in the window; undefined with too few samples. */
export function ratePerSecond(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 250) return undefined;
  return ((last.value - first.value) / (last.at - first.at)) * 1000;
}

/** The first moments are slow; an estimate from them would be many times too long. */
const ESTIMATE_AFTER_MS = 1_500;

/** Seconds until `total` at the current rate; undefined if unknown. */
export function secondsLeft(samples: readonly Sample[], total: number): number | undefined {
  const rate = ratePerSecond(samples);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!rate || !first || !last || last.at - first.at < ESTIMATE_AFTER_MS) return undefined;
  return Math.max(0, (total - last.value) / rate);
}
