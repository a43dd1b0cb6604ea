import { TASK_COLUMNS } from '@portal/persistence/schema/task-columns';
import { Readable } from 'node:stream';
import { randomSource, type RandomSource } from './task-file-random.js';

/** Parameters of a generated task file. The same plan gives the same bytes. */
export interface TaskFilePlan {
  /** Rows of the file; task ids count up from `firstTaskId`. */
  tasks: number;
  /** `turing_project_id` of every row. */
  turingProjectId: number;
  /** Batches of the rows, each active for about 15 days; the default is 40. */
  batches?: number;
  /** Users of the tasks, from `p1@example.com`; the default is 60. */
  users?: number;
  /** The default is 1. */
  firstTaskId?: number;
  /** `turing_batch_id` of the first batch; the default is 1. */
  firstBatchId?: number;
  seed?: number;
  /** Last day of the file, at midnight UTC; tasks are in the `days` days before it. */
  until?: Date;
  /** The default is 120. */
  days?: number;
  /** 'json' is one array, 'ndjson' one object per line; the default is 'json'. */
  format?: 'json' | 'ndjson';
}

const CHUNK_CHARACTERS = 256 * 1024;
const DAY_MS = 86_400_000;
const BATCH_DAYS = 15;

/**
 * The file as a stream, about 420 bytes per task. Rows are joined from pieces that are rendered
 * once, so that the generator is faster than any reader.
 */
export function taskFileStream(plan: TaskFilePlan): Readable {
  return Readable.from(taskFileChunks(plan), { objectMode: false });
}

/** The whole file as text, for plans of a few thousand tasks. */
export function taskFileText(plan: TaskFilePlan): string {
  return Buffer.concat([...taskFileChunks(plan)]).toString('latin1');
}

/** The file's bytes in chunks of about a quarter of a megabyte. */
export function* taskFileChunks(plan: TaskFilePlan): Generator<Buffer> {
  const array = (plan.format ?? 'json') === 'json';
  const row = rowWriter(plan);
  let text = array ? '[' : '';
  for (let index = 0; index < plan.tasks; index++) {
    if (array) text += index === 0 ? '\n' : ',\n';
    text += row(index);
    if (!array) text += '\n';
    if (text.length >= CHUNK_CHARACTERS) {
      yield Buffer.from(text, 'latin1');
      text = '';
    }
  }
  if (array) text += '\n]\n';
  if (text !== '') yield Buffer.from(text, 'latin1');
}

function rowWriter(plan: TaskFilePlan): (index: number) => string {
  const random = randomSource(plan.seed ?? 1);
  const first = plan.firstTaskId ?? 1;
  const pieces = renderPieces(plan);
  const batches = plan.batches ?? 40;
  const perBatch = Math.ceil(plan.tasks / batches);

  return (index) => {
    const id = first + index;
    // Rows have the order of a labeling tool's export: batch after batch, ids ascending.
    const batch = pick(pieces.batches, Math.floor(index / perBatch));
    const day = batch.firstDay + random.below(BATCH_DAYS);
    const state = random.oneOf(STATES);
    const user = random.oneOf(pieces.users);
    const second = random.below(86_400);
    const created = pick(pieces.days, day) + pick(pieces.seconds, second);
    const finished = pick(pieces.days, day + 1) + pick(pieces.seconds, random.below(86_400));
    return (
      `{"turing_task_id":${id}${batch.text}${user.text}${state.text}"created_at":"${created}",` +
      (state.done ? `"completed_at":"${finished}",` : '') +
      (state.linked ? `"colab_link":"https://c.example/${id}",` : '') +
      `"updated_at":"${finished}","number_of_turns":${1 + random.below(12)},` +
      `"duration_minutes":${5 + random.below(90)}${random.oneOf(FRACTIONS)}` +
      EXAMPLES.map((pieces) => random.oneOf(pieces)).join('') +
      (state.reviewed ? reviews(id, pieces, day, random) : '') +
      '}'
    );
  };
}

function reviews(id: number, pieces: Pieces, day: number, random: RandomSource): string {
  const submitted = pick(pieces.days, day + 2) + pick(pieces.seconds, random.below(86_400));
  return (
    `,"reviews":[{"turing_review_id":${id},"reviewer_email":"${random.oneOf(pieces.users).email}",` +
    `"status":"passed","score":${1 + random.below(5)},"submitted_at":"${submitted}"}]`
  );
}

interface Pieces {
  batches: { text: string; firstDay: number }[];
  users: { email: string; text: string }[];
  /** `2026-01-31T` by day of the plan. */
  days: string[];
  /** `23:59:59Z` by second of the day. */
  seconds: string[];
}

function renderPieces(plan: TaskFilePlan): Pieces {
  const count = plan.batches ?? 40;
  const days = plan.days ?? 120;
  const until = plan.until ?? new Date('2026-06-30T00:00:00Z');
  const firstDay = until.getTime() - days * DAY_MS;
  // A task is created on a day of its batch, completed the next day and reviewed the day after.
  const spread = Math.max(0, days - BATCH_DAYS - 2);
  const firstBatch = plan.firstBatchId ?? 1;
  return {
    batches: Array.from({ length: count }, (_, index) => ({
      text:
        `,"turing_project_id":${plan.turingProjectId},"turing_batch_id":${firstBatch + index},` +
        `"user_email":"`,
      firstDay: Math.floor((index * spread) / Math.max(1, count - 1)),
    })),
    users: Array.from({ length: plan.users ?? 60 }, (_, index) => {
      const email = `p${index + 1}@example.com`;
      return { email, text: `${email}","status":"` };
    }),
    days: Array.from({ length: days + BATCH_DAYS }, (_, index) =>
      new Date(firstDay + index * DAY_MS).toISOString().slice(0, 11),
    ),
    seconds: Array.from(
      { length: 86_400 },
      (_, index) => `${new Date(index * 1000).toISOString().slice(11, 19)}Z`,
    ),
  };
}

/** Frequency of each status, in twentieths; half of the tasks have a review. */
const STATES = [
  ...times(5, state('delivered', { done: true, linked: true, reviewed: true, valid: 'passed' })),
  ...times(4, state('reviewed', { done: true, linked: true, reviewed: true, valid: 'passed' })),
  ...times(4, state('completed', { done: true, linked: true, valid: 'passed' })),
  ...times(1, state('completed', { done: true, linked: true, valid: 'failed' })),
  ...times(1, state('rework', { linked: true, reviewed: true, valid: 'failed' })),
  ...times(2, state('ready_for_review', { valid: 'pending' })),
  ...times(2, state('in_progress', {})),
  ...times(1, state('pending', {})),
];

const FRACTIONS = ['', '', '.25', '.5'];

/** Of each column that has examples, the pieces of a row. */
const EXAMPLES = TASK_COLUMNS.filter(({ examples }) => examples !== undefined).map(
  ({ name, examples = [] }) => examples.map((example) => `,"${name}":${JSON.stringify(example)}`),
);

interface State {
  done?: boolean;
  /** Has a `colab_link`. */
  linked?: boolean;
  reviewed?: boolean;
  valid?: string;
}

function state(status: string, { done = false, linked = false, reviewed = false, valid }: State) {
  const validation = valid === undefined ? '' : `"validation_status":"${valid}",`;
  const delivery = status === 'delivered' ? '"delivery_batch":"drop-12",' : '';
  return { text: `${status}",${validation}${delivery}`, done, linked, reviewed };
}

function times<T>(count: number, item: T): T[] {
  return Array.from({ length: count }, () => item);
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
  return item;
}
