import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { TrustedProxies } from '@portal/platform/trust-proxy';
import { describe, expect, it } from 'vitest';
import { trustProxyOf } from './origin/client-ip.js';
import { REQUEST_ID, requestIdOf } from './request-log.js';

const GIVEN = '0123456789abcdef0123456789abcdef';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NETWORK: TrustedProxies = { kind: 'networks', networks: ['10.0.0.0/8'] };

function idOf(given: string, peer: string, trustedProxies?: TrustedProxies): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  request.headers[REQUEST_ID] = given;
  return requestIdOf(request, trustProxyOf({ trustedProxies }));
}

describe('the id of a request', () => {
  it('SYS-254 is the one that a trusted proxy has given', () => {
    expect(idOf(GIVEN, '10.0.0.5', { kind: 'hops', hops: 1 })).toBe(GIVEN);
    expect(idOf(GIVEN, '10.0.0.5', NETWORK)).toBe(GIVEN);
  });

  it('SYS-254 is a new one for anybody else, and if what was given is no id', () => {
    expect(idOf(GIVEN, '10.0.0.5')).toMatch(UUID);
    expect(idOf(GIVEN, '203.0.113.7', NETWORK)).toMatch(UUID);
    for (const text of ['', 'short', 'x'.repeat(65), 'with blanks and "quotes"']) {
      expect(idOf(text, '10.0.0.5', NETWORK)).toMatch(UUID);
    }
  });
});
