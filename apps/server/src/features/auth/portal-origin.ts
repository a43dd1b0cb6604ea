import type { Config } from '@portal/platform/config';
import { isLoopbackName, LOOPBACK_NAMES } from '../../transport/loopback.js';

/**
 * The origins that this portal answers at: its public one and, when that is on this machine, the
 * other names this machine has for itself.
 */
function portalOrigins({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  const url = new URL(publicUrl);
  if (!isLoopbackName(url.hostname)) return [url.origin];
  const port = url.port === '' ? '' : `:${url.port}`;
  const names = [url.hostname, ...LOOPBACK_NAMES.filter((name) => name !== url.hostname)];
  return names.map((name) => `${url.protocol}//${name}${port}`);
}

/** The portal's origin as the asker knows it, so that a sign-in returns to where it began. */
export function originForHost(host: string | undefined, config: Pick<Config, 'publicUrl'>): string {
  const origins = portalOrigins(config);
  const seen = origins.find((origin) => new URL(origin).host === host);
  return seen ?? new URL(config.publicUrl).origin;
}

/** Whether a browser may be sent back to `uri` with a code. */
export function isPortalUrl(uri: string, config: Pick<Config, 'publicUrl'>): boolean {
  return URL.canParse(uri) && portalOrigins(config).includes(new URL(uri).origin);
}
