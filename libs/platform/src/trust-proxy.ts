import { isIP } from 'node:net';

/** The proxies whose word for the address of a client is taken. */
export type TrustedProxies =
  /** So many of them stand before the portal, whatever their addresses. */
  | { readonly kind: 'hops'; readonly hops: number }
  /** Those at these addresses or in these networks. */
  | { readonly kind: 'networks'; readonly networks: readonly string[] };

const MAX_HOPS = 10;
const NETWORK = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** Reads a number of proxies, or their addresses and networks; undefined when the text is neither. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? { kind: 'hops', hops } : undefined;
  }
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? { kind: 'networks', networks } : undefined;
}

/** An address with or without the length of its prefix. One of 0 would take in everybody. */
function isNetwork(text: string): boolean {
  const [, address = '', length] = NETWORK.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  if (length === undefined) return true;
  return Number(length) >= 1 && Number(length) <= (version === 4 ? 32 : 128);
}
