import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importSummarySchema } from '@portal/contracts/imports';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@portal/platform/postgres/embedded';
import { taskFileStream } from '@portal/testing/task-file';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { recount } from '../support/recount.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, query } from '../support/world.js';

let dir: string;
let postgres: EmbeddedPostgres;
let portal: Portal;
let lead: Watcher;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-faults-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  postgres = await startEmbeddedPostgres({ dir });
  portal = await startPortal({ env: { DATABASE_URL: postgres.url } });
  const { token } = await portal.as('lead@example.com');
  lead = new Watcher(portal.stack.baseUrl, token);
  await lead.connected();
});
afterAll(async () => {
  lead.close();
  await portal.stack.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

async function restartDatabase(): Promise<void> {
  const port = Number(new URL(postgres.url).port);
  await postgres.stop();
  postgres = await startEmbeddedPostgres({ dir, port });
}

describe('the database', () => {
  it('SYS-145 restarted: requests fail with a problem at worst, then everything goes on', async () => {
    const held = await lead.enter(portal.world.alpha);
    await restartDatabase();

    await eventually(
      'a good answer',
      async () => (await portal.admin.get('/projects/')).status === 200,
    );
    const stored = await eventually('an upload to be taken', async () => {
      const answer = await portal.admin.upload(file(row(1)));
      return answer.status === 200 && answer;
    });
    expect(stored.body).toMatchObject({ status: 'completed' });
    await lead.seen(
      'dashboard-changed',
      'the new task',
      ({ totals }) => totals.total_tasks === held.dashboard.totals.total_tasks + 1,
    );
  });

  it('SYS-146 restarted in the middle of an import: it ends exactly once all the same', async () => {
    const answer = await portal.admin.upload(
      taskFileStream({ tasks: 80_000, turingProjectId: ALPHA_TURING_ID, firstTaskId: 1000 }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(answer.body);
    await eventually('the import to run', async () => {
      return (await portal.admin.importDetail(import_id)).bytes_done > 0;
    });
    await restartDatabase();

    const end = await eventually('the end of the import', async () => {
      const state = await portal.admin.importDetail(import_id);
      return state.finished_at !== null && state;
    });
    expect(end).toMatchObject({ status: 'completed', tasks_imported: { insert: 80_000 } });
    const { stats } = await recount(postgres.url, portal.world.alpha);
    await lead.seen(
      'dashboard-changed',
      'all of it',
      ({ totals }) => totals.total_tasks === stats.total_tasks,
    );
  });

  it('SYS-147 loses its listening connection: no change is missed', async () => {
    const { dashboard } = await lead.enter(portal.world.alpha);
    const ended = await query<{ pid: number }>(
      postgres.url,
      `SELECT pg_terminate_backend(pid), pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'portal-server change feed'`,
    );
    expect(ended.length).toBeGreaterThan(0);
    await query(postgres.url, "UPDATE core.task SET status = 'rework' WHERE turing_task_id = 1");
    await lead.seen(
      'dashboard-changed',
      'the change made while nobody listened',
      ({ totals }) => totals.rework_tasks === dashboard.totals.rework_tasks + 1,
    );
  });
});
