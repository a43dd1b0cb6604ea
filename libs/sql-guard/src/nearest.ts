/** The candidate that a misspelt name probably means: at most two letters away. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.min(2, Math.floor(name.length / 3)) + 1;
  const meant = name.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - meant.length) >= least) continue;
    const distance = editDistance(meant, candidate, least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Exact where it is below `most`, which only what lies close to the diagonal can be. */
function editDistance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = Array.from({ length: b.length + 1 }, () => most);
    if (i < most) next[0] = i;
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j += 1) {
      const substitute = (row[j - 1] ?? most) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substitute, (row[j] ?? most) + 1, (next[j - 1] ?? most) + 1);
    }
    row = next;
  }
  return row[b.length] ?? most;
}
