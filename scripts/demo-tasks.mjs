import { randomSource, weighted } from './demo-random.mjs';
import { FIRST_TASK_ID, PODS, PROJECTS, demoUsers, membersOf } from './demo-world.mjs';

/**
 * @typedef {import('./demo-random.mjs').Random} Random
 * @typedef {import('./demo-world.mjs').Batch} Batch
 * @typedef {import('./demo-world.mjs').DemoUser} DemoUser
 * @typedef {import('./demo-world.mjs').Project} Project
 * @typedef {import('@portal/contracts/tasks').TaskFileRow} TaskFileRow
 * @typedef {{ id: number, project: Project, batch: Batch, random: Random }} Place
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Amount of work by local hour from 7:00: a slow start, a lunch dip, a tail into the evening. */
const HOURS = [1, 4, 8, 9, 9, 6, 5, 8, 9, 9, 7, 4, 2, 1];
const hourOf = weighted([...HOURS.keys()], (index) => HOURS[index] ?? 0);
/** Sunday to Saturday. */
const WEEKDAYS = [0.1, 1, 1.12, 1.1, 1.05, 0.9, 0.18];

const modelOf = mix('atlas-2 5, atlas-2-mini 3, corvid-7b 2, lumen-large 1.5');

/** @param {string} text names, each with its weight */
function mix(text) {
  const draw = weighted(text.split(', '), (entry) => Number(entry.split(' ')[1]));
  return (/** @type {Random} */ random) => draw(random).split(' ')[0] ?? '';
}

/**
 * Distribution of task statuses in a batch, by its status and, while it runs, by age in days.
 * @type {Record<string, ReturnType<typeof mix>>}
 */
const SETTLED = {
  completed: mix('delivered 84, reviewed 9, completed 4, rework 3'),
  paused: mix('delivered 20, reviewed 30, completed 25, rework 8, ready_for_review 7, pending 10'),
  cancelled: mix('completed 35, reviewed 25, rework 12, pending 25, in_progress 3'),
  draft: mix('pending 100'),
};
/** @type {readonly [olderThan: number, draw: ReturnType<typeof mix>][]} */
const RUNNING = [
  [10, mix('delivered 56, reviewed 26, completed 10, rework 6, ready_for_review 2')],
  [3, mix('delivered 18, reviewed 32, completed 34, rework 8, ready_for_review 6, in_progress 2')],
  [0.6, mix('reviewed 14, completed 46, rework 8, ready_for_review 18, in_progress 10, pending 4')],
  [-Infinity, mix('completed 31, rework 3, ready_for_review 22, in_progress 34, pending 10')],
];

const DONE = new Set(['completed', 'reviewed', 'delivered']);

const PRAISE = [
  'Clear reasoning, and the answer follows from it.',
  'Good turn-taking; the correction in the third turn is what we want.',
  'Well scoped and easy to verify.',
  'Accurate, and honest about what it could not check.',
];
/** With the reasons of `demo-seed.mjs`. */
const CRITIQUE = [
  { feedback: 'The final answer contradicts an earlier turn.', reasons: ['Wrong facts'] },
  { feedback: 'Two turns repeat each other; please merge them.', reasons: ['Format'] },
  {
    feedback: 'The claim about complexity needs a justification.',
    reasons: ['Wrong facts', 'Unclear wording'],
  },
  { feedback: 'Missing the edge case of an empty input.', reasons: ['Instructions missed'] },
];

/**
 * The rows of the demo's task file: 60,000 tasks over the 120 days before `now`, mostly on weekdays
 * and in the working hours of each user. The same seed and time give the same rows.
 * @param {{ seed: number, now: Date }} options
 */
export function* demoTasks({ seed, now }) {
  const random = randomSource(seed);
  const users = demoUsers(randomSource(seed));
  let id = FIRST_TASK_ID;
  for (const project of PROJECTS) {
    const pods = PODS.filter((pod) => pod.project === project.turingId);
    const trainerOf = weighted(membersOf(users, 'trainer', pods), ({ pace = 1 }) => pace);
    for (const batch of project.batches) {
      const dayOf = weighted(workingDays(batch, now), (day) => day.weight);
      for (let n = 0; n < batch.tasks; n++) {
        const { start } = dayOf(random);
        const trainer = trainerOf(random);
        const reviewers = users.filter(
          ({ role, pod }) => role === 'reviewer' && pod === trainer.pod,
        );
        yield demoTask({ id: id++, project, batch, random }, trainer, reviewers, start, now);
      }
    }
  }
}

/**
 * The days of a batch with their fraction of its work: a ramp up, a plateau, a tail.
 * @param {Batch} batch
 * @param {Date} now
 */
function workingDays(batch, now) {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const length = batch.from - batch.to + 1;
  return Array.from({ length }, (_, index) => {
    const start = today - (batch.from - index) * DAY_MS;
    const ramp = Math.min(1, (index + 2) / 6);
    const tail = batch.status === 'ongoing' ? 1 : Math.min(1, (length - index + 1) / 6);
    // Work of today lies in the past part of the day.
    const passed = Math.min(1, (now.getTime() - start) / DAY_MS);
    const weekday = WEEKDAYS[new Date(start).getUTCDay()] ?? 1;
    return { start, weight: ramp * tail * passed * weekday };
  });
}

/** @type {(place: Place, trainer: DemoUser, reviewers: DemoUser[], start: number, now: Date) => TaskFileRow} */
function demoTask(place, trainer, reviewers, start, now) {
  const { id, project, batch, random } = place;
  const worked = workedAt(start, trainer.zone[1], now, random);
  const ageDays = (now.getTime() - worked) / DAY_MS;
  const draw = SETTLED[batch.status] ?? RUNNING.find(([olderThan]) => ageDays > olderThan)?.[1];
  const status = draw?.(random) ?? '';
  const done = DONE.has(status);
  const turns = Math.max(1, Math.round(random.around() ** 2 * 5));
  const started = status !== 'pending';
  const reviews = reviewsOf({ id, status, worked, reviewers, now, random });
  const last = Math.max(worked, ...reviews.map((review) => Date.parse(review.submitted_at)));
  return {
    user_email: batch.status === 'draft' ? null : trainer.email,
    status,
    completed_at: done ? instant(worked) : null,
    created_at: instant(worked - random.between(2, 40) * HOUR_MS),
    updated_at: instant(last),
    number_of_turns: started ? turns : 0,
    duration_minutes: started ? Math.round((4 + turns * 4 * random.around()) * 4) / 4 : null,
    target_model: modelOf(random),
    validation_status: validationOf(status, random),
    delivery_batch: status === 'delivered' ? deliveryOf(project, worked) : null,
    reviews,
    ...placeOf(place),
  };
}

/**
 * What a row says of its place in the project.
 * @param {Place} place
 */
export function placeOf({ id, project, batch, random }) {
  return {
    turing_task_id: id,
    turing_project_id: project.turingId,
    turing_batch_id: batch.id,
    batch_name: batch.name,
    batch_status: batch.status,
    colab_link: `https://colab.example.com/drive/${id.toString(36)}`,
    metadata: { topic: random.oneOf(project.topics), difficulty: random.between(1, 5) },
  };
}

/**
 * A time on that day in the user's working hours, not later than now.
 * @param {number} start of the day, in milliseconds
 * @param {number} zone hours from UTC
 * @param {Date} now
 * @param {Random} random
 */
function workedAt(start, zone, now, random) {
  const local = 7 + hourOf(random) + random.next();
  const at = start + (local - zone) * HOUR_MS;
  return at < now.getTime() ? at : now.getTime() - random.next() * 5 * HOUR_MS;
}

/**
 * @param {{ id: number, status: string, worked: number, reviewers: DemoUser[], now: Date,
 *   random: Random }} task `worked` in milliseconds
 */
function reviewsOf({ id, status, worked, reviewers, now, random }) {
  const reviewed =
    status === 'reviewed' || status === 'rework' || (status === 'delivered' && random.chance(0.93));
  if (!reviewed && !(status === 'completed' && random.chance(0.12))) return [];
  const count = random.chance(0.15) ? 2 : 1;
  return Array.from({ length: count }, (_, index) => {
    const wait = (1 + random.around() * 12 * (index + 1)) * HOUR_MS;
    return {
      ...verdict(status === 'rework' && index === count - 1, reviewers, random),
      turing_review_id: id * 10 + index,
      submitted_at: instant(Math.min(worked + wait, now.getTime())),
    };
  });
}

/**
 * What one of the reviewers says of a task.
 * @param {boolean} isRework whether it is sent back
 * @param {readonly DemoUser[]} reviewers
 * @param {Random} random
 */
export function verdict(isRework, reviewers, random) {
  const reviewer_email = random.oneOf(reviewers).email;
  if (!isRework) {
    const score = random.between(3, 5);
    return {
      reviewer_email,
      status: 'approved',
      score,
      feedback: random.oneOf(PRAISE),
      reasons: [],
    };
  }
  const score = random.between(1, 3);
  return { reviewer_email, status: 'rework', score, ...random.oneOf(CRITIQUE) };
}

/** @param {string} status @param {Random} random */
function validationOf(status, random) {
  if (status === 'delivered') return 'passed';
  if (status === 'completed' || status === 'reviewed') {
    return random.chance(0.86) ? 'passed' : random.chance(0.5) ? 'failed' : 'pending';
  }
  return status === 'rework' ? 'failed' : null;
}

/** @param {Project} project @param {number} worked in milliseconds */
function deliveryOf(project, worked) {
  const week = Math.floor((worked / DAY_MS + 3) / 7);
  const monday = new Date((week * 7 - 3) * DAY_MS).toISOString().slice(0, 10);
  return `${project.deliveryCode}-${monday}`;
}

/** @param {number} milliseconds */
function instant(milliseconds) {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
