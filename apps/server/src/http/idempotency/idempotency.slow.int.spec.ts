import { buildWorld, type TestUser } from '@portal/testing/world';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RawRequest } from '../../testing/raw-request.js';
import { get } from '../../testing/requests.js';
import { sandboxReady } from '../../testing/sandbox-ready.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { assignRole } from '../../testing/user.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { type Keyed, post, type Seen } from './spec-support/keyed.js';

let server: TestServer;
let alpha: number;
let admin: TestUser;
let other: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  await sandboxReady(server);
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      admin: { email: 'root@example.com', roles: { 'All Projects': 'admin' } },
      other: { email: 'other@example.com', roles: { 'All Projects': 'admin' } },
      member: {},
    },
    pods: { Orion: { project: 'Alpha' }, Lyra: { project: 'Alpha' } },
  });
  alpha = world.projects.Alpha;
  ({ admin, other, member } = world.users);
});
afterAll(() => server.stop());

const url = (path: string): string => `${server.baseUrl}/api/v1${path}`;
const newKey = (): string => crypto.randomUUID();
let last = 0;
const newName = (): string => `pod ${(last += 1)}`;

/** Creates a pod, with a new key and name by default. */
function pod(keyed: Partial<Keyed> & { readonly name?: string } = {}): Keyed {
  const { name = newName(), ...rest } = keyed;
  const body = { name, project_id: alpha };
  return { url: url('/pods/'), token: admin.token, key: newKey(), body, ...rest };
}

function stat(): Keyed {
  const body = {
    name: newName(),
    sql_query: 'SELECT count(*) AS tasks FROM tasks',
    supported_chart_types: ['table'],
    default_chart_type: 'table',
  };
  return { url: url(`/projects/${alpha}/custom-stats`), token: admin.token, key: newKey(), body };
}

async function count(what: string, values: unknown[] = []): Promise<number> {
  const [row] = await server.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${what}`,
    values,
  );
  return row?.n ?? -1;
}
const named = ({ body }: Keyed): unknown => (body as { readonly name: string }).name;
const podsOf = (keyed: Keyed) => count('core.pod WHERE name = $1', [named(keyed)]);
const statsOf = (keyed: Keyed) => count('core.custom_stat WHERE name = $1', [named(keyed)]);
const claimed = ({ key }: Keyed, how = 'true') =>
  count(`core.idempotency_key WHERE key = $1 AND ${how}`, [key]);
const alter = ({ key }: Keyed, how: string) =>
  server.db.query(`UPDATE core.idempotency_key SET ${how} WHERE key = $1`, [key]);
const LEASE_OVER = `leased_until = now() - interval '1 second'`;

/** Runs `work` while another connection holds what the statement locks. */
async function whileHeld<T>(statement: string, work: (end: () => Promise<void>) => Promise<T>) {
  const holder: QueryClient = await connectTo(server.config.databaseUrl);
  try {
    await holder.query('BEGIN');
    await holder.query(statement);
    return await work(async () => {
      await holder.query('ROLLBACK');
    });
  } finally {
    await holder.close();
  }
}
/** A new pod waits for its project, after the claim of its key and before its commit. */
const holdPods = () => `SELECT FROM core.project WHERE id = ${alpha} FOR UPDATE`;
/** A new statistic waits while its query is checked, before its transaction. */
const HOLD_CHECKS = 'LOCK TABLE core.task IN ACCESS EXCLUSIVE MODE';

/** Runs `work` while the database refuses something. */
async function whileRefused<T>(
  table: string,
  event: string,
  state: string,
  work: () => Promise<T>,
): Promise<T> {
  await server.db.query(sql`
    CREATE FUNCTION core.refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER refuse_it BEFORE ${event} ON core.${table} FOR EACH ROW
    EXECUTE FUNCTION core.refuse_it();
  `);
  try {
    return await work();
  } finally {
    await server.db.query('DROP FUNCTION core.refuse_it CASCADE');
  }
}

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

const replay = (first: Seen): Seen => ({ ...first, isReplay: true });

describe('a request with a key', () => {
  it('API-61 gets the first answer again, with its Location and ETag', async () => {
    const request = pod();
    const first = await post(request);
    expect(first).toMatchObject({ status: 201, isReplay: false });
    expect(first.location).toMatch(/^\/api\/v1\/pods\//);
    expect(first.etag).toMatch(/^".+"$/);
    expect(await post(request)).toEqual(replay(first));
    expect(await podsOf(request)).toBe(1);
    const { status, isReplay } = await post({ ...request, key: newKey() });
    expect({ status, isReplay }).toEqual({ status: 409, isReplay: false });
  });

  it('API-61 gets the same problem again, also when it would succeed by now', async () => {
    const existing = pod();
    expect((await post(existing)).status).toBe(201);
    const request = pod({ name: String(named(existing)) });
    const first = await post(request);
    expect(first).toMatchObject({ status: 409, code: 'conflict', isReplay: false });
    await server.db.query('DELETE FROM core.pod WHERE name = $1', [named(existing)]);
    expect(await post(request)).toEqual(replay(first));
    expect((await post({ ...request, key: newKey() })).status).toBe(201);
  });

  it('API-61 gets an answer without a body again', async () => {
    const run = url(`/projects/${alpha}/custom-stats/runs/${newKey()}/cancel`);
    const request = { url: run, token: admin.token, key: newKey() };
    const first = await post(request);
    expect(first).toMatchObject({ status: 202, text: '' });
    expect(await post(request)).toEqual(replay(first));
  });

  it('API-62 is refused if it is another request, and the first one keeps its key', async () => {
    const request = pod();
    const first = await post(request);
    const refused = { status: 422, code: 'idempotency-key-reused', isReplay: false };
    const changed = pod({ ...(request.key !== undefined && { key: request.key }) });
    expect(await post(changed)).toMatchObject(refused);
    expect(await podsOf(changed)).toBe(0);
    expect(await post(request)).toEqual(replay(first));

    const key = newKey();
    const inPod = (name: string, query = ''): Keyed => ({
      ...{ url: url(`/pods/${name}/members${query}`), token: admin.token, key },
      body: { user_email: member.email, role: 'trainer' },
    });
    const joined = await post(inPod('Orion'));
    expect(joined.status).toBeLessThan(300);
    expect(await post(inPod('Lyra'))).toMatchObject(refused);
    expect(await count('core.pod_member WHERE pod_name = $1', ['Lyra'])).toBe(0);

    const role = (name: string): Keyed => ({
      url: url(`/projects/${alpha}/users/${member.id}?role_name=${name}`),
      token: admin.token,
      key,
    });
    expect((await post(role('project_member'))).status).toBe(200);
    expect(await post(role('project_lead'))).toMatchObject(refused);
    expect((await post(role('project_member'))).isReplay).toBe(true);
  });

  it('API-69 of an upload stands for the content of its file', async () => {
    const key = newKey();
    const upload = (content: string, name: string): Keyed => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      return { url: url('/tasks/upload'), token: admin.token, key, form };
    };
    const first = await post(upload('[1]', 'tasks.json'));
    expect(first.status).toBe(202);
    expect(await post(upload('[1, 2]', 'tasks.json'))).toMatchObject({
      status: 422,
      code: 'idempotency-key-reused',
    });
    expect(await post(upload('[1]', 'others.json'))).toEqual(replay(first));
    await server.db.query('DELETE FROM core.task_import');
  });

  it('API-63 is refused while the first one runs, and then gets its answer', async () => {
    const request = pod();
    const first = await whileHeld(holdPods(), async (end) => {
      const running = post(request);
      await expect.poll(() => claimed(request)).toBe(1);
      expect(await post(request)).toMatchObject({
        ...{ status: 409, code: 'idempotency-key-in-use', retryAfter: '2' },
      });
      // Its change is open: the end of its lease lets nobody in.
      await alterUnlocked(request);
      expect(await post(request)).toMatchObject({ code: 'idempotency-key-in-use' });
      await end();
      return running;
    });
    expect(first.status).toBe(201);
    expect(await post(request)).toEqual(replay(first));
    expect(await podsOf(request)).toBe(1);
  });
});

/** The row is locked by the change. */
async function alterUnlocked({ key }: Keyed): Promise<void> {
  const locked = await server.db.query(
    sql`SELECT FROM core.idempotency_key WHERE key = $1 FOR UPDATE SKIP LOCKED`,
    [key],
  );
  expect(locked).toEqual([]);
}

describe('the form of a key', () => {
  it.each([
    ['empty', ['']],
    ['longer than 255 characters', ['x'.repeat(256)]],
    ['not ASCII', ['cl\u00e9']],
    ['not printable', ['a\tb']],
    ['quoted and empty', ['""']],
    ['given twice', ['one', 'one']],
  ])('API-64 is refused if it is %s', async (_what, values) => {
    const body = JSON.stringify(pod().body);
    const request = await RawRequest.open(server.baseUrl, [
      'POST /api/v1/pods/ HTTP/1.1',
      `authorization: Bearer ${admin.token}`,
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
    const request = pod({ key: `${name}.` });
    const first = await post(request);
    expect(first.status).toBe(201);
    expect(await post(request)).toEqual(replay(first));
  });

  it('API-64 is the same with quotes and without', async () => {
    const request = pod({ key: String.raw`"a \"quoted\" key"` });
    const first = await post(request);
    expect(first.status).toBe(201);
    expect(await post({ ...request, key: 'a "quoted" key' })).toEqual(replay(first));
  });
});

describe('whose a key is', () => {
  it('API-65 is that of one user', async () => {
    const request = pod({ key: 'shared' });
    const first = await post(request);
    const theirs = await post({ ...pod({ key: 'shared' }), token: other.token });
    expect([first.status, theirs.status]).toEqual([201, 201]);
    expect([first.isReplay, theirs.isReplay]).toEqual([false, false]);
    expect(theirs.text).not.toBe(first.text);
    expect(await post(request)).toEqual(replay(first));
  });

  it('API-65 is that of one route', async () => {
    const key = 'at two routes';
    expect((await post(pod({ key }))).status).toBe(201);
    const permission = { url: url('/auth/permissions/'), token: admin.token, key };
    const answer = await post({ ...permission, body: { name: 'of-another-route' } });
    expect(answer).toMatchObject({ status: 201, isReplay: false });
  });

  it('API-65 gives the answer only to those who may use the route now', async () => {
    const request = { ...stat(), token: other.token };
    await assignRole(server.db, other, 0, null);
    await assignRole(server.db, other, alpha, 'project_admin');
    const first = await post(request);
    expect(first.status).toBe(201);
    await assignRole(server.db, other, alpha, 'project_member');
    expect(await post(request)).toMatchObject({ status: 403, isReplay: false });
    await assignRole(server.db, other, alpha, null);
    expect(await post(request)).toMatchObject({ status: 404, isReplay: false });
    await assignRole(server.db, other, alpha, 'project_admin');
    expect(await post(request)).toEqual(replay(first));
    await assignRole(server.db, other, 0, 'admin');
  });
});

describe('an answer of rights that are lost', () => {
  it('API-75 is not shown, also where the handler checks them, and shown once they are back', async () => {
    const request = pod({ token: other.token });
    await assignRole(server.db, other, 0, null);
    await assignRole(server.db, other, alpha, 'project_admin');
    const first = await post(request);
    expect(first.status).toBe(201);
    await assignRole(server.db, other, alpha, 'project_member');
    const refused = await post(request);
    expect(refused).toMatchObject({ status: 403, code: 'forbidden', isReplay: false });
    expect(await podsOf(request)).toBe(1);
    await assignRole(server.db, other, alpha, 'project_admin');
    expect(await post(request)).toEqual(replay(first));
    await assignRole(server.db, other, 0, 'admin');
    expect(await post(request)).toEqual(replay(first));
  });
});

describe('an answer that is not kept', () => {
  it.each([
    ['an error of the server', 'XX000', { status: 500, code: 'internal' }],
    ['busy', '55P03', { status: 409, code: 'busy', retryAfter: '5' }],
  ])('API-66 is %s: the request does its work the next time', async (_what, state, refused) => {
    const request = pod();
    await whileRefused('pod', 'INSERT', state, async () => {
      expect(await post(request)).toMatchObject(refused);
      expect(await post(request)).toMatchObject({ ...refused, isReplay: false });
    });
    const done = await post(request);
    expect(done).toMatchObject({ status: 201, isReplay: false });
    expect(await post(request)).toEqual(replay(done));
  });

  it('API-66 is an error of a client that has gone, but not what it has done', async () => {
    const leaving = new AbortController();
    const unchecked = { ...stat(), signal: leaving.signal };
    await whileHeld(HOLD_CHECKS, async () => {
      const gone = expect(post(unchecked)).rejects.toThrow('aborted');
      await expect.poll(() => claimed(unchecked)).toBe(1);
      leaving.abort();
      await gone;
      await expect.poll(() => claimed(unchecked)).toBe(0);
    });
    const { signal: _, ...again } = unchecked;
    expect(await post(again)).toMatchObject({ status: 201, isReplay: false });

    const leavingToo = new AbortController();
    const request = pod();
    await whileHeld(holdPods(), async (end) => {
      const gone = expect(post({ ...request, signal: leavingToo.signal })).rejects.toThrow(
        'aborted',
      );
      await expect.poll(() => claimed(request)).toBe(1);
      leavingToo.abort();
      await gone;
      await end();
    });
    await expect.poll(() => claimed(request, 'status = 201')).toBe(1);
    expect(await post(request)).toMatchObject({ status: 201, isReplay: true });
    expect(await podsOf(request)).toBe(1);
  });

  it('API-67 after the change is not answered by doing it twice', async () => {
    const request = pod();
    // As if the server died at this moment.
    const first = await whileRefused('idempotency_key', 'UPDATE OF status', 'XX000', () =>
      post(request),
    );
    expect(first.status).toBe(201);
    expect(await post(request)).toMatchObject({ status: 409, code: 'idempotency-key-in-use' });
    await alter(request, LEASE_OVER);
    const lost = await post(request);
    expect(lost).toMatchObject({ status: 409, code: 'idempotency-answer-lost', retryAfter: null });
    expect(await post(request)).toMatchObject({ code: 'idempotency-answer-lost' });
    expect(await podsOf(request)).toBe(1);
  });

  it('API-67 of a server that died before the change lets the request in when its lease ends', async () => {
    const request = pod();
    await post(request);
    await server.db.query('DELETE FROM core.pod WHERE name = $1', [named(request)]);
    await alter(request, 'status = NULL, is_done = false');
    expect(await post(request)).toMatchObject({ code: 'idempotency-key-in-use' });
    await alter(request, LEASE_OVER);
    expect(await post({ ...request, body: pod().body })).toMatchObject({ status: 422 });
    expect(await post(request)).toMatchObject({ status: 201, isReplay: false });
    expect(await podsOf(request)).toBe(1);
  });

  it('API-68 is one that is too large: it is lost after a change, and else made anew', async () => {
    const keys = server.app.get(IdempotencyKeys);
    const { maxAnswerBytes } = keys;
    const [changing, reading, fitting] = [pod(), pod({ name: '' }), pod()];
    try {
      keys.maxAnswerBytes = 100;
      const done = await post(changing);
      expect(done.status).toBe(201);
      expect(done.text.length).toBeGreaterThan(100);
      expect(await post(changing)).toMatchObject({ status: 409, code: 'idempotency-answer-lost' });
      expect(await podsOf(changing)).toBe(1);
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

describe('other calls', () => {
  it('API-70 creating an API token refuses the key, and works without', async () => {
    const request = { url: url(`/auth/admin/users/${admin.id}/api-tokens`), token: admin.token };
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
      url: url(`/projects/${alpha}/custom-stats/preview`),
      token: admin.token,
      key: newKey(),
    };
    for (const query of ['SELECT 1 AS one', 'SELECT 2 AS two']) {
      const answer = await post({ ...preview, body: { sql_query: query } });
      expect(answer).toMatchObject({ status: 200, isReplay: false });
    }
    expect(await claimed(preview)).toBe(0);
  });

  it('API-70 calls without a caller and other methods ignore the key', async () => {
    const key = 'anything';
    for (const refresh_token of ['one', 'two']) {
      const answer = await fetch(`${server.baseUrl}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ refresh_token }),
      });
      expect(answer.status).toBe(401);
    }
    for (const theme of ['light', 'dark']) {
      const answer = await fetch(url('/auth/profile/me'), {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${admin.token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ theme }),
      });
      expect(await answer.json()).toMatchObject({ theme });
    }
    expect(await count('core.idempotency_key WHERE key = $1', [key])).toBe(0);
  });

  it('API-71 the description has the header, its problems and the replay', async () => {
    const document = await get(`${server.baseUrl}/api/openapi.json`);
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

describe('the lease of a key', () => {
  it('API-72 that another request has taken over: the first one changes nothing', async () => {
    const request = stat();
    const answers = await whileHeld(HOLD_CHECKS, async (end) => {
      const first = post(request);
      await expect.poll(() => claimed(request)).toBe(1);
      await alter(request, LEASE_OVER);
      const second = post(request);
      await expect.poll(() => claimed(request, 'leased_until > now()')).toBe(1);
      await end();
      return Promise.all([first, second]);
    });
    expect(answers[0]).toMatchObject({ status: 409, code: 'idempotency-key-in-use' });
    expect(answers[1]).toMatchObject({ status: 201, isReplay: false });
    expect(await post(request)).toEqual(replay(answers[1]));
    expect(await statsOf(request)).toBe(1);
  });

  it('API-73 ends after a day, and the key can be used anew', async () => {
    const request = pod();
    const first = await post(request);
    await alter(request, `claimed_at = now() - interval '23 hours'`);
    expect(await post(request)).toEqual(replay(first));
    await alter(request, `claimed_at = now() - interval '24 hours'`);
    const anew = { ...request, body: pod().body };
    expect(await post(anew)).toMatchObject({ status: 201, isReplay: false });
    expect((await post(anew)).isReplay).toBe(true);
  });

  it('API-74 is renewed while the request runs', async () => {
    const keys = server.app.get(IdempotencyKeys);
    const { renewMs } = keys;
    keys.renewMs = 10;
    try {
      const request = stat();
      await whileHeld(HOLD_CHECKS, async (end) => {
        const first = post(request);
        await expect.poll(() => claimed(request)).toBe(1);
        await alter(request, LEASE_OVER);
        await expect.poll(() => claimed(request, 'leased_until > now()')).toBe(1);
        expect(await post(request)).toMatchObject({ code: 'idempotency-key-in-use' });
        await end();
        expect((await first).status).toBe(201);
      });
    } finally {
      keys.renewMs = renewMs;
    }
  });
});
