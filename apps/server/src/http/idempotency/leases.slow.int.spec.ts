import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../testing/test-server.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { post } from './spec-support/keyed.js';
import { type KeyedWorld, named, openKeyedWorld, replay } from './spec-support/keyed-world.js';

const LEASE_OVER = `leased_until = now() - interval '1 second'`;
/** A new statistic waits while its query is checked, before its transaction. */
const HOLD_CHECKS = 'LOCK TABLE core.task IN ACCESS EXCLUSIVE MODE';

let world: KeyedWorld;
beforeAll(async () => {
  world = await openKeyedWorld(startTestServer);
});
afterAll(() => world.server.stop());

describe('an answer that is not kept', () => {
  it.each([
    ['an error of the server', 'XX000', { status: 500, code: 'internal' }],
    ['busy', '55P03', { status: 409, code: 'busy', retryAfter: '5' }],
  ])('API-66 is %s: the request does its work the next time', async (_what, state, refused) => {
    const request = world.pod();
    await world.whileRefused('pod', 'INSERT', state, async () => {
      expect(await post(request)).toMatchObject(refused);
      expect(await post(request)).toMatchObject({ ...refused, isReplay: false });
    });
    const done = await post(request);
    expect(done).toMatchObject({ status: 201, isReplay: false });
    expect(await post(request)).toEqual(replay(done));
  });

  it('API-66 is an error of a client that has gone, but not what it has done', async () => {
    const leaving = new AbortController();
    const unchecked = { ...world.stat(), signal: leaving.signal };
    await world.whileHeld(HOLD_CHECKS, async () => {
      const gone = expect(post(unchecked)).rejects.toThrow('aborted');
      await expect.poll(() => world.claimed(unchecked)).toBe(1);
      leaving.abort();
      await gone;
      await expect.poll(() => world.claimed(unchecked)).toBe(0);
    });
    const { signal: _, ...again } = unchecked;
    expect(await post(again)).toMatchObject({ status: 201, isReplay: false });

    const leavingToo = new AbortController();
    const request = world.pod();
    await world.whileHeld(world.holdPods(), async (end) => {
      const gone = expect(post({ ...request, signal: leavingToo.signal })).rejects.toThrow(
        'aborted',
      );
      await expect.poll(() => world.claimed(request)).toBe(1);
      leavingToo.abort();
      await gone;
      await end();
    });
    await expect.poll(() => world.claimed(request, 'status = 201')).toBe(1);
    expect(await post(request)).toMatchObject({ status: 201, isReplay: true });
    expect(await world.podsOf(request)).toBe(1);
  });

  it('API-67 after the change is not answered by doing it twice', async () => {
    const request = world.pod();
    // As if the server died at this moment.
    const first = await world.whileRefused('idempotency_key', 'UPDATE OF status', 'XX000', () =>
      post(request),
    );
    expect(first.status).toBe(201);
    expect(await post(request)).toMatchObject({ status: 409, code: 'idempotency-key-in-use' });
    await world.alter(request, LEASE_OVER);
    const lost = await post(request);
    expect(lost).toMatchObject({ status: 409, code: 'idempotency-answer-lost', retryAfter: null });
    expect(await post(request)).toMatchObject({ code: 'idempotency-answer-lost' });
    expect(await world.podsOf(request)).toBe(1);
  });

  it('API-67 of a server that died before the change lets the request in when its lease ends', async () => {
    const request = world.pod();
    await post(request);
    await world.server.db.query('DELETE FROM core.pod WHERE name = $1', [named(request)]);
    await world.alter(request, 'status = NULL, is_done = false');
    expect(await post(request)).toMatchObject({ code: 'idempotency-key-in-use' });
    await world.alter(request, LEASE_OVER);
    expect(await post({ ...request, body: world.pod().body })).toMatchObject({ status: 422 });
    expect(await post(request)).toMatchObject({ status: 201, isReplay: false });
    expect(await world.podsOf(request)).toBe(1);
  });

  it('API-68 is one that is too large: it is lost after a change, and else made anew', async () => {
    const keys = world.server.app.get(IdempotencyKeys);
    const { maxAnswerBytes } = keys;
    const [changing, reading, fitting] = [world.pod(), world.pod({ name: '' }), world.pod()];
    try {
      keys.maxAnswerBytes = 100;
      const done = await post(changing);
      expect(done.status).toBe(201);
      expect(done.text.length).toBeGreaterThan(100);
      expect(await post(changing)).toMatchObject({ status: 409, code: 'idempotency-answer-lost' });
      expect(await world.podsOf(changing)).toBe(1);
      for (const _ of [1, 2]) {
        expect(await post(reading)).toMatchObject({ status: 400, isReplay: false });
      }
      keys.maxAnswerBytes = done.text.length + 100;
      const kept = await post(fitting);
      expect(await post(fitting)).toEqual(replay(kept));
    } finally {
      keys.maxAnswerBytes = maxAnswerBytes;
    }
    expect(maxAnswerBytes).toBe(256 * 1024);
  });
});

describe('the lease of a key', () => {
  it('API-72 that another request has taken over: the first one changes nothing', async () => {
    const request = world.stat();
    const answers = await world.whileHeld(HOLD_CHECKS, async (end) => {
      const first = post(request);
      await expect.poll(() => world.claimed(request)).toBe(1);
      await world.alter(request, LEASE_OVER);
      const second = post(request);
      await expect.poll(() => world.claimed(request, 'leased_until > now()')).toBe(1);
      await end();
      return Promise.all([first, second]);
    });
    expect(answers[0]).toMatchObject({ status: 409, code: 'idempotency-key-in-use' });
    expect(answers[1]).toMatchObject({ status: 201, isReplay: false });
    expect(await post(request)).toEqual(replay(answers[1]));
    expect(await world.statsOf(request)).toBe(1);
  });

  it('API-73 ends after a day, and the key can be used anew', async () => {
    const request = world.pod();
    const first = await post(request);
    await world.alter(request, `claimed_at = now() - interval '23 hours'`);
    expect(await post(request)).toEqual(replay(first));
    await world.alter(request, `claimed_at = now() - interval '24 hours'`);
    const anew = { ...request, body: world.pod().body };
    expect(await post(anew)).toMatchObject({ status: 201, isReplay: false });
    expect((await post(anew)).isReplay).toBe(true);
  });

  it('API-74 is renewed while the request runs', async () => {
    const keys = world.server.app.get(IdempotencyKeys);
    const { renewMs } = keys;
    keys.renewMs = 10;
    try {
      const request = world.stat();
      await world.whileHeld(HOLD_CHECKS, async (end) => {
        const first = post(request);
        await expect.poll(() => world.claimed(request)).toBe(1);
        await world.alter(request, LEASE_OVER);
        await expect.poll(() => world.claimed(request, 'leased_until > now()')).toBe(1);
        expect(await post(request)).toMatchObject({ code: 'idempotency-key-in-use' });
        await end();
        expect((await first).status).toBe(201);
      });
    } finally {
      keys.renewMs = renewMs;
    }
  });
});
