import { createLogger } from '@portal/platform/logging';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { SlotMerger } from './slot-merger.js';

const MANY = 2_500;

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

const complete = (first: number, tasks: number) =>
  world.db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, completed_at)
     SELECT $1::integer + n, project_id, turing_batch_id, 'completed', now() - n * interval '1 hour'
     FROM (SELECT * FROM core.batch LIMIT 1) AS batch CROSS JOIN generate_series(1, $2::integer) AS n`,
    [first, tasks],
  );

it('AGG-28 a worker merges the time slots of a large change, and says how many', async () => {
  await world.db.query(
    `INSERT INTO core.batch (project_id, turing_batch_id, name)
     SELECT id, 1, 'First' FROM core.project WHERE id > 0 LIMIT 1`,
  );
  await complete(0, 1);
  await complete(10_000, MANY);
  const logger = createLogger('spec', 'silent');
  const info = vi.spyOn(logger, 'info');
  const merger = new SlotMerger(world.db, logger);
  merger.onApplicationBootstrap();
  await vi.waitFor(() => expect(info).toHaveBeenCalled());
  await merger.beforeApplicationShutdown();
  expect(info.mock.calls).toEqual([[{ rows: MANY }, expect.stringContaining('merged')]]);
  expect(await world.db.query(`SELECT FROM agg.user_slot WHERE xid <> '0'`)).toEqual([]);
  const again = new SlotMerger(world.db, logger);
  again.onApplicationBootstrap();
  await again.beforeApplicationShutdown();
  expect(info).toHaveBeenCalledOnce();
});
