import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { Scans } from '../../db/pools.js';

const LARGE = { filters: JSON.stringify({ entity: 'large' }) };
const LARGE_ROWS = 20_000;

let server: TestServer;
let db: Db;
let users: Readonly<Record<'root' | 'ann' | 'ben', TestUser>>;

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  const task = (project: 'Alpha' | 'Beta', turing_task_id: number, target_model?: string) => ({
    ...{ project, turing_task_id, status: 'pending', target_model },
    ...(project === 'Alpha' ? { turing_batch_id: 1 } : { turing_batch_id: 2 }),
  });
  ({ users } = await buildWorld(db, {
    projects: {
      Alpha: { turing_project_id: 77_001, batches: { 1: 'One' } },
      Beta: { batches: { 2: 'Two' } },
    },
    users: {
      root: { email: 'root@example.org', roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin' } },
      ben: { roles: { Beta: 'project_admin' } },
    },
    tasks: [
      { ...task('Alpha', 1, '=1+1'), metadata: { a: 1 } },
      { ...task('Alpha', 2, '@SUM(A1)'), duration_minutes: 2.5, number_of_turns: 7 },
      { ...task('Alpha', 3), colab_link: '+1, "quoted"' },
      task('Beta', 4, '-2'),
    ],
  }));
  await db.query(
    sql`
      INSERT INTO core.audit (action, entity, entity_id, request_id, group_id)
      SELECT 'create', 'large', n, repeat('x', 500), n FROM generate_series(1, $1::int) AS n`,
    [LARGE_ROWS],
  );
});
afterAll(() => server.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

function exported(
  base: string,
  user: TestUser,
  query: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const url = `${server.baseUrl}/api/v1/${base}/export?${new URLSearchParams(query).toString()}`;
  return fetch(url, {
    headers: { authorization: `Bearer ${user.token}` },
    ...(signal && { signal }),
  });
}

async function linesOf(answer: Promise<Response>): Promise<string[]> {
  const response = await answer;
  expect(response.status).toBe(200);
  return (await response.text()).split('\r\n').slice(0, -1);
}

/** The transactions of exports. */
const open = () =>
  db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE xact_start IS NOT NULL
       AND application_name = 'portal-server scans' AND datname = current_database()`,
  );

describe('the export of a list', () => {
  it('CRUD-65 has the values of the list as CSV without formulas, and the number of items', async () => {
    const answer = await exported('tasks/tasks-crud', users.ann);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tasks.csv"',
      'x-total-count': '3',
      'x-total-is-estimate': 'false',
    });
    const lines = (await answer.text()).split('\r\n');
    const [header = '', ...rows] = lines;
    expect(header.split(',').slice(0, 7)).toEqual([
      ...['turing_task_id', 'project_id', 'turing_batch_id', 'user_email', 'status'],
      ...['number_of_turns', 'duration_minutes'],
    ]);
    expect(header).not.toContain('metadata');
    expect(rows).toEqual([
      expect.stringMatching(/^1,\d+,1,.*,'=1\+1,/),
      expect.stringMatching(/^2,\d+,1,,pending,7,2.5,.*,'@SUM\(A1\),/),
      expect.stringMatching(/^3,.*,"'\+1, ""quoted""",.*,77001$/),
      '',
    ]);
  });

  it('CRUD-65 has the items that the list shows, in its order', async () => {
    const query = {
      filters: JSON.stringify({ target_model__is_null: false }),
      sort_by: 'target_model',
      sort_order: 'desc',
    };
    const { items } = await new ListClient(server, 'tasks/tasks-crud', users.root).list(query);
    const lines = await linesOf(exported('tasks/tasks-crud', users.root, query));
    const ids = lines.slice(1).map((line) => Number(line.split(',')[0]));
    expect(ids).toEqual(items.map((item) => item['turing_task_id']));
    expect(ids).toEqual([2, 1, 4]);
    const own = await linesOf(exported('tasks/tasks-crud', users.ben, query));
    expect(own.slice(1).map((line) => line.split(',')[0])).toEqual(['4']);
    expect(await linesOf(exported('tasks/tasks-crud', users.ben, { search: 'x' }))).toHaveLength(1);
    const wrong = await exported('tasks/tasks-crud', users.ann, { sort_by: 'metadata' });
    expect((await problemIn(wrong)).errors).toMatchObject([{ pointer: 'sort_by' }]);
  });

  it('CRUD-127 is JSON or lines of JSON with the values of the list', async () => {
    const query = { sort_by: 'turing_task_id', sort_order: 'desc' };
    const list = await new ListClient(server, 'tasks/tasks-crud', users.ann).list(query);
    const turing_project_id = 77_001;
    const items = list.items.map(({ version: _version, ...values }) => ({
      ...values,
      turing_project_id,
    }));
    const json = await exported('tasks/tasks-crud', users.ann, { ...query, format: 'json' });
    expect(Object.fromEntries(json.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="tasks.json"',
      'x-total-count': '3',
    });
    expect(await json.json()).toEqual(items);
    const lines = await exported('tasks/tasks-crud', users.ann, { ...query, format: 'ndjson' });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(lines.headers.get('content-disposition')).toContain('tasks.ndjson');
    const text = await lines.text();
    expect(text.endsWith('}\n')).toBe(true);
    const parsed: unknown[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(parsed).toEqual(items);
    const none = { filters: JSON.stringify({ turing_task_id: 77 }) };
    const empty = await exported('tasks/tasks-crud', users.ann, { ...none, format: 'json' });
    expect(await empty.json()).toEqual([]);
  });

  it('CRUD-127 has each row of a large list', async () => {
    const query = { ...LARGE, format: 'json', fields: 'id,entity_id' };
    const found: unknown = await (await exported('audit', users.root, query)).json();
    expect(found).toHaveLength(LARGE_ROWS);
  });

  it('CRUD-127 refuses another format, and a dialect of another format than CSV', async () => {
    const refused = async (query: Readonly<Record<string, string>>) =>
      (await problemIn(await exported('pods', users.root, query))).errors;
    expect(await refused({ format: 'xml' })).toMatchObject([{ pointer: 'format' }]);
    expect(await refused({ format: 'json', dialect: 'excel' })).toMatchObject([
      { pointer: 'dialect' },
    ]);
    expect((await exported('pods', users.root, { format: 'csv', dialect: 'excel' })).status).toBe(
      200,
    );
  });

  it('CRUD-128 has the fields that it names, of a task also metadata and reviews', async () => {
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, score, submitted_at)
       VALUES (1, 9, 'r@example.org', 'approved', 4.5, '2026-01-05T01:00:00.000123+01'), (1, 8, NULL, 'rejected', NULL, NULL)`,
    );
    const query = { fields: 'status, turing_task_id,metadata,reviews', sort_by: 'turing_task_id' };
    const json = await exported('tasks/tasks-crud', users.ann, { ...query, format: 'json' });
    const [first, second] = (await json.json()) as unknown[];
    const review = {
      ...{ reviewer_email: null, score: null, feedback: null, submitted_at: null, reasons: [] },
    };
    expect(first).toEqual({
      ...{ status: 'pending', turing_task_id: 1, metadata: { a: 1 } },
      reviews: [
        { ...review, turing_review_id: 8, status: 'rejected' },
        {
          ...{
            ...review,
            turing_review_id: 9,
            reviewer_email: 'r@example.org',
            status: 'approved',
          },
          ...{ score: 4.5, submitted_at: '2026-01-05T00:00:00.000123Z' },
        },
      ],
    });
    expect(second).toMatchObject({ turing_task_id: 2, metadata: {}, reviews: [] });
    const [header, line] = await linesOf(exported('tasks/tasks-crud', users.ann, query));
    expect(header).toBe('status,turing_task_id,metadata,reviews');
    expect(line).toMatch(/^pending,1,"\{""a"": ?1\}","\[\{/);
  });

  it('TASK-104 has the feedback that is not withdrawn, if it is named, in JSON and in CSV', async () => {
    await db.query(
      `INSERT INTO core.task_feedback
         (turing_task_id, author_email, words, is_rework, reasons, created_at, withdrawn_at)
       VALUES (1, 'r@example.org', 'Too short', true, '{Short,Off topic}', '2026-01-05T01:00:00.000123+01', NULL),
         (1, 'r@example.org', 'Fine now', false, '{}', '2026-01-06T00:00:00Z', NULL),
         (1, 'r@example.org', 'Oops', false, '{}', '2026-01-07T00:00:00Z', now())`,
    );
    const query = { fields: 'turing_task_id,feedback', sort_by: 'turing_task_id' };
    const json = await exported('tasks/tasks-crud', users.ann, { ...query, format: 'json' });
    const [first, second] = (await json.json()) as unknown[];
    const by = {
      id: expect.any(Number) as number,
      author_email: 'r@example.org',
      edited_at: null,
      appeal: null,
      appealed_at: null,
    };
    expect(first).toEqual({
      turing_task_id: 1,
      feedback: [
        {
          ...{ ...by, words: 'Too short', is_rework: true, reasons: ['Short', 'Off topic'] },
          created_at: '2026-01-05T00:00:00.000123Z',
        },
        {
          ...{ ...by, words: 'Fine now', is_rework: false, reasons: [] },
          created_at: '2026-01-06T00:00:00.000000Z',
        },
      ],
    });
    expect(second).toEqual({ turing_task_id: 2, feedback: [] });
    const [header, line] = await linesOf(exported('tasks/tasks-crud', users.ann, query));
    expect(header).toBe('turing_task_id,feedback');
    expect(line).toContain('Fine now');
    const [usual] = await linesOf(exported('tasks/tasks-crud', users.ann, {}));
    expect(usual).not.toContain('feedback');
  });

  it('CRUD-128 hides what the list hides, whatever fields are named', async () => {
    const query = {
      filters: JSON.stringify({ email: 'ann@example.com' }),
      fields: 'global_role,email',
    };
    const [header, line] = await linesOf(exported('auth/users', users.ann, query));
    expect([header, line]).toEqual(['global_role,email', ',ann@example.com']);
  });

  it('CRUD-128 names each unknown or repeated field, and the known ones', async () => {
    const fields = 'name,colour,name,metadata';
    const { code, errors } = await problemIn(await exported('pods', users.root, { fields }));
    expect(code).toBe('invalid-input');
    expect(errors).toMatchObject([
      {
        pointer: 'fields',
        detail: expect.stringMatching(/^colour is not a field; use some of id, name,/) as string,
      },
      { pointer: 'fields', detail: 'name is repeated' },
      { pointer: 'fields', detail: expect.stringMatching(/^metadata is not a field/) as string },
    ]);
    const known = await exported('pods', users.root, { fields: 'name' });
    expect(await linesOf(Promise.resolve(known))).toEqual(['name']);
  });

  it('CST-97 is written for Excel if asked', async () => {
    const answer = await exported('auth/roles', users.root, { dialect: 'excel-semicolon' });
    const [header = ''] = Buffer.from(await answer.arrayBuffer())
      .toString()
      .split('\r\n');
    expect(header).toMatch(/^\u{feff}id;name;/u);
  });

  it('CRUD-65 hides what the list hides of an item', async () => {
    const query = { filters: JSON.stringify({ email: 'root@example.org' }) };
    const [header = '', line = ''] = await linesOf(exported('auth/users', users.root, query));
    expect(header.split(',').slice(-2)).toEqual(['roles', 'global_role']);
    expect(line).toMatch(/"\{""global"":""admin""\}",admin$/);
    const own = await linesOf(exported('auth/users', users.ann));
    expect(own.join()).toContain('ann@example.com');
    expect(own.join()).not.toContain('root@example.org');
    const [roles = ''] = await linesOf(exported('auth/roles', users.root));
    expect(roles.split(',')).toContain('permissions');
    for (const base of ['auth/permissions', 'pods', 'pod-members', 'pod-weekly-targets']) {
      expect((await linesOf(exported(base, users.root))).length).toBeGreaterThan(0);
    }
  });

  it('CRUD-65 has all rows of a large list, with an estimate of their number', async () => {
    await db.query('ANALYZE core.audit');
    const answer = await exported('audit', users.root, { ...LARGE, sort_by: 'request_id' });
    expect(answer.headers.get('x-total-is-estimate')).toBe('true');
    expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThan(LARGE_ROWS / 2);
    expect((await answer.text()).split('\r\n')).toHaveLength(LARGE_ROWS + 2);
    await expect.poll(open).toEqual([]);
  });

  it('CRUD-66 stops when its client disconnects', async () => {
    const gone = new AbortController();
    const answer = await exported('audit', users.root, LARGE, gone.signal);
    await answer.body?.getReader().read();
    expect(await open()).toHaveLength(1);
    gone.abort();
    await expect.poll(open).toEqual([]);
  });

  it('CRUD-66 is an aborted transfer after a failure', async () => {
    const answer = await exported('audit', users.root, LARGE);
    const [backend] = await open();
    await db.query('SELECT pg_terminate_backend($1)', [backend?.pid]);
    await expect(answer.text()).rejects.toThrow();
    expect(await linesOf(exported('audit', users.root, LARGE))).toHaveLength(LARGE_ROWS + 1);
  });

  it('CRUD-66 ends after ten minutes', async () => {
    const limits = new Map<number, AbortController>();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController();
      limits.set(ms, limit);
      return limit.signal;
    });
    const answer = await exported('audit', users.root, LARGE);
    expect(await open()).toHaveLength(1);
    limits.get(10 * 60_000)?.abort(new Error('time is over'));
    await expect(answer.text()).rejects.toThrow();
    await expect.poll(open).toEqual([]);
  });

  it('CRUD-66 is an error response if the first rows take 30 s', async () => {
    delayFirstRows((fetchMs) => fetchMs / 100);
    const late = await exported('tasks/tasks-crud', users.root);
    const { code, detail } = await problemIn(late);
    expect(code).toBe('too-broad');
    expect(detail).toContain('takes longer than 30 s. Filter by project_id, ');
    vi.restoreAllMocks();
    expect((await exported('tasks/tasks-crud', users.root)).status).toBe(200);
  });

  it('CRUD-67 is one of two at a time, and the only one of its user', async () => {
    delayFirstRows((fetchMs) => fetchMs);
    const gone = new AbortController();
    const running = [users.root, users.ann].map((user) => exported('pods', user, {}, gone.signal));
    const ended = Promise.allSettled(running);
    await expect.poll(open).toHaveLength(2);
    const refused = await Promise.all(
      [users.root, users.ben].map((user) => exported('pods', user)),
    );
    for (const answer of refused) {
      expect((await problemIn(answer)).code).toBe('too-many-requests');
    }
    gone.abort();
    await ended;
    vi.restoreAllMocks();
    expect((await exported('pods', users.ben)).status).toBe(200);
    await expect.poll(open).toEqual([]);
  });
});

/** The first rows come after 60 s. */
function delayFirstRows(limit: (ms: number) => number): void {
  const scans = server.app.get(Scans);
  const cursor = scans.cursor.bind(scans);
  vi.spyOn(scans, 'cursor').mockImplementation((_statement, options) =>
    cursor({ text: 'SELECT pg_sleep(60)', values: [] }, { ...options, ms: limit(options.ms) }),
  );
}
