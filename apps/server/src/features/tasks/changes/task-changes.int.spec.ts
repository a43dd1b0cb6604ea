import {
  type TaskChange,
  taskChangeSchema,
  taskChangesSchema,
} from '@portal/contracts/task-changes';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { runs } from '@portal/testing/runs';
import { buildWorld, type TestUser } from '@portal/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedCursors } from '../../../lists/read/signed-cursors.js';
import { get, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

let server: TestServer;
let users: Readonly<Record<'root' | 'ann' | 'none', TestUser>>;
let projects: Readonly<Record<'Alpha' | 'Beta', number>>;

beforeAll(async () => {
  server = await sharedServer();
  ({ users, projects } = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } }, Beta: { batches: { 1: 'One' } } },
    users: {
      root: { roles: { 'All Projects': 'admin' } },
      ann: { roles: { Alpha: 'project_admin' } },
      none: {},
    },
  }));
});
beforeEach(() => server.db.query('DELETE FROM core.task; DELETE FROM core.task_removal'));
afterAll(() => server.stop());

const url = (query: string): string => `${server.baseUrl}/api/v1/tasks/changes${query}`;

/** A copy of the tasks that a user sees, kept by the feed. */
class Mirror {
  readonly tasks = new Map<number, TaskChange['task']>();
  after: string | undefined;

  constructor(
    private readonly user: TestUser,
    private readonly limit: number,
  ) {}

  /** Reads one page. @returns whether there is more */
  async step(): Promise<boolean> {
    const after = this.after === undefined ? '' : `&after=${this.after}`;
    const answer = await get(url(`?limit=${this.limit}${after}`), this.user.token);
    expect(answer.status).toBe(200);
    const page = taskChangesSchema.parse(await answer.json());
    expect(page.items.length).toBeLessThanOrEqual(this.limit);
    for (const item of page.items) this.apply(item);
    this.after = page.next;
    return page.has_more;
  }

  apply({ turing_task_id: id, change, task }: TaskChange): void {
    if (change === 'delete') this.tasks.delete(id);
    else this.tasks.set(id, task);
  }

  /** Any transaction of the cluster that still runs holds the changes back. */
  async catchUp(seen?: readonly number[]): Promise<void> {
    await vi.waitFor(async () => {
      while (await this.step());
      expect(this.contents).toEqual(await stored(seen));
    }, PATIENCE);
  }

  /** Its tasks, for comparing. */
  get contents(): unknown {
    return [...this.tasks.values()]
      .map(
        (task) =>
          task && { id: task.turing_task_id, project: task.project_id, status: task.status },
      )
      .toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0));
  }
}

const stored = (seen: readonly number[] = Object.values(projects)) =>
  server.db.query(
    `SELECT turing_task_id AS id, project_id AS project, status FROM core.task
     WHERE project_id = ANY ($1) ORDER BY 1`,
    [seen],
  );

const insert = (ids: readonly number[], project = projects.Alpha, status = 'pending') =>
  server.db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
     SELECT id, $2, 1, $3 FROM unnest($1::bigint[]) AS id`,
    [ids, project, status],
  );

/** Waits until every transaction that runs now has ended, of other databases too. */
async function settled(): Promise<void> {
  const [now] = await server.db.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  await vi.waitFor(async () => {
    const [oldest] = await server.db.query<{ xid: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
    );
    expect(BigInt(oldest?.xid ?? 0)).toBeGreaterThan(BigInt(now?.xid ?? 0));
  }, PATIENCE);
}

describe('the changes of tasks', () => {
  it('TASK-46 begin with all tasks and go on with what changes, deletions included', async () => {
    await insert([1, 2, 3]);
    await settled();
    const mirror = new Mirror(users.root, 2);
    expect(await mirror.step()).toBe(true);
    expect(await mirror.step()).toBe(false);
    expect(mirror.contents).toEqual(await stored());
    const { after } = mirror;
    expect(await mirror.step()).toBe(false);
    expect(mirror.after).toBe(after);

    await server.db.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = 2`);
    await server.db.query(`DELETE FROM core.task WHERE turing_task_id = 1`);
    await settled();
    const answer = await get(url(`?after=${mirror.after ?? ''}`), users.root.token);
    const page = taskChangesSchema.parse(await answer.json());
    expect(page.items).toMatchObject([
      { turing_task_id: 2, change: 'upsert', task: { status: 'rework', metadata: null } },
      { turing_task_id: 1, change: 'delete', task: null },
    ]);
    expect(page.items.every(({ changed_at }) => changed_at !== null)).toBe(true);
  });

  it('TASK-47 never skip a transaction that commits later', async () => {
    await insert([1]);
    const early = await connectTo(server.config.databaseUrl);
    await early.query('BEGIN');
    await early.query(`UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1`);
    const mirror = new Mirror(users.root, 10);
    await insert([2]);
    await mirror.step();
    expect(mirror.tasks.has(2)).toBe(false);
    await early.query('COMMIT');
    await early.close();
    await mirror.catchUp();
    expect(mirror.tasks.get(1)?.status).toBe('rework');
  });

  it('TASK-48 show a caller the tasks that they may list, and a task that moves away as deleted', async () => {
    await insert([1, 2]);
    await insert([3], projects.Beta);
    const [all, own] = [new Mirror(users.root, 10), new Mirror(users.ann, 10)];
    const alpha = [projects.Alpha];
    await Promise.all([all.catchUp(), own.catchUp(alpha)]);
    const move = 'UPDATE core.task SET project_id = $2 WHERE turing_task_id = $1';
    await server.db.query(move, [1, projects.Beta]);
    await server.db.query(move, [3, projects.Alpha]);
    await Promise.all([all.catchUp(), own.catchUp(alpha)]);

    const nothing = await get(url(''), users.none.token);
    expect(await nothing.json()).toMatchObject({ items: [], has_more: false });
    expect((await get(url(`?project_id=${projects.Beta}`), users.ann.token)).status).toBe(404);
    const one = await get(url(`?project_id=${projects.Beta}`), users.root.token);
    expect(taskChangesSchema.parse(await one.json()).items).toMatchObject([{ turing_task_id: 1 }]);
  });

  it('TASK-49 TASK-67 refuse a cursor that is wrong, and one that cannot go on', async () => {
    const mirror = new Mirror(users.root, 10);
    await mirror.catchUp();
    const after = mirror.after ?? '';
    const refusal = async (query: string) => {
      const answer = await get(url(query), users.root.token);
      const { code, detail } = await problemIn(answer);
      return [answer.status, code, detail];
    };
    const wrong = async (cursor: string) => {
      const refused = [400, 'invalid-input', 'The query is not valid'];
      expect(await refusal(`?after=${cursor}`)).toEqual(refused);
    };
    await wrong('x');
    await wrong(Buffer.from('[1]').toString('base64url'));
    expect(await refusal(`?after=${after}&project_id=${projects.Alpha}`)).toEqual([
      ...[410, 'cursor-expired'],
      'The projects that you read are not the projects of `after`; begin again without `after`',
    ]);
    const cursors = server.app.get(SignedCursors);
    const [unsigned = ''] = after.split('.');
    const parts = JSON.parse(Buffer.from(unsigned, 'base64url').toString()) as unknown[];
    const restored = cursors.write(['other', ...parts.slice(1)], 'tasks/changes');
    expect((await refusal(`?after=${restored}`))[2]).toContain(
      'The database was restored or restarted since',
    );
    // A cursor that the feed did not write: unsigned, changed, or of a list.
    await wrong(unsigned);
    await wrong(`${restored.split('.')[0]}.${after.split('.')[1]}`);
    await wrong(cursors.write(parts, 'tasks/reviews'));
    await server.db.query(
      `INSERT INTO core.meta (key, value) VALUES ('task_removals_pruned_through', pg_current_xact_id()::text)`,
    );
    expect((await refusal(`?after=${after}`))[2]).toContain('no longer known');
    await new Mirror(users.root, 10).catchUp();
    await server.db.query(`DELETE FROM core.meta WHERE key = 'task_removals_pruned_through'`);
    await mirror.catchUp();
  });

  it('TASK-50 ask readers of all projects to begin again when a project is deleted', async () => {
    const created = await send('POST', `${server.baseUrl}/api/v1/projects/`, users.root.token, {
      name: 'Gamma',
    });
    const { id } = (await created.json()) as { id: number };
    await server.db.query(`INSERT INTO core.batch VALUES ($1, 1, 'One')`, [id]);
    await insert([7], id);
    const mirror = new Mirror(users.root, 10);
    await mirror.catchUp([id]);
    const path = `${server.baseUrl}/api/v1/projects/${id}?force=true`;
    expect((await send('DELETE', path, users.root.token)).ok).toBe(true);
    const expired = await get(url(`?after=${mirror.after ?? ''}`), users.root.token);
    expect([expired.status, (await problemIn(expired)).detail]).toEqual([
      410,
      'A project was deleted since; begin again without `after`',
    ]);
    await new Mirror(users.root, 10).catchUp();
  });

  it('TASK-51 are lines of JSON if the request accepts them, each with its cursor', async () => {
    await insert(Array.from({ length: 2_500 }, (_, n) => n + 1));
    await settled();
    const read = async (after = ''): Promise<unknown[]> => {
      const answer = await fetch(url(after), {
        headers: { authorization: `Bearer ${users.root.token}`, accept: 'application/x-ndjson' },
      });
      expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
      const lines = (await answer.text()).trimEnd().split('\n');
      return lines.map((line): unknown => JSON.parse(line));
    };
    const all = await read();
    expect(all).toHaveLength(2_501);
    expect(all.at(-1)).toEqual({ next: expect.any(String) as string, has_more: false });
    const changes = all.slice(0, -1).map((line) => taskChangeSchema.parse(line));
    expect(changes.map(({ turing_task_id: id }) => id)).toEqual(
      Array.from({ length: 2_500 }, (_, n) => n + 1),
    );
    const { cursor } = all[1_999] as { cursor: string };
    expect(await read(`?after=${cursor}`)).toEqual(all.slice(2_000));
  });
});

const task = fc.integer({ min: 1, max: 6 });
const project = fc.constantFrom('Alpha' as const, 'Beta' as const);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('upsert' as const, 'delete' as const),
      /** Of two transactions that stay open for a while. */
      session: fc.nat({ max: 1 }),
      task,
      project,
      status: fc.constantFrom('pending', 'rework'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('commit' as const), session: fc.nat({ max: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
);

it('TASK-47 a reader that applies every page holds the tasks, whatever commits when', async () => {
  const sessions = [
    await connectTo(server.config.databaseUrl),
    await connectTo(server.config.databaseUrl),
  ];
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        await server.db.query('DELETE FROM core.task');
        const mirrors = [new Mirror(users.root, 2), new Mirror(users.ann, 3)];
        const open = new Open(sessions);
        for (const one of steps) {
          if (one.kind === 'commit') await open.commit(one.session);
          else if (one.kind === 'read') await Promise.all(mirrors.map((mirror) => mirror.step()));
          else await open.change(one.session, one);
        }
        await open.commit(0);
        await open.commit(1);
        await mirrors[0]?.catchUp();
        await mirrors[1]?.catchUp([projects.Alpha]);
      }),
      { numRuns: runs(5) },
    );
  } finally {
    for (const session of sessions) await session.close();
  }
});

/** Transactions that change different tasks: a task belongs to the one that changed it first. */
class Open {
  private readonly begun = [false, false];
  private readonly owners = new Map<number, number>();

  constructor(private readonly sessions: readonly QueryClient[]) {}

  async change(
    session: number,
    change: { kind: 'upsert' | 'delete'; task: number; project: 'Alpha' | 'Beta'; status: string },
  ): Promise<void> {
    const owner = this.owners.get(change.task) ?? session;
    const db = this.sessions[owner];
    if (!this.begun[owner]) await db?.query('BEGIN');
    this.begun[owner] = true;
    this.owners.set(change.task, owner);
    if (change.kind === 'delete') {
      await db?.query('DELETE FROM core.task WHERE turing_task_id = $1', [change.task]);
    } else {
      await db?.query(
        `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
         VALUES ($1, $2, 1, $3) ON CONFLICT (turing_task_id) DO UPDATE
         SET project_id = excluded.project_id, status = excluded.status`,
        [change.task, projects[change.project], change.status],
      );
    }
  }

  async commit(session: number): Promise<void> {
    if (!this.begun[session]) return;
    await this.sessions[session]?.query('COMMIT');
    this.begun[session] = false;
    for (const [id, owner] of this.owners) if (owner === session) this.owners.delete(id);
  }
}
