/** More distinct values than this are checked each time instead of being remembered. */
const CAPACITY = 20_000;

/**
 * Remembers what a pure check gave for a text: files name few users, statuses and batches, and name
 * them in every row. Memory is bounded by starting over when full.
 */
export function remembered<T>(check: (text: string) => T): (text: string) => T {
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
