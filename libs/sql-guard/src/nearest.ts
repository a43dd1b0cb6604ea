/** Limits the comparisons for queries that define many similar columns. */
const MOST_COMPARED = 200;

/** The closest candidate for a misspelled name: at most two edits away. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(2, Math.floor(name.length / 3)) + 1;
  let compared = 0;
  const meant = name.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - meant.length) >= least) continue;
    compared += 1;
    if (compared > MOST_COMPARED) break;
    const distance = editDistance(meant, candidate, least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/**
 * The edit distance, or `most` if it is at least that: only cells within `most` of the diagonal are
 * computed.
 */
function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 2 }, (_, index) => Math.min(index, most));
  let next = row.map(() => most);
  for (let i = 1; i <= a.length; i += 1) {
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    next[from - 1] = from === 1 ? Math.min(i, most) : most;
    for (let j = from; j <= to; j += 1) {
      const substitute = (row[j - 1] ?? most) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substitute, (row[j] ?? most) + 1, (next[j - 1] ?? most) + 1, most);
    }
    next[to + 1] = most;
    [row, next] = [next, row];
  }
  return row[b.length] ?? most;
}
