import type { ProblemCode } from '@portal/contracts/problem';
import { describe, expect, it } from 'vitest';
import { ProblemException } from '../../problems/problem.js';
import { FailedHandshakes } from './failed-handshakes.js';

const LIMIT = 3;
const MINUTE_MS = 60_000;

function setUp() {
  const clock = { now: 1_000 };
  const handshakes = new FailedHandshakes(LIMIT, () => clock.now);
  let lookUps = 0;
  const attempt = async (failure: ProblemCode | null, ip = 'home'): Promise<string> => {
    try {
      return await handshakes.attempt(ip, async () => {
        lookUps++;
        if (failure) throw new ProblemException(failure, 'refused');
        return 'known';
      });
    } catch (error) {
      return error instanceof ProblemException ? error.code : 'broken';
    }
  };
  return { clock, attempt, lookUps: () => lookUps };
}

describe('FailedHandshakes', () => {
  it('LIVE-28 are refused until a minute after the first failure', async () => {
    const { clock, attempt, lookUps } = setUp();
    for (let n = 0; n < LIMIT; n += 1) {
      expect(await attempt('unauthenticated')).toBe('unauthenticated');
      clock.now += 10_000;
    }
    expect(await attempt(null)).toBe('too-many-requests');
    expect(lookUps()).toBe(LIMIT);
    expect(await attempt(null, 'elsewhere')).toBe('known');
    clock.now = 1_000 + MINUTE_MS - 1;
    expect(await attempt(null)).toBe('too-many-requests');
    clock.now += 1;
    expect(await attempt(null)).toBe('known');
  });

  it('LIVE-28 do not include successes, expired tokens or server errors', async () => {
    const { attempt } = setUp();
    for (const outcome of [null, 'token-expired', 'unavailable'] as const) {
      for (let n = 0; n < 2 * LIMIT; n += 1) {
        expect(await attempt(outcome)).toBe(outcome ?? 'known');
      }
    }
    expect(await attempt('unauthenticated')).toBe('unauthenticated');
    expect(await attempt(null)).toBe('known');
  });

  it('LIVE-28 are limited also when they fail one after the other', async () => {
    const handshakes = new FailedHandshakes(LIMIT);
    let lookUps = 0;
    const attempts = Array.from({ length: 50 }, (_, n) =>
      handshakes.attempt('home', async () => {
        lookUps++;
        for (let turn = 0; turn < n % 5; turn += 1) await new Promise(setImmediate);
        throw new ProblemException('unauthenticated', 'refused');
      }),
    );
    await Promise.allSettled(attempts);
    expect(lookUps).toBe(LIMIT);
  });

  it('LIVE-28 are limited also when they are concurrent', async () => {
    const { attempt, lookUps } = setUp();
    const attempts = Array.from({ length: 50 }, () => attempt('unauthenticated'));
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((one) => one === 'unauthenticated')).toHaveLength(LIMIT);
    expect(lookUps()).toBe(LIMIT);
  });

  it('LIVE-28 do not affect concurrent successful handshakes, for any number of them', async () => {
    const { attempt } = setUp();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(null)));
    expect(new Set(outcomes)).toEqual(new Set(['known']));
  });
});
