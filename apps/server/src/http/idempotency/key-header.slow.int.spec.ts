import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RawRequest } from '../../testing/raw-request.js';
import { get } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import { post } from './spec-support/keyed.js';
import { type KeyedWorld, newKey, openKeyedWorld, replay } from './spec-support/keyed-world.js';

let world: KeyedWorld;
beforeAll(async () => {
  world = await openKeyedWorld(sharedServer);
});
afterAll(() => world.server.stop());

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string() })),
        responses: z.record(
          z.string(),
          z.object({
            description: z.string(),
            headers: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
  ),
});

describe('the form of a key', () => {
  it.each([
    ['empty', ['']],
    ['longer than 255 characters', ['x'.repeat(256)]],
    ['not ASCII', ['cl\u00e9']],
    ['not printable', ['a\tb']],
    ['quoted and empty', ['""']],
    ['given twice', ['one', 'one']],
  ])('API-64 is refused if it is %s', async (_what, values) => {
    const body = JSON.stringify(world.pod().body);
    const request = await RawRequest.open(world.server.baseUrl, [
      'POST /api/v1/pods/ HTTP/1.1',
      `authorization: Bearer ${world.admin.token}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      'connection: close',
      ...values.map((value) => `idempotency-key: ${value}`),
    ]);
    request.write(body);
    expect(await request.status()).toBe(400);
    expect(await request.ended()).toContain('"pointer":"Idempotency-Key"');
  });

  it.each([
    ['255 characters', 'x'.repeat(254)],
    ['blanks and signs', 'order #7, "again" \\'],
  ])('API-64 may have %s', async (_what, name) => {
    const request = world.pod({ key: `${name}.` });
    const first = await post(request);
    expect(first.status).toBe(201);
    expect(await post(request)).toEqual(replay(first));
  });

  it('API-64 is the same with quotes and without', async () => {
    const request = world.pod({ key: String.raw`"a \"quoted\" key"` });
    const first = await post(request);
    expect(first.status).toBe(201);
    expect(await post({ ...request, key: 'a "quoted" key' })).toEqual(replay(first));
  });
});

describe('other calls', () => {
  it('API-70 creating an API token refuses the key, and works without', async () => {
    const request = {
      url: world.url(`/auth/admin/users/${world.admin.id}/api-tokens`),
      token: world.admin.token,
    };
    const body = { name: 'Nightly' };
    const refused = await post({ ...request, body, key: newKey() });
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input' });
    expect(refused.text).toContain('"pointer":"Idempotency-Key"');
    expect(refused.text).toContain('a secret that the portal shows once');
    // Tokens are created in a session only: the call comes to its own rules.
    expect(await post({ ...request, body })).toMatchObject({ status: 403 });
  });

  it('API-70 runs of statistics ignore the key', async () => {
    const preview = {
      url: world.url(`/projects/${world.alpha}/custom-stats/preview`),
      token: world.admin.token,
      key: newKey(),
    };
    for (const query of ['SELECT 1 AS one', 'SELECT 2 AS two']) {
      const answer = await post({ ...preview, body: { sql_query: query } });
      expect(answer).toMatchObject({ status: 200, isReplay: false });
    }
    expect(await world.claimed(preview)).toBe(0);
  });

  it('API-70 calls without a caller and other methods ignore the key', async () => {
    const key = 'anything';
    for (const refresh_token of ['one', 'two']) {
      const answer = await fetch(`${world.server.baseUrl}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ refresh_token }),
      });
      expect(answer.status).toBe(401);
    }
    for (const theme of ['light', 'dark']) {
      const answer = await fetch(world.url('/auth/profile/me'), {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${world.admin.token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ theme }),
      });
      expect(await answer.json()).toMatchObject({ theme });
    }
    expect(await world.count('core.idempotency_key WHERE key = $1', [key])).toBe(0);
  });

  it('API-71 the description has the header, its problems and the replay', async () => {
    const document = await get(`${world.server.baseUrl}/api/openapi.json`);
    const { paths } = documentSchema.parse(await document.json());
    const of = (path: string, method = 'post') => paths[`/api/v1${path}`]?.[method];
    const roles = of('/auth/roles');
    expect(roles?.parameters.map(({ name }) => name)).toContain('idempotency-key');
    expect(roles?.responses['409']?.description).toContain('`idempotency-key-in-use`');
    expect(roles?.responses['409']?.description).toContain('`idempotency-answer-lost`');
    expect(roles?.responses['409']?.headers).toHaveProperty('retry-after');
    expect(roles?.responses['422']?.description).toContain('`idempotency-key-reused`');
    expect(roles?.responses['201']?.headers).toHaveProperty('idempotent-replayed');
    for (const operation of [
      of('/auth/admin/users/{userId}/api-tokens'),
      of('/auth/token'),
      of('/auth/roles', 'get'),
    ]) {
      expect(operation).toBeDefined();
      expect(JSON.stringify(operation)).not.toContain('idempoten');
    }
  });
});
