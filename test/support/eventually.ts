const EVERY_MS = 50;

/** Only what hangs takes as long, on a slow and busy machine too. */
const PATIENCE_MS = 120_000;

/**
 * Calls the function until it returns a value, and returns that. Fails after two minutes with the
 * description and the last error.
 */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
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
      throw new Error(`waited ${PATIENCE_MS} ms for: ${what}${last}`, { cause: lastError });
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
