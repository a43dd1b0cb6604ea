import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { TrustedProxies } from '@portal/platform/trust-proxy';
import { describe, expect, it } from 'vitest';
import { clientIp, clientKey, trustProxyOf } from './client-ip.js';

const PROXY = '10.0.0.5';
const CLIENT = '203.0.113.7';
const NETWORKS: TrustedProxies = { kind: 'networks', networks: ['127.0.0.1', '10.0.0.0/8'] };
const ONE: TrustedProxies = { kind: 'hops', hops: 1 };
const TWO: TrustedProxies = { kind: 'hops', hops: 2 };

function ipOf(peer: string, forwarded: string, trustedProxies?: TrustedProxies): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  request.headers['x-forwarded-for'] = forwarded;
  return clientIp(request, trustProxyOf({ trustedProxies }));
}

describe('clientIp', () => {
  it('OPS-7 ignores the headers without a trusted proxy', () => {
    expect(ipOf(CLIENT, '198.51.100.1')).toBe(CLIENT);
    expect(ipOf('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
  });

  it.each([
    ['one proxy', ONE, CLIENT, CLIENT],
    ['one proxy and a spoofed IP', ONE, `127.0.0.1, ${CLIENT}`, CLIENT],
    ['two proxies', TWO, `${CLIENT}, 10.0.0.9`, CLIENT],
    ['two proxies and a spoofed IP', TWO, `127.0.0.1, ${CLIENT}, 10.0.0.9`, CLIENT],
    ['a trusted network', NETWORKS, CLIENT, CLIENT],
    ['a chain through it', NETWORKS, `${CLIENT}, 10.9.9.9`, CLIENT],
    ['it and a spoofed IP', NETWORKS, `127.0.0.1, ${CLIENT}, 10.9.9.9`, CLIENT],
    ['it with an invalid IP', NETWORKS, `${CLIENT}, unknown`, 'unknown'],
  ])('OPS-7 uses the IP that %s reports', (_what, trusted, forwarded, expected) => {
    expect(ipOf(PROXY, forwarded, trusted)).toBe(expected);
  });

  it('OPS-7 ignores the header outside of the trusted networks', () => {
    expect(ipOf('192.168.1.1', '127.0.0.1', NETWORKS)).toBe('192.168.1.1');
    expect(ipOf('::ffff:10.0.0.5', CLIENT, NETWORKS)).toBe(CLIENT);
  });
});

describe('clientKey', () => {
  it('OPS-7 is the IPv4 address in any notation', () => {
    for (const written of [CLIENT, `::ffff:${CLIENT}`, `${CLIENT}:4711`]) {
      expect(clientKey(written)).toBe(CLIENT);
    }
    expect(clientKey('203.0.113.8')).not.toBe(CLIENT);
    expect(clientKey('unknown')).toBe('unknown');
  });

  it('OPS-7 is the /64 network of an IPv6 address', () => {
    for (const one of ['2001:db8:1:2::1', '2001:0db8:1:2:a:b:c:d', '2001:db8:1:2::']) {
      expect(clientKey(one)).toBe('2001:db8:1:2');
    }
    expect(clientKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(clientKey('::1')).toBe('0:0:0:0');
    expect(clientKey('2001:db8:1:3::1')).not.toBe(clientKey('2001:db8:1:2::1'));
  });
});
