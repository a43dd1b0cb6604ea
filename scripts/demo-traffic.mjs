import { parseArgs } from 'node:util';
import { demoClient } from './demo-client.mjs';
import { randomSource } from './demo-random.mjs';
import { DEMO_ACCOUNTS, PODS, PROJECTS, demoUsers } from './demo-world.mjs';

const HELP = `Completes and reviews tasks of a running demo portal until Ctrl-C.

  npm run demo:traffic -- [--per-minute N]

  --per-minute N   completed tasks per minute, 20 by default
  PORTAL_URL       URL of the portal, http://localhost:3000 by default`;

/** Number of tasks in progress at the same time. */
const OPEN_TASKS = 40;
const REWORK_SHARE = 0.07;

const { values } = parseArgs({
  options: { 'per-minute': { type: 'string', default: '20' }, help: { type: 'boolean' } },
});
const perMinute = Number(values['per-minute']);
if (values.help || !(perMinute > 0 && perMinute <= 6000)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}
/** Share of the completed tasks that are reviewed; the others wait on the review desk. */
const REVIEW_SHARE = 0.9;

const random = randomSource(Date.now());
const users = demoUsers(random);
const running = PROJECTS.flatMap((project) =>
  project.batches
    .filter((batch) => batch.status === 'ongoing' && batch.to === 0)
    .map((batch) => ({ project, batch })),
);
const client = await demoClient(
  process.env.PORTAL_URL ?? 'http://localhost:3000',
  DEMO_ACCOUNTS.admin,
);

/** Tasks in progress, tasks that wait for a review, and reviewed tasks. */
const traffic = { open: [], finished: [], finishedCount: 0, reviewedCount: 0 };
// Ids derived from the current second differ from those of the demo and of earlier runs.
let nextId = Math.floor(Date.now() / 1000) * 1000;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopping = true));

console.log(`About ${perMinute} tasks per minute are completed; Ctrl-C stops.`);
await assign();
while (!stopping) {
  await pause((60_000 / perMinute) * random.around());
  if (stopping) break;
  await finishOne();
  if (random.chance(REVIEW_SHARE)) await reviewOne();
  if (traffic.open.length < OPEN_TASKS / 2) await assign();
}
console.log('Traffic ended.');

/** One user completes a task: a single edit through the API. */
async function finishOne() {
  const [row] = traffic.open.splice(Math.floor(random.next() * traffic.open.length), 1);
  if (row === undefined) return;
  row.status = random.chance(0.75) ? 'completed' : 'ready_for_review';
  row.number_of_turns = random.between(2, 12);
  row.duration_minutes = row.number_of_turns * random.between(3, 6);
  row.updated_at = new Date().toISOString();
  row.completed_at = row.status === 'completed' ? row.updated_at : null;
  const { status, number_of_turns, duration_minutes, updated_at, completed_at } = row;
  await client.patch(`/tasks/tasks-crud/${row.turing_task_id}`, {
    status,
    number_of_turns,
    duration_minutes,
    updated_at,
    completed_at,
  });
  traffic.finishedCount++;
  traffic.finished.push(row);
}

/** One reviewer reviews a task: the labeling tool's export with this one task. */
async function reviewOne() {
  const [row] = traffic.finished.splice(Math.floor(random.next() * traffic.finished.length), 1);
  if (row === undefined) return;
  await upload([review(row)]);
  traffic.reviewedCount++;
  console.log(
    `${new Date().toISOString().slice(11, 19)}  finished ${traffic.finishedCount}, ` +
      `reviewed ${traffic.reviewedCount}, open ${traffic.open.length}`,
  );
}

/** New tasks are assigned to trainers, in one file. */
async function assign() {
  const assigned = Array.from({ length: OPEN_TASKS - traffic.open.length }, assignment);
  await upload(assigned);
  traffic.open.push(...assigned);
}

async function upload(rows) {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  await client.upload(new Blob(lines, { type: 'application/x-ndjson' }), 'traffic.ndjson');
}

function assignment() {
  const { project, batch } = random.oneOf(running);
  const pods = PODS.filter((pod) => pod.project === project.turingId).map((pod) => pod.name);
  const trainers = users.filter((user) => user.role === 'trainer' && pods.includes(user.pod));
  const now = new Date().toISOString();
  const id = nextId++;
  return {
    turing_task_id: id,
    turing_project_id: project.turingId,
    turing_batch_id: batch.id,
    batch_name: batch.name,
    batch_status: batch.status,
    user_email: random.oneOf(trainers).email,
    status: 'in_progress',
    completed_at: null,
    created_at: now,
    updated_at: now,
    colab_link: `https://colab.example.com/drive/${id.toString(36)}`,
    number_of_turns: 1,
    duration_minutes: null,
    target_model: 'atlas-2',
    validation_status: null,
    metadata: { topic: random.oneOf(project.topics), difficulty: random.between(1, 5) },
  };
}

function review(row) {
  const rework = random.chance(REWORK_SHARE);
  const trainer = users.find((user) => user.email === row.user_email);
  const reviewers = users.filter((user) => user.pod === trainer.pod && user.role === 'reviewer');
  const submitted = new Date().toISOString();
  return {
    ...row,
    status: rework ? 'rework' : 'reviewed',
    completed_at: rework ? null : (row.completed_at ?? submitted),
    updated_at: submitted,
    validation_status: rework ? 'failed' : 'passed',
    reviews: [
      {
        turing_review_id: row.turing_task_id,
        reviewer_email: random.oneOf(reviewers).email,
        status: rework ? 'rework' : 'approved',
        score: rework ? random.between(1, 3) : random.between(3, 5),
        feedback: null,
        submitted_at: submitted,
      },
    ],
  };
}

/** Waits, but ends soon after Ctrl-C. */
async function pause(milliseconds) {
  const until = Date.now() + milliseconds;
  while (!stopping && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(200, until - Date.now())));
  }
}
