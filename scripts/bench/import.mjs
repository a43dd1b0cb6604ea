import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { openSocket, subscribe } from './live.mjs';
import { today } from './portal.mjs';

/**
 * @typedef {import('./portal.mjs').BenchPortal} BenchPortal
 * @typedef {import('@portal/testing/task-file').TaskFilePlan} TaskFilePlan
 * @typedef {import('@portal/contracts/file-formats').FormatSettingsInput} FormatSettings
 */

/**
 * Imports a generated file until today, as `importFile` does.
 * @param {BenchPortal} portal
 * @param {TaskFilePlan} plan
 * @param {{ total?: number, settings?: FormatSettings }} [options]
 */
export async function importPlan(portal, plan, options) {
  const { taskFileStream } = await import('@portal/testing/task-file');
  const project = plan.turingProjectId === portal.projects.first ? 'first' : 'many';
  const file = taskFileStream({ ...plan, until: today() });
  return await importFile(portal, file, { project, total: plan.tasks, ...options });
}

/**
 * Uploads a file and waits until its numbers are pushed.
 * @param {BenchPortal} portal
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} file in chunks
 * @param {{ project?: 'first' | 'many', total?: number, settings?: FormatSettings }} [options]
 *   the tasks of the project afterwards, if their number changes, and a file format
 * @returns `transferMs` from the first byte sent to the 202; `ms` from the 202 until a socket has received both the
 *   end of the import and the changed totals
 */
export async function importFile(portal, file, { project = 'first', total, settings } = {}) {
  const token = await portal.token('admin');
  const socket = await openSocket(portal.stack.baseUrl, token);
  const { dashboard } = await subscribe(socket, portal.projectIds[project]);
  let present = dashboard.totals.total_tasks;
  /** @type {Map<string, import('@portal/contracts/imports').ImportSummary>} */
  const ended = new Map();
  let pushedAt = 0;
  socket.on('dashboard-changed', ({ totals }) => {
    present = totals.total_tasks;
    pushedAt = performance.now();
  });
  socket.on('import-progress', ({ import: state }) => {
    if (state.finished_at === null || ended.has(state.import_id)) return;
    ended.set(state.import_id, state);
    pushedAt = performance.now();
  });

  await portal.database.query('CHECKPOINT');
  const started = performance.now();
  const { importId, bytes } = await upload(portal.stack.baseUrl, token, file, settings);
  const accepted = performance.now();
  for (;;) {
    const end = ended.get(importId);
    if (end !== undefined && end.status !== 'completed')
      throw new Error(`the import ${end.status}: ${JSON.stringify(end.failure)}`);
    if (end !== undefined && present === (total ?? present)) {
      socket.disconnect();
      return { bytes, transferMs: accepted - started, ms: pushedAt - accepted };
    }
    await delay(20);
  }
}

/**
 * Peak memory of the worker since its start, in bytes.
 * @param {BenchPortal} portal
 */
export async function peakMemoryOf(portal) {
  const status = await readFile(`/proc/${portal.stack.pid('worker')}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/**
 * Streams the file as a browser's form does and resolves with the 202.
 * @param {string} baseUrl URL of the portal
 * @param {string} token
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} file in chunks
 * @param {object} [settings] of a file format
 */
async function upload(baseUrl, token, file, settings) {
  let bytes = 0;
  async function* form() {
    if (settings) {
      yield '--bench\r\nContent-Disposition: form-data; name="file_format"\r\n\r\n';
      yield `${JSON.stringify(settings)}\r\n`;
    }
    yield (
      '--bench\r\nContent-Disposition: form-data; name="file"; filename="tasks.json"\r\n' +
        'Content-Type: application/json\r\n\r\n'
    );
    for await (const chunk of file) {
      bytes += chunk.length;
      yield chunk;
    }
    yield '\r\n--bench--\r\n';
  }
  const { statusCode, body } = await request(`${baseUrl}/api/v1/tasks/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=bench',
      prefer: 'respond-async',
    },
    body: Readable.from(form()),
  });
  const text = await body.text();
  if (statusCode !== 202) throw new Error(`the upload answered ${statusCode}: ${text}`);
  /** @type {{ import_id: string }} */
  const { import_id: importId } = JSON.parse(text);
  return { importId, bytes };
}

/**
 * A format that reads the generated file by columns and values as if it were the file of another tool.
 * @type {import('@portal/contracts/file-formats').FormatSettingsInput}
 */
export const BENCH_FORMAT = {
  ...{ file: 'json', time_zone: 'UTC', columns: [] },
  fields: {
    ...sources(
      'turing_task_id turing_project_id turing_batch_id user_email number_of_turns duration_minutes',
    ),
    ...sources(
      'completed_at created_at updated_at colab_link target_model validation_status delivery_batch',
    ),
    status: { columns: ['status'], values: { Done: 'completed', 'Sent back': 'rework' } },
  },
  review: Object.fromEntries(
    ['turing_review_id', 'reviewer_email', 'status', 'score', 'submitted_at'].map((name) => [
      name,
      { columns: [`reviews.0.${name}`] },
    ]),
  ),
};

/** @param {string} names */
function sources(names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, { columns: [name] }]));
}
