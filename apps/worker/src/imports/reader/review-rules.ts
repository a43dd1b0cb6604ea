import { isObject } from '@portal/contracts/objects';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { taskFileReviewSchema } from '@portal/contracts/tasks';
import type { Report, ReviewRow } from '../task-row.js';
import { reportUnknownFields } from './unknown-fields.js';
import type { ScalarRules } from './scalar-rules.js';

const FIELDS: ReadonlySet<string> = new Set(Object.keys(taskFileReviewSchema.shape));
const MAX_SCORE = 1_000_000;

/** The reviews of a row; undefined if the row has none, which keeps those of the task. */
export function readReviews(
  value: unknown,
  rules: ScalarRules,
  report: Report,
): ReviewRow[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > TASK_FILE_LIMITS.maxReviews) {
    report('reviews', `must be a list of at most ${TASK_FILE_LIMITS.maxReviews} reviews`);
    return undefined;
  }
  const items = value as unknown[];
  const reviews: ReviewRow[] = [];
  for (const [index, item] of items.entries()) {
    const review = readReview(item, `reviews/${index}`, rules, report);
    if (review !== undefined) reviews.push(review);
  }
  if (reviews.length > 1) reportRepeatedIds(reviews, report);
  return reviews;
}

function readReview(
  value: unknown,
  path: string,
  rules: ScalarRules,
  report: Report,
): ReviewRow | undefined {
  if (!isObject(value)) {
    report(path, 'must be an object');
    return undefined;
  }
  reportUnknownFields(value, FIELDS, `${path}/`, report);
  return {
    turing_review_id: rules.id(`${path}/turing_review_id`, value['turing_review_id']),
    reviewer_email: rules.email(`${path}/reviewer_email`, value['reviewer_email']),
    status: rules.status(`${path}/status`, value['status']),
    score: rules.number(`${path}/score`, value['score'], -MAX_SCORE, MAX_SCORE),
    feedback: rules.text(`${path}/feedback`, value['feedback'], TASK_FILE_LIMITS.maxFeedback),
    submitted_at: rules.instant(`${path}/submitted_at`, value['submitted_at']),
    reasons: rules.shortTexts(`${path}/reasons`, value['reasons'], TASK_FILE_LIMITS.maxReasons),
  };
}

/** Not part of the schema: two reviews with one id would be one row in the database. */
function reportRepeatedIds(reviews: readonly ReviewRow[], report: Report): void {
  const seen = new Set<unknown>();
  for (const [index, { turing_review_id: id }] of reviews.entries()) {
    if (seen.has(id)) report(`reviews/${index}/turing_review_id`, 'is repeated in this row');
    seen.add(id);
  }
}
