import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { sql } from '@portal/persistence/sql';
import { connectTo } from '@portal/testing/query-client';
import { taskFileText } from '@portal/testing/task-file';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';

const TASKS = 60_000;
const FILE = taskFileText({ tasks: TASKS, turingProjectId: 1001, batches: 4 });

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

const TABLES = "'core.task'::regclass, 'core.task_review'::regclass, 'agg.user_review'::regclass";

/** What autovacuum notes where a load was given up: many pages, and not a row to any of them. */
const takeForEmpty = sql`
UPDATE pg_class SET reltuples = 0, relpages = 500
WHERE oid IN (${TABLES},
  'agg.pending_cell'::regclass, 'agg.pending_user'::regclass, 'agg.pending_activity'::regclass)`;

describe('the planner', () => {
  // Taken for empty, each row of the file would be looked for among all others: many minutes.
  it.each([
    ['appended', FILE],
    ['merged', FILE.replace('"turing_task_id":1,', `"turing_task_id":${TASKS + 1},`)],
  ])('IMP-48 does not take the tables for empty when a file is %s', async (_how, file) => {
    await world.clear();
    await world.db.query(takeForEmpty);
    const stored = await world.import(file);
    expect([stored.state, stored.inserted]).toEqual(['completed', TASKS]);
    const client = await connectTo(world.url);
    expect(await verifyAggregates(client)).toEqual([]);
    await client.close();
  });

  it('IMP-48 does not come to take them for empty on the way', async () => {
    // What is deleted leaves its pages; autovacuum could come before the import begins.
    for (const table of ['core.task', 'core.task_review', 'agg.user_review']) {
      await world.db.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    }
    await world.clear();
    await world.db.query(`UPDATE pg_class SET reltuples = -1 WHERE oid IN (${TABLES})`);
    const id = await world.upload(FILE);
    const importing = world.handler().run(id, 1);
    await vi.waitFor(async () => expect((await world.stored(id)).rows_done).toBeGreaterThan(0));
    await world.db.query('VACUUM (SKIP_LOCKED) core.task, core.task_review, agg.user_review');
    const taken = world.rows(
      `SELECT relname FROM pg_class WHERE oid IN (${TABLES}) AND reltuples = 0`,
    );
    expect(await taken).toEqual([]);
    expect((await world.stored(id)).state).toBe('running');
    await importing;
    expect(await world.stored(id)).toMatchObject({ state: 'completed', inserted: TASKS });
  });
});
