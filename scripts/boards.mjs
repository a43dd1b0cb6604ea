/**
 * Measures the lead board and the review desk of the demo's pod of 40 users in Chromium while tasks
 * are completed and reviewed 20 times a second: frames, long tasks and memory. Writes the section
 * 'Boards' of docs/benchmarks.md; `--print` only prints.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { loadDemo } from './demo-load.mjs';
import { DEMO_ACCOUNTS } from './demo-world.mjs';
import { percentile } from './bench/statistics.mjs';
import { writeSection } from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';

const POD = 'Juniper';
const BOARDS = [
  { name: 'Lead board', path: 'lead-dashboard', shows: 'Tasks done' },
  { name: 'Review desk', path: 'reviewer', shows: 'reviewed today' },
];
const CHANGES_PER_SECOND = 20;
const MEASURED_MS = 20_000;
/** Before the first heap: code and caches are loaded by then. */
const WARM_UP_MS = 8_000;
const IDLE_MS = 5_000;
/** A frame that took longer missed its turn. */
const LATE_FRAME_MS = 25;
const LONG_TASK_MS = 50;
const COMPLETE = `
  WITH former AS (DELETE FROM core.task_review WHERE turing_task_id = $1)
  UPDATE core.task SET status = 'completed', completed_at = now(), updated_at = now(),
    number_of_turns = number_of_turns % 9 + 1
  WHERE turing_task_id = $1`;
const REVIEW = `
  INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
  VALUES ($1, $1, 'approved', now())`;
const SELECTED = process.argv.slice(2).filter((word) => !word.startsWith('--'));

await buildStale(['portal', 'web', 'tests']);
const { startEmbeddedPostgres } = await import('@portal/platform/postgres/embedded');
const { launchChromium } = await import('@portal/testing/chromium');
const { startStack } = await import('@portal/testing/stack');

const dir = await mkdtemp(join(tmpdir(), 'portal-boards-'));
// The database can run as another user than this process.
await chmod(dir, 0o755);
const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), temporary: true });
process.env.PORTAL_TEST_POSTGRES_URL = postgres.url;
const stack = await startStack({ redis: false, env: { PORTAL_DEMO: 'on', LOG_LEVEL: 'warn' } });
const browser = await launchChromium();
const database = new pg.Client({ connectionString: stack.databaseUrl });
try {
  await database.connect();
  await loadDemo({ ...stack, log: console.log });
  const page = await signIn();
  const rows = [];
  for (const board of BOARDS.filter(({ path }) => !SELECTED.length || SELECTED.includes(path))) {
    rows.push({ name: board.name, ...(await measure(page, board)) });
    console.log(line(rows.at(-1)));
  }
  if (!process.argv.includes('--print')) await writeReport(rows);
} finally {
  await browser.close();
  await database.end();
  await stack.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function signIn() {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  await page.goto(stack.baseUrl);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText(DEMO_ACCOUNTS.admin).first().click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function measure(page, { path, shows }) {
  await page.goto(`${stack.baseUrl}/pods/${POD}/${path}`);
  await page.getByText(shows).first().waitFor();
  await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  await delay(2_000);
  const session = await page.context().newCDPSession(page);
  const states = await countStates(session);

  const idle = await watchFrames(page, IDLE_MS);
  const traffic = startTraffic();
  await delay(WARM_UP_MS);
  const before = await heapOf(session);
  const statesBefore = states.count;
  const busy = await watchFrames(page, MEASURED_MS);
  const arrived = states.count - statesBefore;
  await traffic.stop();
  const after = await heapOf(session);
  await session.detach();
  return {
    statesPerSecond: arrived / (MEASURED_MS / 1000),
    idleFps: idle.frames.length / (IDLE_MS / 1000),
    fps: busy.frames.length / (MEASURED_MS / 1000),
    p99: percentile(busy.frames, 0.99),
    late: busy.frames.filter((ms) => ms > LATE_FRAME_MS).length,
    frames: busy.frames.length,
    longTasks: busy.longTasks,
    before,
    after,
  };
}

/** Counts the states that arrive on the socket of the page. */
async function countStates(session) {
  const states = { count: 0 };
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (/^42\["[a-z-]+",\{/.test(response.payloadData)) states.count++;
  });
  await session.send('Network.enable');
  return states;
}

/** The durations of all frames and of all long tasks, in milliseconds. */
function watchFrames(page, milliseconds) {
  return page.evaluate(
    (limit) =>
      new Promise((resolve) => {
        const frames = [];
        const longTasks = [];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
        });
        observer.observe({ type: 'longtask' });
        let last = performance.now();
        const end = last + limit;
        requestAnimationFrame(function frame(now) {
          frames.push(now - last);
          last = now;
          if (now < end) return requestAnimationFrame(frame);
          observer.disconnect();
          resolve({ frames, longTasks });
        });
      }),
    milliseconds,
  );
}

async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Completes a task of the pod and reviews the task before it, in turns. */
function startTraffic() {
  let stopped = false;
  const running = (async () => {
    const { rows } = await database.query(
      `SELECT t.turing_task_id AS id FROM core.task t
       JOIN core.pod_member m USING (user_email)
       WHERE m.pod_name = $1 AND m.role = 'trainer' AND (t.completed_at IS NULL
         OR t.completed_at < now() - interval '14 days')
       ORDER BY md5(t.turing_task_id::text)`,
      [POD],
    );
    const begun = performance.now();
    for (let n = 0; !stopped; n++) {
      const { id } = rows[(n >> 1) % rows.length];
      await database.query(n % 2 === 0 ? COMPLETE : REVIEW, [id]);
      const next = begun + ((n + 1) * 1000) / CHANGES_PER_SECOND;
      await delay(Math.max(0, next - performance.now()));
    }
  })();
  return {
    stop() {
      stopped = true;
      return running;
    },
  };
}

function line(row) {
  return `| ${[
    row.name,
    row.statesPerSecond.toFixed(0),
    row.idleFps.toFixed(1),
    row.fps.toFixed(1),
    `${row.p99.toFixed(0)} ms`,
    `${row.late} of ${row.frames}`,
    row.longTasks.length === 0
      ? 'none'
      : `${row.longTasks.length}, longest ${Math.max(...row.longTasks)} ms`,
    megabytes(row.before),
    megabytes(row.after),
  ].join(' | ')} |`;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function writeReport(rows) {
  await writeSection(
    'Boards',
    `
\`node scripts/boards.mjs\`: the built portal with the demo, the pod of 40 users, in headless Chromium without a GPU, on the cores that also run the server, the worker and the database. ${CHANGES_PER_SECOND} times a second a task is completed or reviewed; the boards receive the states below for ${MEASURED_MS / 1000} s. Idle are the frames of the same board before the changes. A frame is late after ${LATE_FRAME_MS} ms, a task is long from ${LONG_TASK_MS} ms on. The heap is that after garbage collection, at the start and the end. The load average of the last minute was ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores; a load far above 2 comes from other programs, and takes frames.

| board | states/s | frames/s idle | frames/s | frame p99 | late frames | long tasks | heap at the start | at the end |
|---|---|---|---|---|---|---|---|---|
${rows.map(line).join('\n')}`,
  );
}
