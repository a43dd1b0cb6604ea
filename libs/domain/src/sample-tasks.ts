import type { TaskFileRow } from '@portal/contracts/tasks';
import { isDone } from './statuses.js';

/** High, so that no tool has them: the project, and the first of its tasks. */
export const SAMPLE_ID = 9_000_000_000_000_000;

interface SamplePerson {
  readonly email: string;
  readonly name: string;
  readonly role: 'lead' | 'reviewer' | 'trainer';
}

/** `.invalid` is no domain (RFC 2606): nobody has these addresses. */
export const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  { email: 'lena.lead@sample.invalid', name: 'Lena Lead', role: 'lead' },
  { email: 'ravi.reviewer@sample.invalid', name: 'Ravi Reviewer', role: 'reviewer' },
  { email: 'ana.trainer@sample.invalid', name: 'Ana Trainer', role: 'trainer' },
  { email: 'ben.trainer@sample.invalid', name: 'Ben Trainer', role: 'trainer' },
  { email: 'chidi.trainer@sample.invalid', name: 'Chidi Trainer', role: 'trainer' },
  { email: 'dora.trainer@sample.invalid', name: 'Dora Trainer', role: 'trainer' },
  { email: 'emre.trainer@sample.invalid', name: 'Emre Trainer', role: 'trainer' },
];

const REVIEWER = 'ravi.reviewer@sample.invalid';
const TRAINERS = SAMPLE_PEOPLE.filter(({ role }) => role === 'trainer');
const DAYS = 28;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MODELS = ['atlas-2', 'atlas-2-mini', 'corvid-7b'];
/** The statuses of ten tasks, by their age in days: old work is finished. */
const STATUSES = [
  {
    from: 14,
    cycle:
      'delivered delivered delivered reviewed delivered delivered completed reviewed delivered rework',
  },
  {
    from: 3,
    cycle:
      'reviewed completed delivered reviewed completed rework reviewed completed reviewed ready_for_review',
  },
  {
    from: 0,
    cycle:
      'completed in_progress completed ready_for_review completed reviewed in_progress completed ready_for_review pending',
  },
].map(({ from, cycle }) => ({ from, cycle: cycle.split(' ') }));

/** The rows of the sample project's task file: the weekdays of the four weeks before `now`. The same time gives the same rows. */
export function sampleTasks(now: Date): TaskFileRow[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const rows: TaskFileRow[] = [];
  for (let day = today - (DAYS - 1) * DAY_MS; day <= today; day += DAY_MS) {
    if ([0, 6].includes(new Date(day).getUTCDay())) continue;
    for (const [place, { email }] of TRAINERS.entries()) {
      const tasks = 3 + ((day / DAY_MS + place) % 3);
      for (let n = 0; n < tasks; n += 1) {
        const at = day + (13 + n * 1.5 + place / 8) * HOUR_MS;
        if (at <= now.getTime()) rows.push(sampleTask(rows.length, email, at, now.getTime()));
      }
    }
  }
  return rows;
}

function sampleTask(index: number, email: string, at: number, now: number): TaskFileRow {
  const ageDays = (now - at) / DAY_MS;
  const { cycle } = STATUSES.find(({ from }) => ageDays >= from) ?? { cycle: [] };
  const status = cycle[(index * 7 + Math.floor(index / 10)) % 10] ?? 'pending';
  const done = isDone(status);
  const started = status !== 'pending';
  const reviewedAt = Math.min(at + (2 + (index % 9)) * HOUR_MS, now);
  const isReviewed = ['reviewed', 'delivered', 'rework'].includes(status);
  return {
    turing_task_id: SAMPLE_ID + index,
    turing_project_id: SAMPLE_ID,
    turing_batch_id: SAMPLE_ID + (ageDays >= 14 ? 1 : 2),
    batch_name: ageDays >= 14 ? 'Sample batch 1' : 'Sample batch 2',
    batch_status: ageDays >= 14 ? 'completed' : 'ongoing',
    user_email: email,
    status,
    created_at: instant(at - 5 * HOUR_MS),
    updated_at: instant(isReviewed ? reviewedAt : at),
    completed_at: done ? instant(at) : null,
    number_of_turns: started ? 2 + (index % 5) : 0,
    duration_minutes: started ? 12 + ((index * 11) % 40) : null,
    target_model: MODELS[index % MODELS.length] ?? null,
    validation_status: validationOf(status, index),
    delivery_batch: status === 'delivered' ? 'Sample delivery' : null,
    reviews: isReviewed ? [reviewOf(index, status, instant(reviewedAt))] : [],
  };
}

function reviewOf(index: number, status: string, at: string) {
  const isBack = status === 'rework';
  return {
    turing_review_id: SAMPLE_ID + index,
    reviewer_email: REVIEWER,
    status: isBack ? 'rework' : 'approved',
    score: isBack ? 2 : 3 + (index % 3),
    feedback: isBack
      ? 'The final answer contradicts an earlier turn.'
      : 'Clear reasoning, and the answer follows from it.',
    submitted_at: at,
  };
}

function validationOf(status: string, index: number): TaskFileRow['validation_status'] {
  if (status === 'rework') return 'failed';
  if (!isDone(status)) return null;
  return status === 'delivered' || index % 6 > 0 ? 'passed' : 'pending';
}

function instant(at: number): string {
  return new Date(at).toISOString();
}
