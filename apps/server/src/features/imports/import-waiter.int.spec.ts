import { randomUUID } from 'node:crypto';
import { importSummarySchema } from '@portal/contracts/imports';
import type { ImportEnd, ImportProgress } from '@portal/persistence/imports/import-models';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ImportRequests } from '@portal/persistence/imports/import-requests';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { PATIENCE } from '@portal/testing/patience';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChangeFeed } from '../../live/feed/change-feed.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { ImportWaiter } from './import-waiter.js';

const READING = { format: 'json', columns: null, empty: 'keep' } as const;
/** Seconds that no test waits: a wait ends because it is woken, or the test hangs. */
const LONG = 3_600;
const COMPLETED: ImportEnd = {
  state: 'completed',
  counts: { insert: 1, update: 2, unchanged: 3, delivery_batches: 0 },
  ...{ older: 0, sample: [], keptDays: 0 },
};
const PROGRESS: ImportProgress = {
  phase: 'reading',
  bytesDone: 1,
  rowsTotal: null,
  rowsDone: 1,
  errors: 0,
  warnings: 0,
  waitsToMerge: false,
  projects: [],
};

let server: TestServer;
let feed: ChangeFeed;
/** Another session of the database, like the worker's. */
let db: QueryClient;
let imports: ImportRequests;
let runs: ImportRuns;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  feed = server.app.get(ChangeFeed);
  db = await connectTo(server.config.databaseUrl);
  imports = new ImportRequests(db);
  runs = new ImportRuns(db);
  user = await createUser(server.db, 'ada@example.com');
  await assignRole(server.db, user, 0, 'admin');
});
afterEach(() => db.query('DELETE FROM core.task_import'));
afterAll(async () => {
  await db.close();
  await server.stop();
});

async function queuedImport(): Promise<string> {
  const id = randomUUID();
  const file = { fileName: 'tasks.json', storeKey: 'key', sha256: '0'.repeat(64), bytesTotal: 10 };
  await imports.insert({
    id,
    uploadedBy: user.id,
    dryRun: false,
    onError: 'abort',
    onOlder: 'apply',
    onConflict: 'desk',
    fileDays: 1,
    ...file,
    ...READING,
  });
  return id;
}

async function runningImport(): Promise<string> {
  const id = await queuedImport();
  await runs.claim(id);
  return id;
}

const finish = (id: string, end: ImportEnd) =>
  runs.finish(id, end, { ...PROGRESS, rowsTotal: 6, issueFields: new Map(), issueGroups: [] });

/** A waiter that counts its reads and runs hooks around the first one. */
class ObservedWaiter {
  reads = 0;
  finishedReads = 0;
  listeners = 0;
  readonly waiter: ImportWaiter;

  constructor(hooks: { beforeRead?: () => Promise<unknown>; afterRead?: () => Promise<unknown> }) {
    const serverImports = server.app.get(ImportQueries);
    this.waiter = new ImportWaiter(
      {
        listen: (listener) => {
          this.listeners += 1;
          const stop = feed.listen(listener);
          return () => {
            this.listeners -= 1;
            stop();
          };
        },
      },
      {
        find: async (id) => {
          const isFirst = ++this.reads === 1;
          if (isFirst) await hooks.beforeRead?.();
          const found = await serverImports.find(id);
          if (isFirst) await hooks.afterRead?.();
          this.finishedReads += 1;
          return found;
        },
      },
    );
    this.waiter.backstopMs = LONG * 1000;
  }

  /** Waits for the end, with a limit that no test reaches. */
  wait(id: string, signal = new AbortController().signal) {
    return this.waiter.waitForEnd(id, LONG, signal);
  }
}

/** Resolves when this server's feed has reported the end of the import. */
function announced(id: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = feed.listen({
      importChanged: (changedId, hasEnded) => {
        if (!hasEnded || changedId !== id) return;
        stop();
        resolve();
      },
    });
  });
}

const firstRead = (observed: ObservedWaiter) =>
  vi.waitFor(() => expect(observed.finishedReads).toBeGreaterThan(0), { ...PATIENCE, interval: 1 });

describe('waiting for the end of an import', () => {
  it('UP-10 reads once at the start and once at the end, not at each progress', async () => {
    const id = await runningImport();
    const observed = new ObservedWaiter({});
    const waiting = observed.wait(id);
    await firstRead(observed);
    for (let row = 1; row <= 20; row++) await runs.writeProgress(id, PROGRESS);
    await finish(await runningImport(), COMPLETED);
    await finish(id, COMPLETED);
    expect(await waiting).toMatchObject({
      status: 'completed',
      tasks_imported: { insert: 1, update: 2, unchanged: 3 },
    });
    expect(observed.reads).toBe(2);
    expect(observed.listeners).toBe(0);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['completed', (id) => finish(id, COMPLETED)],
    ['failed', (id) => finish(id, { state: 'failed', code: 'import-failed', detail: 'No.' })],
    ['cancelled', (id) => finish(id, { state: 'cancelled' })],
  ])('UP-10 is notified that a running import is %s', async (status, end) => {
    const id = await runningImport();
    const observed = new ObservedWaiter({});
    const waiting = observed.wait(id);
    await firstRead(observed);
    await end(id);
    expect((await waiting).status).toBe(status);
  });

  it('UP-10 is notified that a queued import is cancelled', async () => {
    const id = await queuedImport();
    const observed = new ObservedWaiter({});
    const waiting = observed.wait(id);
    await firstRead(observed);
    expect(await imports.cancel(id)).toBe(true);
    expect((await waiting).status).toBe('cancelled');
    expect(await imports.cancel(id)).toBe(false);
  });

  it('UP-10 sees an end before the wait, or before its first read', async () => {
    const ended = await runningImport();
    await finish(ended, COMPLETED);
    const late = new ObservedWaiter({});
    expect((await late.wait(ended)).status).toBe('completed');
    expect(late.reads).toBe(1);

    const id = await runningImport();
    const observed = new ObservedWaiter({ beforeRead: () => finish(id, COMPLETED) });
    expect((await observed.wait(id)).status).toBe('completed');
  });

  it('UP-10 does not miss an end that is announced during the first read', async () => {
    const id = await runningImport();
    const observed = new ObservedWaiter({
      afterRead: async () => {
        const heard = announced(id);
        await finish(id, COMPLETED);
        await heard;
      },
    });
    expect((await observed.wait(id)).status).toBe('completed');
    expect(observed.reads).toBe(2);
  });

  it('UP-10 finds an end whose announcement was lost', async () => {
    const id = await runningImport();
    const observed = new ObservedWaiter({
      afterRead: async () => {
        await db.query('ALTER TABLE core.task_import DISABLE TRIGGER announce');
        await finish(id, COMPLETED);
        await db.query('ALTER TABLE core.task_import ENABLE TRIGGER announce');
      },
    });
    observed.waiter.backstopMs = 1;
    expect((await observed.wait(id)).status).toBe('completed');
    expect(observed.reads).toBe(2);
  });

  it('UP-10 finds an end that was committed while the feed had no connection', async () => {
    const id = await runningImport();
    const observed = new ObservedWaiter({});
    const waiting = observed.wait(id);
    await firstRead(observed);
    await db.query('BEGIN');
    await finish(id, COMPLETED);
    const cut = await db.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'portal-server change feed'`,
    );
    expect(cut).toHaveLength(1);
    await db.query('COMMIT');
    expect((await waiting).status).toBe('completed');
  });

  it('UP-4 returns the present status when the time is over or the client is gone', async () => {
    const id = await runningImport();
    const { signal } = new AbortController();
    const impatient = new ObservedWaiter({});
    expect((await impatient.waiter.waitForEnd(id, 0, signal)).status).toBe('running');
    expect(impatient.reads).toBe(1);

    const patient = new ObservedWaiter({});
    expect((await patient.waiter.waitForEnd(id, 0.2, signal)).status).toBe('running');
    // A timer may fire a little early, which costs one more read.
    expect([2, 3]).toContain(patient.reads);

    const gone = new AbortController();
    const left = new ObservedWaiter({});
    const waiting = left.wait(id, gone.signal);
    await firstRead(left);
    gone.abort();
    expect((await waiting).status).toBe('running');
    expect([impatient, patient, left].map(({ listeners }) => listeners)).toEqual([0, 0, 0]);
  });

  it('UP-11 ends with the server, which answers the upload with the present status', async () => {
    const stopping = await startTestServer({ databaseUrl: server.config.databaseUrl });
    const reads = vi.spyOn(stopping.app.get(ImportQueries), 'find');
    const form = new FormData();
    form.append('file', new Blob(['[]']), 'tasks.json');
    const answer = fetch(`${stopping.baseUrl}/api/v1/tasks/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, prefer: 'wait=60' },
      body: form,
    });
    await vi.waitFor(() => expect(reads.mock.settledResults[0]?.type).toBe('fulfilled'), PATIENCE);
    const stopped = stopping.stop();
    const response = await answer;
    await stopped;
    expect(response.status).toBe(202);
    const { status, import_id } = importSummarySchema.parse(await response.json());
    expect(status).toBe('queued');
    expect(response.headers.get('location')).toBe(`/api/v1/tasks/imports/${import_id}`);
  });
});
