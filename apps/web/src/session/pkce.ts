/** 43 unreserved characters from 32 random bytes. */
export function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The S256 challenge of a verifier. Undefined without `crypto.subtle` (plain http other than
 * localhost); the flow then relies on the state alone.
 */
export async function challengeOf(verifier: string): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (!subtle) return undefined;
  return base64Url(
    new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  );
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
