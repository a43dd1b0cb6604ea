import {
  type ListedItem,
  listedItemSchema,
  listMetaSchema,
  itemPageSchema,
  type FieldMeta,
} from '@portal/contracts/lists';
import { share } from '@portal/testing/runs';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ListClient, itemIn } from '../../testing/list-client.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let users: Readonly<Record<'root' | 'ann' | 'both' | 'member' | 'none', TestUser>>;
let projects: Readonly<Record<'Alpha' | 'Beta' | 'Gamma', number>>;
let reviews: ListClient;
let fields: readonly FieldMeta[];
/** Every review of the database, by its key. */
let all: readonly Review[];

type Review = Readonly<Record<string, string | number | null>>;

const NAMES = ['Alpha', 'Beta', 'Gamma'] as const;
const EMAILS = ['a@example.com', 'b%@example.com', 'c_d@example.com', null];

/** The keys and values of the projects alternate. */
const TASKS = Array.from({ length: 24 }, (_, n) => ({
  ...{ project: NAMES[n % 3] ?? 'Alpha', turing_task_id: 100 - n, turing_batch_id: 1 + (n % 4) },
  ...{ status: 'completed', user_email: EMAILS[n % 4] ?? null },
  reviews: Array.from({ length: n % 5 }, (__, index) => ({
    turing_review_id: 7 - index,
    reviewer_email: EMAILS[(n + index) % 4] ?? null,
    status: ['accepted', 'rejected', 'rework'][(n + index) % 3] ?? 'accepted',
    score: n % 7 ? (n % 7) / 4 : null,
    feedback: n % 6 ? `Word ${n % 6}, 100%` : null,
    submitted_at: (n + index) % 4 ? `2026-01-0${1 + ((n + index) % 6)}T10:00:00.000Z` : null,
  })),
}));

beforeAll(async () => {
  server = await sharedServer();
  const world = await buildWorld(server.db, {
    projects: { Alpha: {}, Beta: {}, Gamma: {} },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin', Beta: 'project_member' } },
      both: { roles: { Alpha: 'project_admin', Gamma: 'project_admin' } },
      member: { roles: { Alpha: 'project_member' } },
      none: {},
    },
    tasks: TASKS,
  });
  ({ users, projects } = world);
  all = TASKS.flatMap(({ reviews: own, ...task }) =>
    own.map((review): Review => ({
      turing_task_id: task.turing_task_id,
      ...review,
      reasons: null,
      project_id: projects[task.project],
      turing_batch_id: task.turing_batch_id,
      user_email: task.user_email,
    })),
  ).toSorted(by('turing_task_id', 'asc'));
  reviews = new ListClient(server, 'tasks/reviews', users.ann);
  fields = listMetaSchema.parse(await (await reviews.get('_meta')).json()).fields;
});
afterAll(() => server.stop());

const seenBy = (...names: (keyof typeof projects)[]): Review[] =>
  all.filter(({ project_id: id }) => names.some((name) => projects[name] === id));

/** Each caller with the reviews that it lists. */
const callers = (): [TestUser, readonly Review[]][] => [
  [users.ann, seenBy('Alpha')],
  [users.both, seenBy('Alpha', 'Gamma')],
  [users.root, all],
  [users.member, []],
  [users.none, []],
];

/** Compares as a list does: null is the largest value, ties go by the key. */
function by(name: string, order: string): (one: Review, other: Review) => number {
  const sign = order === 'asc' ? 1 : -1;
  const compared = (a: Review, b: Review, field: string): number => {
    const [one = null, other = null] = [a[field], b[field]];
    if (one === other) return 0;
    if (one === null || other === null) return one === null ? 1 : -1;
    if (typeof one === 'string') return one.localeCompare(String(other));
    return one < Number(other) ? -1 : 1;
  };
  return (a, b) =>
    sign *
    (compared(a, b, name) ||
      compared(a, b, 'turing_task_id') ||
      compared(a, b, 'turing_review_id'));
}

const reviewSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .transform(({ version: _version, ...values }) => values);

const valuesOf = (item: ListedItem): Review => reviewSchema.parse(item);

async function walked(user: TestUser, query: Record<string, string>): Promise<Review[]> {
  const found: Review[] = [];
  for (let after = ''; ;) {
    const text = new URLSearchParams({ ...query, ...(after && { after }) }).toString();
    const answer = await get(`${server.baseUrl}/api/v1/tasks/reviews/?${text}`, user.token);
    const page = itemPageSchema(listedItemSchema).parse(await answer.json());
    found.push(...page.items.map(valuesOf));
    if (page.next === null) return found;
    after = page.next;
  }
}

describe('the list of reviews', () => {
  it('TASK-68 has the reviews of the tasks that the caller lists, with fields of the task', async () => {
    for (const [user, expected] of callers()) {
      const { items, total } = await reviews.as(user).list({ size: 100 });
      expect(items.map(valuesOf)).toEqual(expected);
      expect(total).toBe(expected.length);
    }
    expect(seenBy('Alpha').length).toBeGreaterThan(10);
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['score', 'project_id', 'turing_batch_id', 'user_email']),
    );
  });

  it('TASK-69 is sorted by each of its fields and read to its end by cursors', async () => {
    const sortable = fields.filter((field) => field.sortable);
    for (const [at, { name }] of sortable.entries()) {
      for (const [turn, sort_order] of ['asc', 'desc'].entries()) {
        for (const [user, visible] of share(callers().slice(0, 3), 3, at + turn)) {
          const query = { sort_by: name, sort_order, size: '7' };
          expect(await walked(user, query), `${name} ${sort_order}`).toEqual(
            visible.toSorted(by(name, sort_order)),
          );
        }
      }
    }
  });

  it('TASK-69 is filtered by each of its fields, without what the caller does not see', async () => {
    let found = 0;
    for (const { name } of fields) {
      // The values of all projects, so those of hidden ones, too.
      const values = new Set(all.map((review) => review[name] ?? null));
      for (const [at, value] of [...values].entries()) {
        for (const [user, visible] of share(callers(), 3, at)) {
          const filters = value === null ? { is_null: true } : { eq: value };
          const { items, total } = await reviews.as(user).list({
            ...{ filters: { [name]: filters }, size: 100 },
          });
          const expected = visible.filter((review) => (review[name] ?? null) === value);
          expect(items.map(valuesOf), `${name} ${value}`).toEqual(expected);
          expect(total).toBe(expected.length);
          found += total;
        }
      }
    }
    expect(found).toBeGreaterThan(all.length);
  });

  it('TASK-69 combines filters by the review and by its task, and a search', async () => {
    const of = async (query: object, user = users.ann) =>
      (await reviews.as(user).list({ ...query, size: 100 })).items.map(valuesOf);
    const alpha = seenBy('Alpha');
    expect(await of({ filters: { project_id: projects.Beta } })).toEqual([]);
    expect(await of({ filters: { project_id: { ne: projects.Alpha } } })).toEqual([]);
    expect(await of({ filters: { project_id: projects.Beta } }, users.root)).toEqual(
      seenBy('Beta'),
    );
    const accepted = { status: 'accepted', turing_batch_id: { in: [1, 2] } };
    const expected = alpha.filter(
      ({ status, turing_batch_id: batch }) => status === 'accepted' && Number(batch) <= 2,
    );
    expect(expected).not.toEqual([]);
    expect(await of({ filters: accepted })).toEqual(expected);
    const texts = ({ reviewer_email: email, feedback }: Review) => [email, feedback].join(' ');
    for (const search of ['B%@', 'WORD 4', '100%', 'c_d', 'zzz']) {
      expect(await of({ search }), search).toEqual(
        alpha.filter((review) => texts(review).toLowerCase().includes(search.toLowerCase())),
      );
    }
  });

  it('TASK-70 has a single review by its task and its number, with the version of the list', async () => {
    const [first] = (await reviews.list()).items;
    const [one] = seenBy('Alpha');
    const key = (review?: Review): string =>
      `${review?.['turing_task_id']},${review?.['turing_review_id']}`;
    const answer = await reviews.get(key(one));
    expect(await itemIn(answer)).toEqual(first);
    expect(answer.headers.get('etag')).toBe(`"${first?.version}"`);
    expect((await reviews.as(users.member).get(key(one))).status).toBe(403);
    const [hidden] = seenBy('Gamma');
    expect((await reviews.get(key(hidden))).status).toBe(404);
    expect((await reviews.as(users.root).get(key(hidden))).status).toBe(200);
    expect((await problemIn(await reviews.get('7'))).errors).toMatchObject([
      { pointer: 'turing_task_id,turing_review_id' },
    ]);
  });

  it('TASK-68 is exported in each format, without other projects', async () => {
    const names = ['turing_task_id', 'turing_review_id', 'project_id', 'user_email'];
    const query = `fields=${names.join(',')}&sort_by=user_email&sort_order=desc`;
    const exported = async (format: string) =>
      (await reviews.get(`export?format=${format}&${query}`)).text();
    const expected = seenBy('Alpha')
      .toSorted(by('user_email', 'desc'))
      .map((review) => Object.fromEntries(names.map((name) => [name, review[name]])));
    expect(JSON.parse(await exported('json'))).toEqual(expected);
    const lines = (await exported('ndjson')).trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(expected);
    const csv = (await exported('csv')).trimEnd().split('\r\n');
    expect(csv[0]).toBe(names.join(','));
    expect(csv).toHaveLength(expected.length + 1);
  });

  it('TASK-71 is not changed by it; `_meta` says that tasks announce its changes', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      expect((await reviews.call(method, { path: '100,7', body: {} })).status).toBe(405);
    }
    expect((await reviews.create({})).status).toBe(405);
    const meta = listMetaSchema.parse(await (await reviews.get('_meta')).json());
    expect(meta).toMatchObject({
      primary_key: 'turing_task_id,turing_review_id',
      ...{ audit_entity: 'task_review', reads: ['task'], operations: [] },
    });
  });
});
