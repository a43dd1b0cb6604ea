import { DEFAULT_UPLOAD_WAIT_SECONDS } from '@portal/contracts/constants';

const MAX_WAIT_SECONDS = 300;

/** For the description of the API. */
export const PREFER_HEADER =
  '`wait=N` waits at most N seconds for the end, by default 30; `respond-async` does not wait';

/**
 * Seconds that an upload waits for the end of its import, from the `Prefer` header (RFC 7240): 0 for
 * `respond-async`, at most N for `wait=N`. Unknown preferences are ignored, as the RFC requires.
 */
export function waitSecondsOf(header: string | string[] | undefined): number {
  const preferences = [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((preference) => preference.trim().toLowerCase());
  if (preferences.includes('respond-async')) return 0;
  for (const preference of preferences) {
    const seconds = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_SECONDS);
  }
  return DEFAULT_UPLOAD_WAIT_SECONDS;
}
