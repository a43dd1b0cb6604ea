import { MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { sql } from '@portal/persistence/sql';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CrudReads } from '../crud/crud-reads.js';
import { assignRole, createPerson, createProject, type TestPerson } from '../testing/person.js';
import { post, send } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { AccessTokens } from './access-token.js';
import { Authenticator } from './authenticator.js';
import { CallerProof } from './caller-proof.js';
import type { CallerSession } from './caller-session.js';

const MANY_TIMES = 20;
const anotherProof = new CallerProof('1:1:');
const totalSchema = z.looseObject({ total: z.number() });
const namedSchema = z.looseObject({ items: z.array(z.looseObject({ name: z.string() })) });

describe('an answer that comes again', () => {
  let server: TestServer;
  let db: DataSource;
  let alpha: number;
  let serial = 0;
  beforeAll(async () => {
    server = await startTestServer();
    db = server.dataSource;
    alpha = await createProject(db, 'Alpha');
  });
  afterAll(() => server.stop());
  afterEach(() => vi.restoreAllMocks());

  async function lead(): Promise<TestPerson> {
    serial += 1;
    const person = await createPerson(db, `lead-${serial}@example.com`);
    await assignRole(db, person, alpha, 'project_admin');
    return person;
  }

  const addPod = (project: number, name: string): Promise<unknown> =>
    db.query('INSERT INTO core.pod (project_id, name) VALUES ($1, $2)', [project, name]);

  /** A pod that nobody else has, and the address of the list of it. */
  async function pod(): Promise<{ name: string; path: string }> {
    serial += 1;
    const name = `Orion ${serial}`;
    await addPod(alpha, name);
    return { name, path: `pods/?search=${encodeURIComponent(name)}` };
  }

  const ask = (path: string, { token }: Pick<TestPerson, 'token'>): Promise<Response> =>
    send('GET', `${server.baseUrl}/api/v1/${path}`, token);
  const textOf = async (path: string, person: Pick<TestPerson, 'token'>): Promise<string> =>
    (await ask(path, person)).text();

  /** The answer that was not made anew. What a connection reads for the first time is, so: not the first. */
  async function again(path: string, person: Pick<TestPerson, 'token'>): Promise<Response> {
    const made = lists();
    for (let times = 0; times < MANY_TIMES; times += 1) {
      made.mockClear();
      const answer = await ask(path, person);
      if (made.mock.calls.length === 0) return answer;
    }
    throw new Error('It was made anew each time');
  }

  const lists = () => vi.spyOn(server.app.get(CrudReads), 'list');

  it('PERM-15 is not made anew, but read, and sent as it was', async () => {
    const person = await lead();
    const { path } = await pod();
    const before = await ask(path, person);
    const after = await again(path, person);
    expect(await after.text()).toBe(await before.text());
    expect(after.status).toBe(200);
    expect(headersOf(after)).toEqual(headersOf(before));
    expect(after.headers.get('x-request-id')).not.toBe(before.headers.get('x-request-id'));
    const reads = vi.spyOn(server.app.get(PreparedReads), 'query');
    await textOf(path, person);
    expect(reads).toHaveBeenCalledOnce();
  });

  it('PERM-15 is made anew of other rows, which are read once', async () => {
    const person = await lead();
    const { name, path } = await pod();
    await again(path, person);
    await db.query("UPDATE core.pod SET description = 'moved' WHERE name = $1", [name]);
    const [made, reads] = [lists().mockClear(), vi.spyOn(server.app.get(PreparedReads), 'query')];
    expect(await textOf(path, person)).toContain('"description":"moved"');
    expect(made).toHaveBeenCalledOnce();
    expect(reads).toHaveBeenCalledOnce();
    await db.query('DELETE FROM core.pod WHERE name = $1', [name]);
    expect(await (await ask(path, person)).json()).toMatchObject({ items: [], total: 0 });
  });

  it('PERM-15 is each token’s own', async () => {
    const [one, other] = [await lead(), await lead()];
    const stranger = await createPerson(db, `stranger-${serial}@example.com`);
    const { path } = await pod();
    await textOf(path, other);
    const text = await (await again(path, one)).text();
    const made = lists().mockClear();
    expect(await textOf(path, other)).toBe(text);
    expect(made).toHaveBeenCalledOnce();
    expect(await (await ask(path, stranger)).json()).toMatchObject({ total: 0 });
    expect((await ask(path, { token: 'made-up' })).status).toBe(401);
  });

  it.each([
    ['their role', 200, 'DELETE FROM core.user_role WHERE user_id = $1'],
    ['their API token', 401, 'DELETE FROM core.api_token WHERE user_id = $1'],
    ['their account', 401, 'UPDATE core.app_user SET is_active = false WHERE id = $1'],
  ])('PERM-15 ends with %s', async (_what, status, change) => {
    const person = await lead();
    const { name, path } = await pod();
    expect(await (await again(path, person)).text()).toContain(name);
    await db.query(change, [person.id]);
    const answer = await ask(path, person);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain(name);
  });

  it('PERM-15 ends with the time of its token', async () => {
    const person = await lead();
    const sid = await session(person);
    const claims = { sub: String(person.id), sid, projects_auth: [], pod_name: null };
    const token = await server.app.get(AccessTokens).sign(claims);
    const { path } = await pod();
    expect((await again(path, { token })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      expect((await ask(path, { token })).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['has been looked up anew', (caller: CallerSession) => ({ ...caller, proof: anotherProof })],
    ['is to be looked up anew', () => undefined],
  ])('PERM-15 is made anew for whoever %s', async (_when, recalled) => {
    const person = await lead();
    const { name, path } = await pod();
    await again(path, person);
    const made = lists().mockClear();
    const authenticator = server.app.get(Authenticator);
    const caller = authenticator.recall(person.token);
    if (!caller) throw new Error('Nobody is recalled');
    vi.spyOn(authenticator, 'recall').mockReturnValueOnce(recalled(caller));
    expect(await textOf(path, person)).toContain(name);
    expect(made).toHaveBeenCalledOnce();
  });

  it('PERM-15 is packed as its request takes it, and has no body for HEAD', async () => {
    const person = await lead();
    const { path } = await pod();
    await db.query('UPDATE core.pod SET description = repeat($2, 2000) WHERE name = $1', [
      `Orion ${serial}`,
      'long ',
    ]);
    const url = `${server.baseUrl}/api/v1/${path}`;
    const authorization = `Bearer ${person.token}`;
    const askPacked = (encoding: string) =>
      fetch(url, { headers: { authorization, 'accept-encoding': encoding } });
    const plain = await (await askPacked('identity')).text();
    for (let times = 0; times < 5; times += 1) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const answer = await askPacked(encoding);
        expect(answer.headers.get('content-encoding')).toBe(
          encoding === 'identity' ? null : encoding,
        );
        expect(await answer.text()).toBe(plain);
      }
    }
    const head = await fetch(url, { method: 'HEAD', headers: { authorization } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('PERM-15 is for reads alone', async () => {
    const person = await lead();
    await pod();
    await again('pods/', person);
    const url = `${server.baseUrl}/api/v1/pods/`;
    const created = await post(url, { name: 'Posted', project_id: alpha }, person.token);
    expect([created.status, await created.json()]).toMatchObject([201, { name: 'Posted' }]);
  });

  it('PERM-15 fails as any other, without a second try', async () => {
    const person = await lead();
    const { name, path } = await pod();
    await again(path, person);
    const reads = vi.spyOn(server.app.get(PreparedReads), 'query');
    reads.mockRejectedValueOnce(new Error('gone'));
    expect((await ask(path, person)).status).toBe(500);
    const ofPods = reads.mock.calls.filter(([text]) => text.includes('core.pod'));
    expect(ofPods.length).toBe(1);
    expect(await textOf(path, person)).toContain(name);
  });

  it('PERM-15 is told apart by who asks, of many who ask in turn', async () => {
    const people = await Promise.all([lead(), lead(), lead()]);
    const projects = people.map(async (person, at) => {
      const project = await createProject(db, `Turn ${at}`);
      await assignRole(db, person, project, 'project_admin');
      await addPod(project, `Of ${person.email}`);
    });
    await Promise.all(projects);
    const inTurns = async (times: number) => {
      for (let turn = 0; turn < times; turn += 1) {
        for (const person of people) {
          const text = await textOf('pods/?search=Of%20', person);
          expect(text).toContain(`"Of ${person.email}"`);
          expect(text).toContain('"total":1');
        }
      }
    };
    await inTurns(MANY_TIMES);
    const made = lists().mockClear();
    await inTurns(1);
    expect(made).not.toHaveBeenCalled();
  });

  it('PERM-15 is made anew where its rows do not tell all of it', async () => {
    const person = await lead();
    const project = await createProject(db, 'Many pods');
    await assignRole(db, person, project, 'project_admin');
    const path = `pods/?filters=${encodeURIComponent(JSON.stringify({ project_id: project }))}`;
    const addMany = async (count: number): Promise<void> => {
      await db.query(
        sql`
          INSERT INTO core.pod (name, project_id)
          SELECT 'Zeta ' || gen_random_uuid(), $1 FROM generate_series(1, $2::integer)`,
        [project, count],
      );
      await db.query('ANALYZE core.pod');
    };
    const total = async () => totalSchema.parse(await (await ask(path, person)).json()).total;
    for (let at = 0; at < 10; at += 1) await addPod(project, `Aries ${at}`);
    await addMany(MAX_EXACT_TOTAL);
    const first = await total();
    for (let times = 0; times < 5; times += 1) expect(await total()).toBe(first);
    await addMany(3 * MAX_EXACT_TOTAL);
    expect(await total()).toBeGreaterThan(2 * first);
  });

  it('PERM-15 is at any time what there is to be seen', async () => {
    const project = await createProject(db, 'Beta');
    const one = await createPerson(db, 'one@example.com');
    const other = await createPerson(db, 'other@example.com');
    const path = 'pods/?sort_by=name';
    let pods: string[] = [];
    const members = new Set<TestPerson>();
    const steps = {
      async ask(person: TestPerson) {
        const { items } = namedSchema.parse(await (await ask(path, person)).json());
        const names = items.map(({ name }) => name);
        expect(names).toEqual(members.has(person) ? pods.toSorted() : []);
      },
      async grant(person: TestPerson) {
        members.add(person);
        await assignRole(db, person, project, 'project_admin');
      },
      async revoke(person: TestPerson) {
        members.delete(person);
        await assignRole(db, person, project, null);
      },
      async add() {
        if (pods.length === 5) return;
        serial += 1;
        pods.push(`Pod ${serial}`);
        await addPod(project, `Pod ${serial}`);
      },
      async rename() {
        serial += 1;
        const [first, ...others] = pods;
        if (first === undefined) return;
        pods = [...others, `Pod ${serial}`];
        await db.query('UPDATE core.pod SET name = $2 WHERE name = $1', [first, `Pod ${serial}`]);
      },
      async remove() {
        await db.query('DELETE FROM core.pod WHERE name = $1', [pods.shift() ?? '']);
      },
    };
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.constant('ask' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('add', 'rename', 'remove', 'grant', 'revoke'),
      },
    );
    const sequence = fc.array(fc.tuple(step, fc.constantFrom(one, other)), {
      minLength: 40,
      maxLength: 80,
    });
    const made = lists();
    let again = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async (taken) => {
        for (const [what, person] of taken) {
          const before = made.mock.calls.length;
          await steps[what](person);
          if (what === 'ask' && made.mock.calls.length === before) again += 1;
        }
      }),
      { numRuns: 10 },
    );
    // Or nothing of it would have been tried.
    expect(again).toBeGreaterThan(0);
  });

  async function session({ id }: TestPerson): Promise<string> {
    const [opened] = await db.query<{ family_id: string }[]>(
      sql`
        INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
        VALUES ($1, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), now() + interval '1 day')
        RETURNING family_id`,
      [id],
    );
    return String(opened?.family_id);
  }
});

/** Without what is another in each answer. */
function headersOf({ headers }: Response): Record<string, string> {
  const { date: _date, 'x-request-id': _id, ...others } = Object.fromEntries(headers);
  return others;
}
