import type { Db } from '@portal/persistence/db';
import { listedItemSchema, itemPageSchema } from '@portal/contracts/lists';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { assignRole, createProject, createUser, type TestUser } from '../../testing/user.js';

interface Known {
  readonly id: number;
  readonly project: number;
  readonly batch: number;
  readonly email: string | null;
  readonly model: string | null;
  readonly turns: number;
}

const NAMES = new Map([
  ['ann@example.com', 'Zoë Marsh'],
  ['zed@example.com', 'Ann Opal'],
]);
const BATCHES = new Map([
  [1, 'Opal'],
  [2, 'Winter 7'],
  [7, '100%'],
]);
const EMAILS = [...NAMES.keys(), 'gone_7@example.com', null];
const MODELS = ['opal-2', 'Marsh', '7', 'Élan', null];

let server: TestServer;
let db: Db;
let tasks: ListClient;
let editor: TestUser;
let admin: TestUser;
let projects: readonly [number, number];
let known: Known[];

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  projects = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  editor = await createUser(db, 'editor@example.org');
  admin = await createUser(db, 'root@example.org');
  await assignRole(db, editor, projects[0], 'project_admin');
  await assignRole(db, admin, 0, 'admin');
  for (const [email, name] of NAMES) {
    await createUser(db, email);
    await db.query('UPDATE core.app_user SET name = $2 WHERE email = $1', [email, name]);
  }
  for (const project of projects) {
    for (const [batch, name] of BATCHES) {
      await db.query(
        'INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, $2, $3)',
        [project, batch, name],
      );
    }
  }
  known = Array.from({ length: 60 }, (_, n) => ({
    id: n + 1,
    project: projects[n % 7 === 0 ? 1 : 0],
    batch: [...BATCHES.keys()][n % 3] ?? 1,
    email: EMAILS[Math.floor(n / 3) % 4] ?? null,
    model: MODELS[Math.floor(n / 5) % 5] ?? null,
    turns: (n * 7) % 5,
  }));
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, target_model,
       number_of_turns, status)
     SELECT id, project, batch, email, model, turns, 'pending'
     FROM jsonb_to_recordset($1) AS t
       (id bigint, project integer, batch bigint, email text, model text, turns integer)`,
    [JSON.stringify(known)],
  );
  tasks = new ListClient(server, 'tasks/tasks-crud', editor);
});
afterAll(() => server.stop());

/** Without capitals; without accents for names, which are few. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

function isFound({ id, batch, email, model }: Known, search: string): boolean {
  if (/^\d+$/.test(search)) return id === Number(search) || batch === Number(search);
  const has = (text: string | undefined | null) =>
    text?.toLowerCase().includes(search.toLowerCase()) ?? false;
  const named = (text: string | undefined) => plain(text ?? '').includes(plain(search));
  return has(email) || has(model) || named(NAMES.get(email ?? '')) || named(BATCHES.get(batch));
}

const TEXTS = ['opal', 'MARSH', 'zoe', 'Zoë', 'ann', 'winter 7', '7', '1', '60', '99'].concat(
  ...['100%', '%', '_7@', 'example', 'nobody', 'é', 'ÉLAN', "'", '\\'],
);

async function read(client: ListClient, query: object) {
  const answer = await client.query({ ...query });
  return itemPageSchema(listedItemSchema).parse(await answer.json());
}

describe('a search of tasks', () => {
  it('TASK-103 finds what a look at each task finds, in every order, by pages and by cursors, among the tasks that the caller sees', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TEXTS),
        fc.record({
          isAdmin: fc.boolean(),
          sort: fc.constantFrom('turing_task_id', 'number_of_turns', undefined),
          order: fc.constantFrom<('asc' | 'desc')[]>('asc', 'desc'),
          batch: fc.option(fc.constantFrom(1, 7), { nil: undefined }),
          size: fc.integer({ min: 1, max: 40 }),
        }),
        async (search, { isAdmin, sort, order, batch, size }) => {
          const of = (task: Known) => (sort === 'number_of_turns' ? task.turns : task.id);
          const sign = order === 'desc' && sort !== undefined ? -1 : 1;
          const expected = known
            .filter((task) => isFound(task, search))
            .filter((task) => isAdmin || task.project === projects[0])
            .filter((task) => batch === undefined || task.batch === batch)
            .toSorted((a, b) => sign * (of(a) - of(b) || a.id - b.id))
            .map(({ id }) => id);
          const client = tasks.as(isAdmin ? admin : editor);
          const query = {
            ...{ search, size },
            ...(sort && { sort_by: sort, sort_order: order }),
            ...(batch !== undefined && { filters: { turing_batch_id: batch } }),
          };
          const all: number[] = [];
          let page = await read(client, query);
          const second = await read(client, { ...query, page: 2 });
          expect(page.total).toBe(expected.length);
          const idsOf = ({ items }: typeof page) => items.map((item) => item['turing_task_id']);
          expect(idsOf(second)).toEqual(expected.slice(size, 2 * size));
          for (;;) {
            all.push(...idsOf(page).map(Number));
            if (page.next === null) break;
            page = await read(client, { ...query, after: page.next });
          }
          expect(all).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    ));

  it('TASK-103 CRUD-80 CRUD-65 selects the same for a bulk request and an export', async () => {
    for (const search of ['opal', '7', 'zoe']) {
      const { total } = await tasks.list({ search });
      expect(total).toBeGreaterThan(0);
      const body = { search, dry_run: true, change: { number_of_turns: 9 } };
      const bulk = await tasks.call('POST', { path: 'bulk', body });
      expect(await bulk.json()).toMatchObject({ count: total });
      const lines = await (await tasks.get(`export?search=${search}`)).text();
      expect(lines.trim().split('\n')).toHaveLength(total + 1);
    }
  });
});
