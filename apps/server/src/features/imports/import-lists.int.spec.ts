import { type ImportSummary, importListSchema } from '@portal/contracts/imports';
import { sql } from '@portal/persistence/sql';
import { share } from '@portal/testing/runs';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

const SHARES = [
  {
    ...{ project_id: 1, project: 'Alpha', tasks: 9, changed: 9, sent_back: 1 },
    ...{ max_changed_percent: 10, max_sent_back_percent: 0.5, is_above: true },
  },
];

let server: TestServer;
let users: Readonly<Record<'root' | 'ann', TestUser>>;
let all: readonly ImportSummary[];

beforeAll(async () => {
  server = await sharedServer();
  ({ users } = await buildWorld(server.db, {
    projects: { Alpha: {} },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin' } },
    },
  }));
  await server.db.query(
    sql`
      INSERT INTO core.task_import (id, uploaded_by, state, phase, file_name, store_key, sha256,
        dry_run, on_error, bytes_total, bytes_done, rows_total, rows_done, error_count,
        warning_count, inserted, updated, unchanged, delivery_batches, failure_code,
        failure_detail, created_at, started_at, finished_at, has_file)
      SELECT gen_random_uuid(), (ARRAY[$1, $2]::int[])[1 + n % 2],
        CASE n % 3 WHEN 0 THEN 'completed' WHEN 1 THEN 'failed' ELSE 'cancelled' END, 'done',
        'file ' || n % 5, 'key', repeat(n::text, 64), n % 2 = 0,
        CASE n % 4 WHEN 0 THEN 'skip' ELSE 'abort' END, n * 10, n, nullif(n, 4), n, n % 3, n % 2,
        CASE n % 3 WHEN 0 THEN n END, CASE n % 3 WHEN 0 THEN 1 END, CASE n % 3 WHEN 0 THEN 0 END,
        CASE n % 3 WHEN 0 THEN n END, CASE n % 3 WHEN 1 THEN 'import-failed' END,
        CASE n % 3 WHEN 1 THEN 'row ' || n END, now() - n * interval '1 hour',
        CASE n WHEN 3 THEN NULL ELSE now() - n * interval '1 minute' END,
        now() - (n % 4) * interval '1 minute', n % 5 > 0
      FROM generate_series(1, 9) AS n`,
    [users.root.id, users.ann.id],
  );
  await server.db.query(
    sql`
      INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total,
        created_at, state, asked_at, inserted, updated, unchanged, delivery_batches)
      SELECT gen_random_uuid(), $1, 'asks', 'key', repeat('b', 64), n, now() - n * interval '2 days',
        'unconfirmed', now() - n * interval '1 day', n, 5 - n, n % 2, n
      FROM generate_series(1, 3) AS n`,
    [users.ann.id],
  );
  await server.db.query(
    sql`
      INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total,
        created_at, moved_to, moved_among, moved_at)
      SELECT gen_random_uuid(), $1, 'waits', 'key', repeat('a', 64), n, now() - n * interval '1 day',
        (ARRAY['last', 'first'])[n], (ARRAY['own', 'all'])[n], now()
      FROM generate_series(1, 2) AS n`,
    [users.root.id],
  );
  await server.db.query(sql`
    UPDATE core.task_import SET history_xid = '1', undo_until = created_at + interval '9 days',
      removed = rows_done % 4, kept = 5, older_count = rows_done, conflict_count = rows_done % 3,
      on_conflict = (ARRAY['desk', 'file'])[1 + rows_done % 2],
      undoes = (SELECT id FROM core.task_import WHERE rows_done = 2)
    WHERE state = 'completed'`);
  await server.db.query(
    sql`
      UPDATE core.task_import SET shares = $2, confirmed_at = finished_at, confirmed_by = $1
      WHERE rows_done IN (3, 5, 6)`,
    [users.ann.id, JSON.stringify(SHARES)],
  );
  all = (await listed()).items;
});
afterAll(() => server.stop());

function request(query: Readonly<Record<string, string>>, user = users.root): Promise<Response> {
  const parameters = new URLSearchParams({ size: '100', ...query }).toString();
  return get(`${server.baseUrl}/api/v1/tasks/imports?${parameters}`, user.token);
}

async function listed(query: Readonly<Record<string, string>> = {}, user = users.root) {
  const answer = await request(query, user);
  expect(answer.status).toBe(200);
  return importListSchema.parse(await answer.json());
}

/** The scalar fields with their names in filters; nested ones are dotted. */
function scalarsOf(value: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    typeof one === 'object' && one !== null
      ? scalarsOf(one, `${prefix}${name}.`)
      : [[prefix + name, one]],
  );
}

/** Null where they have no fields. */
const NESTED: ReadonlySet<string> = new Set([
  'tasks_imported',
  'would_import',
  'failure',
  'columns',
  'moved',
]);
/** What the caller may see of other imports, and what is known by project, are no fields. */
const LISTS = /^(waits_for|shares)\b/;

const namesOf = (): string[] => [
  ...new Set(
    all.flatMap((item) =>
      scalarsOf(item)
        .map(([name]) => name)
        .filter((name) => !NESTED.has(name) && !LISTS.test(name)),
    ),
  ),
];
const valueOf = (item: ImportSummary, field: string): unknown =>
  new Map(scalarsOf(item)).get(field) ?? null;

it('UP-15 imports can be filtered and sorted by every scalar field', async () => {
  expect(namesOf()).toHaveLength(48);
  for (const name of share(namesOf(), 4, 0)) {
    const ascending = (await listed({ sort_by: name })).items;
    const values = ascending.map((item) => valueOf(item, name));
    const present = values.filter((value) => value !== null);
    expect(ascending).toHaveLength(all.length);
    expect(values.slice(present.length).every((value) => value === null)).toBe(true);
    expect(present).toEqual(present.toSorted(compare));
    const descending = (await listed({ sort_by: name, sort_order: 'desc' })).items;
    expect(descending).toEqual(ascending.toReversed());

    const [value] = present;
    const found = await listed({ filters: JSON.stringify({ [name]: { eq: value } }) });
    const expected = all.filter((item) => valueOf(item, name) === value);
    expect(found.items, name).toEqual(expected);
    expect(found.total).toBe(expected.length);
    const missing = await listed({ filters: JSON.stringify({ [`${name}__is_null`]: true }) });
    expect(missing.total).toBe(all.length - present.length);
  }
});

it('UP-15 filters show only visible imports, newest first, and refuse unknown fields', async () => {
  const filters = JSON.stringify({ status: 'completed', rows_done__gt: 3 });
  const own = (await listed({ filters }, users.ann)).items;
  expect(own).toEqual(
    all.filter(
      (item) =>
        item.uploaded_by === users.ann.email && item.status === 'completed' && item.rows_done > 3,
    ),
  );
  expect(own.length).toBeGreaterThan(0);
  const created = all.map((item) => item.created_at);
  expect(created).toEqual(created.toSorted().toReversed());
  for (const [query, pointer] of [
    [{ filters: '{"store_key":"key"}' }, 'filters/store_key'],
    [{ filters: '{"rows_done":"x"}' }, 'filters/rows_done'],
    [{ sort_by: 'failure' }, 'sort_by'],
  ] as const) {
    const refused = await request(query);
    expect(refused.status).toBe(400);
    expect((await problemIn(refused)).errors?.map((error) => error.pointer)).toEqual([pointer]);
  }
});

it('CRUD-130 imports go on by cursor in any order, each once', async () => {
  const orders = namesOf().flatMap((sort_by) =>
    ['asc', 'desc'].map((sort_order) => ({ sort_by, sort_order })),
  );
  const waiting = { filters: JSON.stringify({ status: 'queued' }) };
  for (const query of [{}, waiting, ...share(orders, 19, 0)]) {
    for (const user of [users.root, users.ann]) {
      const whole = await listed(query, user);
      const walked = [];
      for (let after: string | null = ''; after !== null;) {
        const page = await listed({ ...query, size: '3', after }, user);
        expect(page.total).toBe(whole.total);
        walked.push(...page.items);
        after = page.next;
      }
      expect(walked).toEqual(whole.items);
    }
  }
  const { next, page } = await listed({ size: '3' });
  expect([page, (await listed({ size: '3', after: next ?? '' })).page]).toEqual([1, 2]);
  for (const other of [{ sort_by: 'rows_done' }, { page: '2' }, waiting]) {
    const { errors } = await problemIn(await request({ ...other, after: next ?? '' }));
    expect(errors).toMatchObject([{ pointer: 'after' }]);
  }
});

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string')
    return one < other ? -1 : Number(one > other);
  return Number(one) - Number(other);
}
