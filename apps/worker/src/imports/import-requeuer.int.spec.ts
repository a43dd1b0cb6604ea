import { type QueueHandle, openQueue, openWorker, type WorkerHandle } from '@portal/platform/queue';
import { QUEUES, taskImportJobSchema } from '@portal/contracts/jobs';
import { createLogger } from '@portal/platform/logging';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportRequeuer } from './import-requeuer.js';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
let queue: QueueHandle;
let worker: WorkerHandle;
const handled: string[] = [];

beforeAll(async () => {
  world = await ImportWorld.create();
  const connection = { databaseUrl: world.url, applicationName: 'spec' };
  const reports = { onError: console.error, onWorks: () => undefined };
  queue = await openQueue(QUEUES.taskImport, connection, reports);
  worker = await openWorker(
    QUEUES.taskImport,
    connection,
    async ({ data }) => {
      const { import_id } = taskImportJobSchema.parse(data);
      handled.push(import_id);
      await world.handler().run(import_id);
    },
    { ...reports, onFailed: () => undefined },
  );
});
afterAll(async () => {
  await worker.close();
  await queue.close();
  await world.drop();
});

async function requeue(): Promise<void> {
  const requeuer = new ImportRequeuer(world.reads, queue, createLogger('spec', 'silent'));
  requeuer.onApplicationBootstrap();
  await requeuer.beforeApplicationShutdown();
}

const isCompleted = (id: string) =>
  vi.waitFor(async () => expect((await world.stored(id)).state).toBe('completed'), PATIENCE);

describe('ImportRequeuer', () => {
  it('IMP-47 gives a job to an import that has none', async () => {
    const id = await world.upload(fileOf(row(1)));
    await requeue();
    await isCompleted(id);
    await requeue();
    expect(handled).toEqual([id]);
  });

  it('IMP-47 gives a new job to an unfinished import whose job has ended', async () => {
    const id = await world.upload(fileOf(row(2)));
    await requeue();
    await isCompleted(id);
    const again = await world.upload(fileOf(row(3)));
    await world.db.query(
      `UPDATE core.task_import
       SET state = CASE id WHEN $1 THEN 'running' ELSE 'completed' END,
         finished_at = CASE id WHEN $2 THEN now() END,
         store_key = (SELECT store_key FROM core.task_import WHERE id = $2)
       WHERE id IN ($1, $2)`,
      [id, again],
    );
    // The queue may still be removing its job.
    await vi.waitFor(async () => {
      await requeue();
      expect((await world.stored(id)).state).toBe('completed');
    }, PATIENCE);
    expect(await world.count('FROM core.task WHERE turing_task_id = 3')).toBe(1);
  });
});
