import { isObject } from '@portal/contracts/objects';
import type { Report, TaskRow } from '../task-row.js';
import { readReviews } from './review-rules.js';
import { ScalarRules } from './scalar-rules.js';

/**
 * Checks a row of a file of reviews: the id of a task and its reviews.
 * @returns the row, which names nothing else; not valid if an error was reported
 */
export function readReviewRow(value: unknown, nowMs: number, report: Report): TaskRow | undefined {
  if (!isObject(value)) return undefined;
  const rules = new ScalarRules(nowMs, report);
  return {
    ...NOTHING,
    turing_task_id: rules.id('turing_task_id', value['turing_task_id']),
    reviews: readReviews(value['reviews'], rules, report),
  };
}

/** What is stored in the stage of the fields that the row does not name. */
const NOTHING: Omit<TaskRow, 'turing_task_id' | 'reviews'> = {
  turing_project_id: 0,
  turing_batch_id: 0,
  batch_name: null,
  batch_status: null,
  project_id: null,
  user_email: null,
  status: '',
  number_of_turns: 0,
  duration_minutes: null,
  completed_at: null,
  created_at: null,
  updated_at: null,
  colab_link: null,
  target_model: null,
  validation_status: null,
  delivery_batch: null,
  metadata: null,
  named: 0,
};
