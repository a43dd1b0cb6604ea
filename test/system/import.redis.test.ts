import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  importListSchema,
  importSummarySchema,
  uploadCompletedSchema,
} from '@portal/contracts/imports';
import { problemSchema } from '@portal/contracts/problem';
import { taskChangesSchema } from '@portal/contracts/task-changes';
import { taskFileStream, taskFileText } from '@portal/testing/task-file';
import type { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, query } from '../support/world.js';

let portal: Portal;
let admin: Api;

beforeAll(async () => {
  portal = await startPortal();
  admin = portal.admin;
});
afterAll(() => portal.stack.stop());

async function tasksIn(batch: number): Promise<number> {
  const [counted] = await query<{ n: number }>(
    portal.stack.databaseUrl,
    'SELECT count(*)::int AS n FROM core.task WHERE turing_batch_id = $1',
    [batch],
  );
  return counted?.n ?? 0;
}

/** A copy of all tasks, kept by their changes. */
class TaskCopy {
  private readonly tasks = new Map<number, string>();
  private after = '';

  /** Reads what changed. @returns whether the copy has the tasks of the database */
  async isCurrent(): Promise<boolean> {
    for (;;) {
      const answer = await admin.get(`/tasks/changes?limit=1000${this.after}`);
      const { items, next, has_more } = taskChangesSchema.parse(answer.body);
      for (const { turing_task_id: id, task } of items) {
        if (task) this.tasks.set(id, `${task.status} ${task.number_of_turns}`);
        else this.tasks.delete(id);
      }
      this.after = `&after=${next}`;
      if (!has_more) break;
    }
    const stored = await query<{ id: string; state: string }>(
      portal.stack.databaseUrl,
      `SELECT turing_task_id::text AS id, status || ' ' || number_of_turns AS state FROM core.task`,
    );
    return (
      stored.length === this.tasks.size &&
      stored.every(({ id, state }) => this.tasks.get(Number(id)) === state)
    );
  }
}

describe('uploading a task file', () => {
  it('SYS-102 takes an array, lines, and either of them packed, and stores the rows they hold', async () => {
    const plan = { tasks: 300, turingProjectId: ALPHA_TURING_ID, batches: 1 };
    const array = taskFileText({ ...plan, firstTaskId: 1000, firstBatchId: 11 });
    const lines = taskFileText({ ...plan, firstTaskId: 2000, firstBatchId: 12, format: 'ndjson' });
    const packed = taskFileText({ ...plan, firstTaskId: 3000, firstBatchId: 13 });
    const packedLines = taskFileText({
      ...plan,
      firstTaskId: 4000,
      firstBatchId: 14,
      format: 'ndjson',
    });

    const answers = [
      await admin.upload(array, { fileName: 'tasks.json' }),
      await admin.upload(`\uFEFF${lines}`, { fileName: 'tasks.ndjson' }),
      await admin.upload(gzipSync(packed), { fileName: 'tasks.json.gz' }),
      await admin.upload(gzipSync(packedLines), { fileName: 'tasks.jsonl.gz' }),
    ];

    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(uploadCompletedSchema.parse(answer.body).tasks_imported).toEqual({
        insert: 300,
        update: 0,
        unchanged: 0,
        delivery_batches: 1,
      });
    }
    for (const batch of [11, 12, 13, 14]) expect(await tasksIn(batch)).toBe(300);
    const stored = await query<{ turing_task_id: string; status: string; reviews: number }>(
      portal.stack.databaseUrl,
      `SELECT turing_task_id::text, status,
         (SELECT count(*)::int FROM core.task_review r WHERE r.turing_task_id = t.turing_task_id) AS reviews
       FROM core.task t WHERE turing_batch_id = 11 ORDER BY t.turing_task_id`,
    );
    const sent = JSON.parse(array) as { turing_task_id: number; status: string; reviews?: [] }[];
    expect(stored).toEqual(
      sent.map((task) => ({
        turing_task_id: String(task.turing_task_id),
        status: task.status,
        reviews: task.reviews?.length ?? 0,
      })),
    );
  });

  it('SYS-103 answers a dry run with the counts of the real one and writes nothing', async () => {
    const content = file(row(5001, { turing_batch_id: 21 }), row(5002, { turing_batch_id: 21 }));

    const dry = await admin.upload(content, { query: 'dry_run=true' });
    expect(dry.status).toBe(200);
    expect(await tasksIn(21)).toBe(0);

    const real = await admin.upload(content);
    expect(uploadCompletedSchema.parse(real.body).tasks_imported).toEqual(
      uploadCompletedSchema.parse(dry.body).tasks_imported,
    );
    expect(await tasksIn(21)).toBe(2);
  });

  it('SYS-104 imports nothing of a file with a bad row, and the valid rows with on_error=skip', async () => {
    const content = file(
      row(5101, { turing_batch_id: 22 }),
      { ...row(5102, { turing_batch_id: 22 }), status: 'Not A Status' },
      row(5103, { turing_batch_id: 22 }),
    );

    const refused = await admin.upload(content);
    expect(refused.status).toBe(422);
    const problem = problemSchema.parse(refused.body);
    expect(problem.code).toBe('import-failed');
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: '/2/status' })]);
    expect(await tasksIn(22)).toBe(0);

    const skipped = await admin.upload(content, { query: 'on_error=skip' });
    expect(uploadCompletedSchema.parse(skipped.body).tasks_imported.insert).toBe(2);
    expect(await tasksIn(22)).toBe(2);
  });

  it('SYS-213 undoes an import while tasks are edited, and a copy of the tasks follows by their changes', async () => {
    const first = 5301;
    const ids = Array.from({ length: 40 }, (_, n) => first + n);
    const place = { turing_project_id: ALPHA_TURING_ID, turing_batch_id: 24 };
    await admin.upload(file(...ids.map((id) => row(id, place))));
    const copy = new TaskCopy();
    await eventually('the copy has the tasks', () => copy.isCurrent());

    const partial = ids.map((id) => ({ turing_task_id: id, ...place, status: 'rework' }));
    const created = [row(5391, place), row(5392, place)];
    const changed = uploadCompletedSchema.parse(
      (await admin.upload(file(...partial, ...created))).body,
    );
    expect(changed).toMatchObject({ tasks_imported: { insert: 2, update: 40 }, older_count: 0 });
    expect(changed.sample).toHaveLength(20);
    await eventually('the copy has the import', () => copy.isCurrent());
    await admin.patch(`/tasks/tasks-crud/${first}`, { number_of_turns: 9 });

    const undo = `/tasks/imports/${changed.import_id}/undo`;
    const refused = await admin.post(undo, {});
    expect(refused.status).toBe(409);
    expect(problemSchema.parse(refused.body)).toMatchObject({ code: 'import-changed-since' });
    const undone = await admin.post(`${undo}?keep_newer=true`, {});
    expect(undone.status).toBe(200);
    expect(importSummarySchema.parse(undone.body)).toMatchObject({
      ...{ undoes: changed.import_id, removed_count: 2, kept_count: 1 },
      tasks_imported: { update: 39 },
    });
    const stored = await query<{ status: string; n: number }>(
      portal.stack.databaseUrl,
      'SELECT status, count(*)::int AS n FROM core.task WHERE turing_batch_id = 24 GROUP BY 1 ORDER BY 2',
    );
    expect(stored).toEqual([
      { status: 'rework', n: 1 },
      { status: row(first).status, n: 39 },
    ]);
    await eventually('the copy has the undo', () => copy.isCurrent());
  });

  it('SYS-105 answers at once when asked to, and the import is followed to its end by its location', async () => {
    const answer = await admin.upload(file(row(5201, { turing_batch_id: 23 })), {
      prefer: 'respond-async',
    });
    expect(answer.status).toBe(202);
    const accepted = importSummarySchema.parse(answer.body);
    expect(answer.headers.location).toBe(`/api/v1/tasks/imports/${accepted.import_id}`);

    const end = await admin.importEnd(accepted.import_id);
    expect(end).toMatchObject({ status: 'completed', phase: 'done', rows_total: 1, rows_done: 1 });
    expect(end.bytes_done).toBe(end.bytes_total);
    expect(await tasksIn(23)).toBe(1);
  });

  it('SYS-105 waits no longer than asked', async () => {
    const answer = await admin.upload(
      taskFileStream({
        tasks: 10_000,
        turingProjectId: ALPHA_TURING_ID,
        firstTaskId: 500_000,
        firstBatchId: 700,
        batches: 2,
      }),
      { prefer: 'wait=0' },
    );
    expect(answer.status).toBe(202);
    const end = await admin.importEnd(importSummarySchema.parse(answer.body).import_id);
    expect(end.status).toBe('completed');
  });

  it('SYS-106 reports the same file again as unchanged, and only what differs as updated', async () => {
    const rows = [row(5301, { turing_batch_id: 24 }), row(5302, { turing_batch_id: 24 })];
    await admin.upload(file(...rows));

    const again = await admin.upload(file(...rows));
    expect(uploadCompletedSchema.parse(again.body).tasks_imported).toMatchObject({
      insert: 0,
      update: 0,
      unchanged: 2,
    });

    const changed = await admin.upload(
      file(rows[0] ?? {}, row(5302, { turing_batch_id: 24, status: 'delivered' })),
    );
    expect(uploadCompletedSchema.parse(changed.body).tasks_imported).toMatchObject({
      insert: 0,
      update: 1,
      unchanged: 1,
    });
  });

  it('SYS-107 lists imports newest first and gives the errors of one as CSV', async () => {
    const bad = file(row(5401), { ...row(5402), user_email: '=HYPERLINK("x")' });
    await admin.upload(bad, { fileName: 'with errors.json' });

    const answer = await admin.get('/tasks/imports/?size=5');
    const list = importListSchema.parse(answer.body);
    const [newest] = list.items;
    expect(newest).toMatchObject({
      file_name: 'with errors.json',
      status: 'failed',
      uploaded_by: 'admin@example.com',
      error_count: 1,
    });
    const times = list.items.map((item) => Date.parse(item.created_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));

    const csv = await admin.get(`/tasks/imports/${newest?.import_id ?? ''}/errors.csv`);
    expect(csv.status).toBe(200);
    expect(csv.headers['content-type']).toMatch(/^text\/csv/);
    expect(String(csv.body)).toMatch(/^row,field,severity,reason\r\n2,user_email,error,/);
  });

  it('SYS-107 cancels an import under way, which then has changed nothing', async () => {
    const answer = await admin.upload(
      taskFileStream({
        tasks: 60_000,
        turingProjectId: ALPHA_TURING_ID,
        firstTaskId: 1_000_000,
        firstBatchId: 800,
        batches: 4,
      }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(answer.body);
    await eventually('the import to run', async () => {
      return (await admin.importDetail(import_id)).status === 'running';
    });

    const cancelled = await admin.post(`/tasks/imports/${import_id}/cancel`, {});
    expect(cancelled.status).toBeLessThan(300);
    expect((await admin.importEnd(import_id)).status).toBe('cancelled');
    expect(await tasksIn(800)).toBe(0);

    const again = await admin.post(`/tasks/imports/${import_id}/cancel`, {});
    expect(problemSchema.parse(again.body).code).toBe('import-not-cancellable');
  });

  it('SYS-108 refuses what is no task file with a problem that says why', async () => {
    const none = await admin.upload('[]', { fieldName: 'other' });
    expect(none.status).toBe(400);
    const image = await admin.upload('[]', { fileName: 'tasks.png' });
    expect([400, 415]).toContain(image.status);
    const cut = await admin.upload(file(row(5501)).slice(0, -4));
    expect(problemSchema.parse(cut.body).code).toBe('import-failed');
    const unknown = await admin.upload(file(row(5502)), { query: 'dry_ruN=true' });
    expect(problemSchema.parse(unknown.body).code).toBe('invalid-input');
  });
});

/** The value of one sample, by its name and labels. */
async function sample(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${portal.stack.baseUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const WAITING = 'portal_queue_jobs{queue="task-import",state="waiting"}';
const AGE = 'portal_queue_oldest_waiting_seconds{queue="task-import"}';

describe('the metrics of a running portal', () => {
  it('OPS-3 tell the depth and the age of the queue, on whichever store it is', async () => {
    expect([await sample(WAITING), await sample(AGE)]).toEqual([0, 0]);
    await portal.stack.kill('worker', 'SIGTERM');
    for (const id of [8001, 8002]) {
      const answer = await admin.upload(file(row(id)), { prefer: 'respond-async' });
      expect(answer.status).toBe(202);
    }
    expect(await sample(WAITING)).toBe(2);
    expect(await sample(AGE)).toBeGreaterThan(0);
    await portal.stack.restart('worker');
    await eventually('the queue to be empty', async () => (await sample(WAITING)) === 0);
    expect(await sample(AGE)).toBe(0);
  });
});
