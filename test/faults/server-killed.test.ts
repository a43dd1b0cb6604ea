import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importListSchema } from '@portal/contracts/imports';
import { taskFileChunks, type TaskFilePlan } from '@portal/testing/task-file';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, query } from '../support/world.js';

let portal: Portal;
let admin: Api;

beforeAll(async () => {
  portal = await startPortal();
  ({ admin } = portal);
});
afterAll(() => portal.stack.stop());

const plan: TaskFilePlan = { tasks: 20_000, turingProjectId: ALPHA_TURING_ID };

/** A file that pauses half way, so that a test can act in the middle of the upload. */
function pausedFile(): { content: Readable; resume: () => void; halfWay: Promise<void> } {
  let resume = (): void => undefined;
  let reach = (): void => undefined;
  const gate = new Promise<void>((resolve) => (resume = resolve));
  const halfWay = new Promise<void>((resolve) => (reach = resolve));
  async function* content() {
    const chunks = [...taskFileChunks(plan)];
    const half = Math.floor(chunks.length / 2);
    yield* chunks.slice(0, half);
    reach();
    await gate;
    yield* chunks.slice(half);
  }
  return { content: Readable.from(content(), { objectMode: false }), resume, halfWay };
}

async function importsListed(): Promise<number> {
  return importListSchema.parse((await admin.get('/tasks/imports/')).body).total;
}

async function storedUploads(): Promise<string[]> {
  const entries = await readdir(`${portal.stack.dataDir}/uploads`, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an upload that breaks off', () => {
  it('SYS-142 because the client goes away leaves neither an import nor a file', async () => {
    const before = await importsListed();
    const { content, halfWay } = pausedFile();
    const leaving = new AbortController();
    const upload = admin.upload(content, { signal: leaving.signal });
    await halfWay;
    await eventually('the first half to be stored', async () => (await storedUploads()).length > 0);
    leaving.abort();

    await expect(upload).rejects.toThrow();
    await eventually('the file to be gone', async () => (await storedUploads()).length === 0);
    expect(await importsListed()).toBe(before);
    expect((await admin.upload(file(row(1)))).status).toBe(200);
  });

  it('SYS-143 because the server is killed leaves no import, and works the next time', async () => {
    const before = await importsListed();
    const { content, halfWay, resume } = pausedFile();
    const upload = admin.upload(content);
    const failed = expect(upload).rejects.toThrow();
    await halfWay;
    await portal.stack.kill('server', 'SIGKILL');
    await failed;
    resume();

    await portal.stack.restart('server');
    expect(await importsListed()).toBe(before);
    const again = await admin.upload(Readable.from(taskFileChunks(plan), { objectMode: false }));
    expect(again.body).toMatchObject({ tasks_imported: { insert: plan.tasks - 1 } });
  });
});

describe('the server killed with SIGKILL', () => {
  it('SYS-144 with a watcher connected: it comes back and holds what happened meanwhile', async () => {
    const { token } = await portal.as('lead@example.com');
    const lead = new Watcher(portal.stack.baseUrl, token);
    try {
      await lead.connected();
      const before = await lead.enter(portal.world.alpha);
      await portal.stack.kill('server', 'SIGKILL');
      await query(
        portal.stack.databaseUrl,
        "UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1",
      );
      await portal.stack.restart('server');

      await eventually('the connection', () => lead.socket.connected);
      const after = await lead.enter(portal.world.alpha);
      expect(after.dashboard.revision).toBeGreaterThan(before.dashboard.revision);
      expect(after.dashboard.totals.rework_tasks).toBe(before.dashboard.totals.rework_tasks + 1);

      await admin.patch('/tasks/tasks-crud/1', { status: 'completed' });
      await lead.seen(
        'dashboard-changed',
        'the edit after it',
        ({ totals }) => totals.rework_tasks === before.dashboard.totals.rework_tasks,
      );
    } finally {
      lead.close();
    }
  });
});
