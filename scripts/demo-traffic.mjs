import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PortalUnavailable, demoClient } from './demo-client.mjs';
import { randomSource } from './demo-random.mjs';
import { placeOf, verdict } from './demo-tasks.mjs';
import { ADMIN, PODS, PROJECTS, demoUsers, membersOf } from './demo-world.mjs';

/**
 * @typedef {import('./demo-world.mjs').Pod} Pod
 * @typedef {import('@portal/contracts/tasks').TaskFileRow} TaskFileRow
 */

const HELP = `Completes and reviews tasks of a running demo portal until Ctrl-C, a third of them in the
pod ${PODS[0].name}. While the portal is down, it waits.

  npm run demo:traffic -- [--per-minute N]

  --per-minute N   completed tasks per minute, 20 by default
  PORTAL_URL       URL of the portal, http://localhost:3000 by default`;

/** Number of tasks in progress at the same time. */
const OPEN_TASKS = 40;
const REWORK_SHARE = 0.07;
/** Share of the completed tasks that are reviewed; the others wait on the review desk. */
const REVIEW_SHARE = 0.9;

const { values } = parseArgs({
  options: { 'per-minute': { type: 'string', default: '20' }, help: { type: 'boolean' } },
});
const perMinute = Number(values['per-minute']);
if (values.help || !(perMinute > 0 && perMinute <= 6000)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
const random = randomSource(Date.now());
const users = demoUsers(random);
const running = runningBatches(PODS);
/** Every third task is of the demo accounts' pod: its boards are the ones that people watch. */
const watched = runningBatches([PODS[0]]);
const portalUrl = process.env.PORTAL_URL ?? 'http://localhost:3000';
const client = demoClient(portalUrl, ADMIN);

const open = /** @type {Set<TaskFileRow>} */ (new Set());
/** These wait for a review. */
const finished = /** @type {Set<TaskFileRow>} */ (new Set());
let finishedCount = 0;
let reviewedCount = 0;
// Ids derived from the current second differ from those of the demo and of earlier runs.
let nextId = Math.floor(Date.now() / 1000) * 1000;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

console.log(`About ${perMinute} tasks per minute are completed; Ctrl-C stops.`);
while (!stop.signal.aborted) {
  try {
    if (open.size < OPEN_TASKS / 2) await assign();
    await finishOne();
    if (random.chance(REVIEW_SHARE)) await reviewOne();
  } catch (error) {
    if (!(error instanceof PortalUnavailable)) throw error;
    log(`${error.message}; waiting for the portal`);
    await portalReady();
  }
  await pause((60_000 / perMinute) * random.around());
}
console.log('Traffic ended.');

/** One user completes a task: a single edit through the API. */
async function finishOne() {
  const row = random.oneOf([...open]);
  const status = random.chance(0.75) ? 'completed' : 'ready_for_review';
  const turns = random.between(2, 12);
  const now = new Date().toISOString();
  const edit = {
    status,
    number_of_turns: turns,
    duration_minutes: turns * random.between(3, 6),
    updated_at: now,
    completed_at: status === 'completed' ? now : null,
  };
  await client.patch(`/tasks/tasks-crud/${row.turing_task_id}`, edit);
  open.delete(row);
  finished.add({ ...row, ...edit });
  finishedCount++;
}

/** One reviewer reviews a task: the labeling tool's export with this one task. */
async function reviewOne() {
  const row = random.oneOf([...finished]);
  await upload([review(row)]);
  finished.delete(row);
  reviewedCount++;
  log(`finished ${finishedCount}, reviewed ${reviewedCount}, open ${open.size}`);
}

/** New tasks are assigned to trainers, in one file. */
async function assign() {
  const assigned = Array.from({ length: OPEN_TASKS - open.size }, assignment);
  await upload(assigned);
  for (const row of assigned) open.add(row);
}

/** @param {TaskFileRow[]} rows */
async function upload(rows) {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  await client.upload(new Blob(lines, { type: 'application/x-ndjson' }), 'traffic.ndjson');
}

/** @returns {TaskFileRow} */
function assignment() {
  const now = new Date().toISOString();
  const id = nextId++;
  const { project, batch, trainers } = random.oneOf(id % 3 === 0 ? watched : running);
  return {
    ...placeOf({ id, project, batch, random }),
    user_email: random.oneOf(trainers).email,
    status: 'in_progress',
    completed_at: null,
    created_at: now,
    updated_at: now,
    number_of_turns: 1,
    duration_minutes: null,
    target_model: 'atlas-2',
    validation_status: null,
  };
}

/**
 * The batches that run, each with the trainers of its project in these pods; without the batches of
 * other projects.
 * @param {readonly Pod[]} pods
 */
function runningBatches(pods) {
  return PROJECTS.flatMap((project) => {
    const own = pods.filter((pod) => pod.project === project.turingId);
    const trainers = membersOf(users, 'trainer', own);
    return project.batches
      .filter((batch) => batch.status === 'ongoing' && batch.to === 0 && own.length > 0)
      .map((batch) => ({ project, batch, trainers }));
  });
}

/** @param {TaskFileRow} row @returns {TaskFileRow} */
function review(row) {
  const rework = random.chance(REWORK_SHARE);
  const trainer = users.find((user) => user.email === row.user_email);
  const reviewers = users.filter((user) => user.pod === trainer?.pod && user.role === 'reviewer');
  const submitted = new Date().toISOString();
  return {
    ...row,
    status: rework ? 'rework' : 'reviewed',
    completed_at: rework ? null : (row.completed_at ?? submitted),
    updated_at: submitted,
    validation_status: rework ? 'failed' : 'passed',
    reviews: [
      {
        ...verdict(rework, reviewers, random),
        turing_review_id: row.turing_task_id,
        submitted_at: submitted,
      },
    ],
  };
}

/** Waits until the portal can serve requests; ends soon after Ctrl-C. */
async function portalReady() {
  while (!stop.signal.aborted) {
    const signal = AbortSignal.timeout(3000);
    const ready = await fetch(`${portalUrl}/health/ready`, { signal }).catch(() => null);
    if (ready?.ok) return log('The portal is back');
    await pause(500);
  }
}

/** @param {string} text */
function log(text) {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`);
}

/**
 * Waits, but ends with Ctrl-C.
 * @param {number} milliseconds
 */
async function pause(milliseconds) {
  await delay(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined);
}
