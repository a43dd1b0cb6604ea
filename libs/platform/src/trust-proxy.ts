import { isIP } from 'node:net';

/** The proxies whose `X-Forwarded-*` headers are trusted. */
export type TrustedProxies =
  /** This number of proxies in front of the portal, whatever their IP addresses. */
  | { readonly kind: 'hops'; readonly hops: number }
  /** Proxies with these IP addresses or in these networks. */
  | { readonly kind: 'networks'; readonly networks: readonly string[] };

const MAX_HOPS = 10;
const NETWORK = /^([^/]+)(?:\/(\d{1,3}))?$/;

/**
 * Parses a number of proxies, or their IP addresses and networks; undefined if the text is neither.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? { kind: 'hops', hops } : undefined;
  }
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? { kind: 'networks', networks } : undefined;
}

/** An IP address with an optional prefix length. Prefix length 0 would trust every client. */
function isNetwork(text: string): boolean {
  const [, address = '', length] = NETWORK.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  if (length === undefined) return true;
  return Number(length) >= 1 && Number(length) <= (version === 4 ? 32 : 128);
}
