/**
 * A percentile by nearest rank.
 * @param {readonly number[]} samples at least one
 * @param {number} share such as 0.5 or 0.99
 */
export function percentile(samples, share) {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export function median(samples) {
  return percentile(samples, 0.5);
}
