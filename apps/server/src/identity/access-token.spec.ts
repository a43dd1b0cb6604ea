import { randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_SECONDS } from '@portal/contracts/constants';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccessTokens } from './access-token.js';

const tokens = new AccessTokens({ jwtSecret: 'x'.repeat(64) });
const sign = (): Promise<string> =>
  tokens.sign({ sub: '1', sid: randomUUID(), projects_auth: [], pod_name: null });
const isRefused = (token: string): Promise<boolean> =>
  tokens.verify(token).then(
    () => false,
    () => true,
  );

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');

describe('an access token', () => {
  afterEach(() => vi.useRealTimers());

  it('AUTH-11 is accepted unchanged', async () => {
    const token = await sign();
    expect(await tokens.verify(token)).toMatchObject({ sub: '1' });
    expect(await tokens.verify(token)).toMatchObject({ sub: '1' });
  });

  it('AUTH-11 is refused after its expiry, also if it was accepted before', async () => {
    const token = await sign();
    expect(await isRefused(token)).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ACCESS_TOKEN_SECONDS * 1000 });
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'token-expired' });
  });

  it('AUTH-11 is refused with any character changed, added or removed', async () => {
    const token = await sign();
    const char = fc.oneof(
      fc.constantFrom(...ALPHABET, '=', '+', '/', '.', ' ', '\n', '\0'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    const place = fc.nat({ max: token.length });
    await fc.assert(
      fc.asyncProperty(place, fc.nat({ max: 1 }), fc.option(char), async (at, taken, added) => {
        const altered = token.slice(0, at) + (added ?? '') + token.slice(at + taken);
        fc.pre(altered !== token);
        expect(await isRefused(altered)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(await isRefused(token)).toBe(false);
  });

  it('AUTH-11 has one valid spelling: no padding, no other bits after the last byte of a part', async () => {
    const token = await sign();
    for (const last of ALPHABET) {
      const altered = token.slice(0, -1) + last;
      expect(await isRefused(altered)).toBe(altered !== token);
    }
    const [header, payload, signature] = token.split('.');
    for (const padding of ['=', '==', '\n', ' ']) {
      expect(await isRefused(`${header}${padding}.${payload}.${signature}`)).toBe(true);
      expect(await isRefused(`${header}.${payload}${padding}.${signature}`)).toBe(true);
      expect(await isRefused(`${header}.${payload}.${signature}${padding}`)).toBe(true);
    }
  });
});
