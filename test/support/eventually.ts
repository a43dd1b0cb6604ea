/** Between two probes: more in a long wait, as a probe may be a query. */
const EVERY_MS = 50;
const LATER_EVERY_MS = 200;
const LATER_MS = 2_000;

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
  const started = Date.now();
  let lastError: unknown;
  for (;;) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    const waited = Date.now() - started;
    if (waited > PATIENCE_MS) {
      const last = lastError instanceof Error ? `\nlast: ${lastError.message}` : '';
      throw new Error(`waited ${PATIENCE_MS} ms for: ${what}${last}`, { cause: lastError });
    }
    await new Promise((resolve) =>
      setTimeout(resolve, waited < LATER_MS ? EVERY_MS : LATER_EVERY_MS),
    );
  }
}
