import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '@portal/platform/config';

/** Whether the server trusts the proxy at `ip`; `hop` counts proxies from the portal outwards. */
export type TrustProxy = (ip: string, hop: number) => boolean;

/** See docs/adr/0007. */
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

/**
 * The IP address of the client: the first, from the portal outwards, that is not a trusted proxy.
 */
export function clientIp(request: IncomingMessage, trust: TrustProxy): string {
  return proxyAddr(request, trust);
}

const IPV4 = /^(?:::ffff:)?(\d+(?:\.\d+){3})(?::\d+)?$/i;

/**
 * The key that rate limits count by: the IPv4 address, or the /64 network of an IPv6 address, since
 * one client usually has a whole /64.
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
