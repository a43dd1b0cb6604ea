import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '@portal/platform/config';

/** Whether to believe what stands at `address` of whom it forwards; its hop counts from the portal. */
export type TrustProxy = (ip: string, hop: number) => boolean;

/** See docs/adr/0006. */
export function trustProxyOf({ trustedProxies }: Pick<Config, 'trustedProxies'>): TrustProxy {
  switch (trustedProxies?.kind) {
    case undefined:
      return () => false;
    case 'hops':
      return (_ip, hop) => hop < trustedProxies.hops;
    case 'networks':
      return proxyAddr.compile([...trustedProxies.networks]);
  }
}

/** Where a request comes from: the first address, from the portal outwards, that is no trusted proxy's. */
export function clientIp(request: IncomingMessage, trust: TrustProxy): string {
  return proxyAddr(request, trust);
}

const IPV4 = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i;

/**
 * By what a client is counted: an IPv4 address, or the network of 64 bits that one client has whole
 * in IPv6.
 */
export function clientKey(ip: string): string {
  const ipv4 = IPV4.exec(ip)?.[1];
  if (ipv4 !== undefined || !isIPv6(ip)) return ipv4 ?? ip;
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).map(withoutZeros).join(':');
}

function withoutZeros(group: string): string {
  return Number.parseInt(group, 16).toString(16);
}
