import type { Config } from '@portal/platform/config';
import { isLoopbackName, LOOPBACK_NAMES } from '@portal/platform/loopback';

/**
 * The origins of this portal: the public one, and if that is loopback, the other loopback names.
 */
export function portalOrigins({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  const url = new URL(publicUrl);
  if (!isLoopbackName(url.hostname)) return [url.origin];
  const port = url.port === '' ? '' : `:${url.port}`;
  const names = [url.hostname, ...LOOPBACK_NAMES.filter((name) => name !== url.hostname)];
  return names.map((name) => `${url.protocol}//${name}${port}`);
}

/**
 * The origin of the portal with the host of the request, so that a sign-in returns to the same
 * origin.
 */
export function originForHost(host: string | undefined, config: Pick<Config, 'publicUrl'>): string {
  const origins = portalOrigins(config);
  const seen = origins.find((origin) => new URL(origin).host === host);
  return seen ?? new URL(config.publicUrl).origin;
}

/** Whether a redirect with a code to `uri` is allowed. */
export function isPortalUrl(uri: string, config: Pick<Config, 'publicUrl'>): boolean {
  if (!URL.canParse(uri)) return false;
  // The `origin` of a blob: URL is that of the page which made it.
  const { protocol, host, username, password } = new URL(uri);
  const hasUser = username !== '' || password !== '';
  return !hasUser && portalOrigins(config).includes(`${protocol}//${host}`);
}
