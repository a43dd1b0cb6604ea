const EVERY_MS = 50;

/**
 * Calls the function until it returns a value, and returns that. Fails after `withinMs` with the
 * description and the last error.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline) {
      const last = lastError instanceof Error ? `\nlast: ${lastError.message}` : '';
      throw new Error(`waited ${withinMs} ms for: ${what}${last}`, { cause: lastError });
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
