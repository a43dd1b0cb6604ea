import { randomUUID } from 'node:crypto';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claimKey,
  giveUpKey,
  keepAnswer,
  type KeyedRequest,
  markDone,
  renewLease,
} from './idempotency-keys.js';

let database: TestDatabase;
let db: QueryClient;
/** The connection of a change. */
let change: QueryClient;

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  db = await connectTo(database.url);
  change = await connectTo(database.url);
});
afterEach(async () => {
  await change.close();
  await db.close();
});
afterAll(() => database.drop());

let last = 0;
const newRequest = (): KeyedRequest => ({
  userId: 1,
  grants: [],
  route: '/pods',
  key: `key ${(last += 1)}`,
  fingerprint: 'a',
  requestId: randomUUID(),
});
const again = (request: KeyedRequest): KeyedRequest => ({ ...request, requestId: randomUUID() });
const endLease = ({ requestId }: KeyedRequest) =>
  db.query(
    `UPDATE core.idempotency_key SET leased_until = now() - interval '1 second' WHERE request_id = $1`,
    [requestId],
  );

describe('a claim', () => {
  it('API-74 waits for no change: neither one that marks the key, nor its rollback', async () => {
    const request = newRequest();
    expect(await claimKey(db, request)).toBe('claimed');
    await endLease(request);
    await change.query('BEGIN');
    expect(await markDone(change, request.requestId)).toBe(true);
    // Each of these would wait for ever if it waited for the change.
    expect(await claimKey(db, again(request))).toBe('running');
    expect(await claimKey(db, { ...again(request), fingerprint: 'b' })).toBe('other-request');
    await renewLease(db, request.requestId);
    await giveUpKey(db, request.requestId);
    await change.query('ROLLBACK');
    const second = again(request);
    expect(await claimKey(db, second)).toBe('claimed');
    expect(await markDone(change, request.requestId)).toBe(false);
    expect(await markDone(change, second.requestId)).toBe(true);
  });

  it('API-67 of a request that has changed something is never given away', async () => {
    const request = newRequest();
    await claimKey(db, request);
    await markDone(db, request.requestId);
    expect(await claimKey(db, again(request))).toBe('running');
    await giveUpKey(db, request.requestId);
    expect(await claimKey(db, again(request))).toBe('answer-lost');
    const answer = { status: 201, headers: { location: '/pods/1' }, body: '{"id":1}' };
    await keepAnswer(db, request.requestId, answer);
    expect(await claimKey(db, again(request))).toEqual(answer);
  });

  it('API-66 that is given up without a change is free at once', async () => {
    const request = newRequest();
    await claimKey(db, request);
    expect(await claimKey(db, again(request))).toBe('running');
    await giveUpKey(db, request.requestId);
    expect(await claimKey(db, { ...again(request), fingerprint: 'b' })).toBe('claimed');
  });

  it('API-72 that another request has taken over keeps no answer and gives nothing up', async () => {
    const [dead, living] = [newRequest(), newRequest()];
    const next = { ...living, key: dead.key };
    await claimKey(db, dead);
    await endLease(dead);
    expect(await claimKey(db, next)).toBe('claimed');
    await keepAnswer(db, dead.requestId, { status: 404, headers: {}, body: 'late' });
    await giveUpKey(db, dead.requestId);
    await renewLease(db, dead.requestId);
    expect(await claimKey(db, again(next))).toBe('running');
    expect(await markDone(db, next.requestId)).toBe(true);
  });

  it('API-65 API-75 gives an answer to its user alone, at its route, with the rights that they had', async () => {
    const grant = { project_id: 1, project_name: 'One', permissions: ['data-upload'] };
    const request = { ...newRequest(), grants: [grant] };
    await claimKey(db, request);
    const answer = { status: 201, headers: {}, body: null };
    await keepAnswer(db, request.requestId, answer);
    expect(await claimKey(db, { ...again(request), grants: [] })).toBe('rights-lost');
    expect(await claimKey(db, again(request))).toEqual(answer);
    expect(await claimKey(db, { ...again(request), route: '/projects' })).toBe('claimed');
    expect(await claimKey(db, { ...again(request), userId: 2 })).toBe('claimed');
  });

  it('API-63 is won by one of many', async () => {
    const request = newRequest();
    const clients = await Promise.all(Array.from({ length: 8 }, () => connectTo(database.url)));
    try {
      const claims = await Promise.all(clients.map((client) => claimKey(client, again(request))));
      expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
      expect(claims.filter((claim) => claim === 'running')).toHaveLength(7);
    } finally {
      await Promise.all(clients.map((client) => client.close()));
    }
  });
});
