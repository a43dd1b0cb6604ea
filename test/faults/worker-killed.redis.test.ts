import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importSummarySchema, type ImportDetail } from '@portal/contracts/imports';
import { overviewSchema } from '@portal/contracts/dashboard';
import { taskFileStream } from '@portal/testing/task-file';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { numbersOf, recount } from '../support/recount.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, query } from '../support/world.js';

/** As many as take seconds: a test acts in the middle of them. */
const TASKS = 25_000;

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stack.stop());

const moments: [ImportDetail['phase'], (state: ImportDetail) => boolean][] = [
  ['loading', (state) => state.phase === 'loading' && state.rows_done > TASKS / 6],
  // Reading takes a quarter of a second, as long as the worker waits before it tells its progress.
  ['reading', (state) => state.status === 'running' && state.phase === 'reading'],
  ['merging', (state) => state.phase === 'merging'],
];

/** The task with the highest id, so that later tasks cannot simply be appended. */
const LAST_TASK = 900_000_000;

describe('the worker killed with SIGKILL', () => {
  it.each(moments)(
    'SYS-140 while %s: the import completes without help, exactly once',
    async (moment, reached) => {
      if (moment === 'reading') await portal.admin.upload(file(row(LAST_TASK)));
      const before = (await recount(portal.stack.databaseUrl, portal.world.alpha)).stats;
      const first = 1 + TASKS * moments.findIndex(([name]) => name === moment);
      const answer = await portal.admin.upload(
        taskFileStream({ tasks: TASKS, turingProjectId: ALPHA_TURING_ID, firstTaskId: first }),
        { prefer: 'respond-async' },
      );
      const { import_id } = importSummarySchema.parse(answer.body);
      await eventually(`the import to be ${moment}`, async () => {
        const state = await portal.admin.importDetail(import_id);
        if (state.finished_at !== null) throw new Error(`it ended before: ${state.status}`);
        return reached(state);
      });

      await portal.stack.kill('worker', 'SIGKILL');
      const during = await recount(portal.stack.databaseUrl, portal.world.alpha);
      expect(during.stats.total_tasks).toBe(before.total_tasks);
      await portal.stack.restart('worker');

      const end = await portal.admin.importEnd(import_id);
      expect(end).toMatchObject({
        status: 'completed',
        rows_total: TASKS,
        tasks_imported: { insert: TASKS, update: 0, unchanged: 0 },
      });
      const { body } = await portal.admin.get(`/projects/${portal.world.alpha}/overview`);
      const counted = await recount(portal.stack.databaseUrl, portal.world.alpha);
      expect(counted.stats.total_tasks).toBe(before.total_tasks + TASKS);
      expect(numbersOf(overviewSchema.parse(body))).toEqual(counted);
    },
  );

  it('SYS-141 ended cleanly in the middle of an import, which the next worker finishes', async () => {
    const answer = await portal.admin.upload(
      taskFileStream({
        tasks: TASKS,
        turingProjectId: ALPHA_TURING_ID,
        firstTaskId: 1 + moments.length * TASKS,
        firstBatchId: 500,
      }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(answer.body);
    await eventually('the import to run', async () => {
      const { bytes_done } = await portal.admin.importDetail(import_id);
      return bytes_done > 0;
    });
    await portal.stack.kill('worker', 'SIGTERM');
    await portal.stack.restart('worker');
    expect((await portal.admin.importEnd(import_id)).status).toBe('completed');
    const [stored] = await query<{ n: number }>(
      portal.stack.databaseUrl,
      'SELECT count(*)::int AS n FROM core.task WHERE turing_batch_id BETWEEN 500 AND 539',
    );
    expect(stored?.n).toBe(TASKS);
  });
});
