import { listMetaSchema } from '@portal/contracts/lists';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import type { Db } from '@portal/persistence/db';
import { TASK_COLUMNS } from '@portal/persistence/schema/task-columns';
import { connectTo } from '@portal/testing/query-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
let editor: TestUser;
let member: TestUser;
let admin: TestUser;
let tasks: ListClient;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  await db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name)
     VALUES ($1, 1, 'One'), ($1, 2, 'Two'), ($2, 3, 'Three')`,
    [alpha, beta],
  );
  [editor, member, admin] = [
    await createUser(db, 'editor@example.com'),
    await createUser(db, 'member@example.com'),
    await createUser(db, 'root@example.org'),
  ];
  await assignRole(db, editor, alpha, 'project_admin');
  await assignRole(db, member, alpha, 'project_member');
  await assignRole(db, admin, 0, 'admin');
  tasks = new ListClient(server, 'tasks/tasks-crud', editor);
});
beforeEach(() => db.query('DELETE FROM core.task'));
afterAll(() => server.stop());

const task = (id: number, fields: object = {}) => ({
  turing_task_id: id,
  project_id: alpha,
  turing_batch_id: 1,
  status: 'pending',
  ...fields,
});

async function refusalOf(answer: Promise<Response>) {
  const response = await answer;
  const { errors } = await problemIn(response);
  return { status: response.status, pointer: errors?.[0]?.pointer };
}

describe('edited tasks', () => {
  it('TASK-6 are created in a project of the caller, with the current time', async () => {
    const created = await tasks.created(task(7, { target_model: ' model-a ' }));
    expect(created).toMatchObject({ ...task(7), target_model: 'model-a', number_of_turns: 0 });
    expect(Date.now() - Date.parse(String(created['created_at']))).toBeLessThan(60_000);
    expect(created['completed_at']).toBeNull();
    const done = await tasks.created(task(8, { status: 'reviewed' }));
    expect(done['completed_at']).toBe(done['updated_at']);
    const given = '2026-01-06T08:00:00.000Z';
    const earlier = { status: 'completed', completed_at: given, created_at: given };
    expect(await tasks.created(task(9, earlier))).toMatchObject(earlier);
  });

  it('DATA-7 keep the microseconds of their timestamps, in responses, filters and audit records', async () => {
    const first = '2026-01-06T08:00:00.123456Z';
    const second = '2026-01-06T08:00:00.123457Z';
    const stored = async () => {
      const [row] = await db.query<{ text: string }>(
        `SELECT to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS text
         FROM core.task`,
      );
      return row?.text;
    };
    const times = { completed_at: first, created_at: first, updated_at: first };
    const created = await tasks.created(task(7, { status: 'completed', ...times }));
    expect(created).toMatchObject(times);
    expect(await stored()).toBe('2026-01-06 08:00:00.123456');
    const { version } = await itemIn(await tasks.get(7));
    expect((await tasks.list()).items).toMatchObject([{ ...times, version }]);
    expect(created.version).toBe(version);

    const changed = await itemIn(
      await tasks.update(7, { completed_at: '2026-01-06T10:00:00.1234579+02:00' }),
    );
    expect(changed['completed_at']).toBe(second);
    expect(await stored()).toBe('2026-01-06 08:00:00.123457');
    expect(await itemIn(await tasks.update(7, { completed_at: second }))).toEqual(changed);

    const found = async (filter: object) =>
      (await tasks.list({ filters: { completed_at: filter } })).total;
    expect(await found({ eq: second })).toBe(1);
    for (const other of [first, '2026-01-06T08:00:00.123Z']) {
      expect(await found({ eq: other })).toBe(0);
      expect(await found({ lte: other })).toBe(0);
      expect(await found({ gt: other })).toBe(1);
    }
    expect(await found({ between: [second, second] })).toBe(1);

    const audit = new ListClient(server, 'audit', admin);
    const [update] = (await audit.list({ filters: { entity: 'task', action: 'update' } })).items;
    expect(update).toMatchObject({
      before: { completed_at: '2026-01-06T08:00:00.123456+00:00' },
      after: { completed_at: '2026-01-06T08:00:00.123457+00:00' },
    });
    const at = { at: { eq: update?.['at'] } };
    expect((await audit.list({ filters: at })).items).toEqual([update]);
  });

  it('TASK-6 need the permission, a batch of the project and a unique id', async () => {
    expect((await tasks.as(member).create(task(7))).status).toBe(403);
    expect(await refusalOf(tasks.create(task(7, { project_id: beta })))).toEqual({
      status: 403,
      pointer: '/project_id',
    });
    const invalid = [
      [{ turing_batch_id: 3 }, '/turing_batch_id'],
      [{ turing_batch_id: null }, '/turing_batch_id'],
      [{ status: undefined }, '/status'],
      [{ turing_task_id: 0 }, '/turing_task_id'],
      [{ project_id: 0 }, '/project_id'],
      [{ number_of_turns: 1.5 }, '/number_of_turns'],
      [{ colab_link: 'https://a.example/\0' }, '/colab_link'],
    ] as const;
    for (const [fields, pointer] of invalid) {
      expect(await refusalOf(tasks.create(task(7, fields)))).toEqual({ status: 400, pointer });
    }
    const { errors } = await problemIn(await tasks.create(task(7, { status: 'Delivered' })));
    expect(errors).toMatchObject([
      {
        pointer: '/status',
        detail: 'must be 1 to 64 lower-case letters, digits and underscores, such as in_review',
      },
    ]);
    await tasks.created(task(7));
    expect(await refusalOf(tasks.create(task(7)))).toEqual({
      status: 409,
      pointer: '/turing_task_id',
    });
  });

  it('TASK-7 change their batch, but not their id or project', async () => {
    await tasks.created(task(7));
    expect((await itemIn(await tasks.update(7, { turing_batch_id: 2 })))['turing_batch_id']).toBe(
      2,
    );
    for (const [fields, pointer] of [
      [{ turing_batch_id: 3 }, '/turing_batch_id'],
      [{ turing_task_id: 8 }, '/turing_task_id'],
      [{ project_id: beta }, '/project_id'],
    ] as const) {
      expect(await refusalOf(tasks.as(admin).update(7, fields))).toEqual({ status: 400, pointer });
    }
  });

  it('TASK-8 are deleted with their reviews', async () => {
    await tasks.created(task(7, { status: 'completed' }));
    await db.query(
      "INSERT INTO core.task_review (turing_task_id, turing_review_id, status) VALUES (7, 1, 'ok')",
    );
    expect((await tasks.as(member).delete(7)).status).toBe(403);
    expect((await tasks.delete(7)).status).toBe(204);
    expect((await tasks.get(7)).status).toBe(404);
    const stats = await get(
      `${server.baseUrl}/api/v1/projects/${alpha}/dashboard-stats`,
      member.token,
    );
    expect(await stats.json()).toMatchObject({
      dashboard_stats: { total_tasks: 0, total_reviews: 0 },
    });
  });

  it('TASK-9 show their metadata only alone, with the same version everywhere', async () => {
    const metadata = { nested: { list: [1, 'two', null] }, 'a\\u0000b': 'no escape' };
    const created = await tasks.created(task(7, { metadata }));
    expect(created['metadata']).toEqual(metadata);
    const [listed] = (await tasks.list()).items;
    expect(listed).not.toHaveProperty('metadata');
    expect(listed?.version).toBe(created.version);
    const changed = await itemIn(await tasks.update(7, { metadata: { other: 1 } }));
    expect(changed.version).not.toBe(created.version);
    expect((await tasks.list()).items[0]?.version).toBe(changed.version);
    const stale = await tasks.update(7, { metadata: null }, `"${created.version}"`);
    expect(stale.status).toBe(409);
  });

  it('TASK-9 keep metadata with any keys', async () => {
    const metadata = { prototype: 'v2', nested: [{ constructor: 'Ada', toString: null }] };
    const created = await tasks.created(task(7, { metadata }));
    expect(created['metadata']).toEqual(metadata);
    expect((await itemIn(await tasks.get('7')))['metadata']).toEqual(metadata);
  });

  it('TASK-9 refuse metadata that is too deep, too large or cannot be stored', async () => {
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
    const { maxMetadataDepth, maxMetadataBytes } = TASK_FILE_LIMITS;
    const filled = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    await tasks.created(task(7, { metadata: nested(maxMetadataDepth) }));
    await tasks.created(task(8, { metadata: filled(maxMetadataBytes) }));
    const wrong = [
      nested(maxMetadataDepth + 1),
      filled(maxMetadataBytes + 1),
      { a: '\0' },
      { '\ud800': 1 },
      [],
      'text',
    ];
    for (const metadata of wrong) {
      expect(await refusalOf(tasks.create(task(9, { metadata })))).toEqual({
        status: 400,
        pointer: '/metadata',
      });
    }
  });

  it('TASK-9 refuse metadata with numbers that would lose digits', async () => {
    const kept = { a: Number.MAX_SAFE_INTEGER, b: 0.1, c: 1e22, d: '9007199254740993' };
    await tasks.created(task(7, { metadata: kept }));
    expect((await itemIn(await tasks.get(7)))['metadata']).toEqual(kept);
    for (const literal of [
      '9007199254740993',
      '-123456789012345678901',
      '1e400',
      '0.12345678901234567',
    ]) {
      const answer = await fetch(`${server.baseUrl}/api/v1/tasks/tasks-crud/7`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
        body: `{"metadata": {"list": [1, ${literal}]}}`,
      });
      expect(await refusalOf(Promise.resolve(answer))).toEqual({
        status: 400,
        pointer: '/metadata/list/1',
      });
    }
    expect((await itemIn(await tasks.get(7)))['metadata']).toEqual(kept);
  });

  it('TASK-12 TASK-103 CRUD-134 can be filtered and sorted by every scalar field, accents count', async () => {
    await tasks.created(task(7, { user_email: 'ann@example.com', target_model: 'É' }));
    await tasks.created(task(8, { user_email: 'bob@example.com', turing_batch_id: 2 }));
    await tasks.as(admin).created(task(9, { project_id: beta, turing_batch_id: 3 }));
    const ids = async (query: object, user = editor) =>
      (await tasks.as(user).list({ ...query })).items.map((item) => item['turing_task_id']);
    expect(await ids({})).toEqual([7, 8]);
    expect(await ids({}, member)).toEqual([]);
    expect(await ids({}, admin)).toEqual([7, 8, 9]);
    expect(await ids({ sort_by: 'turing_task_id', sort_order: 'desc' })).toEqual([8, 7]);
    expect(await ids({ search: 'ANN' })).toEqual([7]);
    expect(await ids({ search: ' 8 ' })).toEqual([8]);
    expect(await ids({ search: '9' })).toEqual([]);
    expect(await ids({ search: '9' }, admin)).toEqual([9]);
    expect(await ids({ search: '99999999999999999999' })).toEqual([]);
    expect(await ids({ filters: { target_model: { contains: 'é' } } })).toEqual([7]);
    expect(await ids({ filters: { target_model: { contains: 'e' } } })).toEqual([]);
    expect(await ids({ filters: { user_email: { is_null: true } } }, admin)).toEqual([9]);
    expect(await ids({ filters: { turing_batch_id: 2, status: 'pending' } })).toEqual([8]);
    expect(await ids({ filters: { project_id: beta } })).toEqual([]);

    const meta = listMetaSchema.parse(await (await tasks.get('_meta')).json());
    const fields = new Map(meta.fields.map((field) => [field.name, field]));
    expect(meta.operations).toEqual(['create', 'update', 'delete']);
    const { metadata, ...scalars } = Object.fromEntries(fields);
    expect(metadata).toMatchObject({ operators: ['is_null'], sortable: false });
    expect(Object.keys(scalars)).toHaveLength(TASK_COLUMNS.length - 1);
    for (const { name, operators, sortable } of Object.values(scalars)) {
      expect(sortable).toBe(true);
      for (const operator of ['eq', 'ne', 'in', 'nin', 'is_null', 'lt', 'between']) {
        expect(operators).toContain(operator);
      }
      const sorted = await tasks.list({ sort_by: name, filters: { [`${name}__is_null`]: false } });
      expect(sorted.total).toBe(sorted.items.length);
    }
    expect(await ids({ filters: { user_email: { ne: 'ann@example.com' } } })).toEqual([8]);
    expect(await ids({ sort_by: 'user_email', sort_order: 'desc' })).toEqual([8, 7]);
    for (const [query, pointer] of [
      [{ filters: { metadata: { eq: 1 } } }, 'filters/metadata/eq'],
      [{ sort_by: 'metadata' }, 'sort_by'],
    ] as const) {
      expect(await refusalOf(tasks.query(query))).toEqual({ status: 400, pointer });
    }
  });

  it('TASK-13 are not found after an import has moved them out of reach', async () => {
    await tasks.created(task(7));
    const runner = await connectTo(server.config.databaseUrl);
    await runner.query('BEGIN');
    await runner.query(
      'UPDATE core.task SET project_id = $1, turing_batch_id = 3 WHERE turing_task_id = 7',
      [beta],
    );
    const answer = tasks.update(7, { status: 'rework' });
    const waiting = () =>
      db.query<unknown>(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
    await expect.poll(waiting).toHaveLength(1);
    await runner.query('COMMIT');
    await runner.close();
    expect((await answer).status).toBe(404);
    expect(await itemIn(await tasks.as(admin).get(7))).toMatchObject({
      project_id: beta,
      status: 'pending',
    });
  });
});
