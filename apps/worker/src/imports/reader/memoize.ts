/** Maximum number of cached values. */
const CAPACITY = 20_000;

/**
 * Caches the results of a pure check: few users, statuses and batches occur in very many rows. The
 * cache is cleared when full.
 */
export function memoize<T>(check: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = check(text);
      if (known.size >= CAPACITY) known.clear();
      if (text.length <= 300) known.set(text, result);
    }
    return result;
  };
}
