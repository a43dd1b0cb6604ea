import { QUEUES } from '@portal/contracts/jobs';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import { testRedisUrl } from '@portal/testing/redis';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openQueue, openWorker, type QueueConnection } from './queue.js';

let database: TestDatabase;
let redisUrl: string | undefined;

beforeAll(async () => {
  database = await emptyDatabase();
  redisUrl = await testRedisUrl();
});
afterAll(() => database.drop());

const QUIET = { onError: console.error, onWorks: () => undefined };
const backends: [string, () => QueueConnection][] = [
  ['PostgreSQL', () => ({ databaseUrl: database.url, applicationName: 'spec' })],
];
if (process.env['PORTAL_TEST_REDIS_URL'] !== undefined) {
  backends.push(['Redis', () => ({ redisUrl: redisUrl ?? '' })]);
}

describe.each(backends)('a queue on %s', (_name, connection) => {
  it('RUN-20 runs a job once, however often it is added', async () => {
    const queue = await openQueue(QUEUES.taskImport, connection(), QUIET);
    const received: unknown[] = [];
    const worker = await openWorker(
      QUEUES.taskImport,
      connection(),
      (job) => {
        received.push([job.id, job.name, job.data]);
        return Promise.resolve();
      },
      { ...QUIET, onFailed: console.error },
    );
    const jobId = crypto.randomUUID();
    await queue.add('import', { import_id: jobId }, { jobId });
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE);
    await queue.add('import', { import_id: jobId }, { jobId });
    const second = crypto.randomUUID();
    await queue.add('import', { import_id: second }, { jobId: second });
    await vi.waitFor(() => expect(received).toHaveLength(2), PATIENCE);
    expect(received).toEqual([
      [jobId, 'import', { import_id: jobId }],
      [second, 'import', { import_id: second }],
    ]);
    await worker.close();
    await queue.close();
  });

  it('OPS-3 counts waiting and running jobs, and the age of the oldest', async () => {
    const queue = await openQueue(QUEUES.taskImport, connection(), QUIET);
    const empty = { waiting: 0, active: 0, oldestWaitingMs: 0 };
    expect(await queue.load()).toMatchObject(empty);
    for (const jobId of ['first', 'second']) await queue.add('import', {}, { jobId });
    await vi.waitFor(async () => {
      const { waiting, oldestWaitingMs } = await queue.load();
      expect(waiting).toBe(2);
      expect(oldestWaitingMs).toBeGreaterThan(20);
    }, PATIENCE);
    let end = (): void => undefined;
    const worker = await openWorker(
      QUEUES.taskImport,
      connection(),
      () => new Promise((resolve) => (end = resolve)),
      { ...QUIET, onFailed: console.error },
    );
    await vi.waitFor(async () => {
      expect(await queue.load()).toMatchObject({ waiting: 1, active: 1 });
    }, PATIENCE);
    await vi.waitFor(async () => {
      end();
      expect(await queue.load()).toMatchObject(empty);
    }, PATIENCE);
    await worker.close();
    await queue.close();
  });

  it('RUN-21 retries a job after its handler failed, and reports the failure', async () => {
    const queue = await openQueue(QUEUES.taskImport, connection(), QUIET);
    const errors: string[] = [];
    let starts = 0;
    const worker = await openWorker(
      QUEUES.taskImport,
      connection(),
      () => {
        starts += 1;
        return starts === 1 ? Promise.reject(new Error('no')) : Promise.resolve();
      },
      { ...QUIET, onFailed: (error) => void errors.push(error.message) },
    );
    const jobId = crypto.randomUUID();
    await queue.add('import', { import_id: jobId }, { jobId });
    await vi.waitFor(() => expect(starts).toBe(2), PATIENCE);
    expect(errors).toEqual(['no']);
    await worker.close();
    await queue.close();
  });
});
