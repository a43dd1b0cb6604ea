/** Waits for the end of both. If both fail, as the one ends the other, the error is that of the first. */
export async function bothOf(first: Promise<void>, second: Promise<void>): Promise<void> {
  const results = await Promise.allSettled([first, second]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
