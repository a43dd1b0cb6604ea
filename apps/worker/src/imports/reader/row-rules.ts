import { isObject } from '@portal/contracts/objects';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { taskFileRowSchema } from '@portal/contracts/tasks';
import { NAMED_BITS } from '../named-columns.js';
import type { Report, TaskRow } from '../task-row.js';
import { readReviews } from './review-rules.js';
import { ScalarRules } from './scalar-rules.js';
import { reportUnknownFields } from './unknown-fields.js';

/** The same reason for a project that does not exist and for one without data-upload. */
export const NO_PROJECT = 'is not a project that you may upload to';

const FIELDS: ReadonlySet<string> = new Set(Object.keys(taskFileRowSchema.shape));

/**
 * Checks one row against the rules of `taskFileRowSchema` and gives its values the form in which they
 * are stored. zod would take twice as long for the check alone, and validators compiled from the
 * schema know neither the words of these errors nor the rules of links, e-mails and instants.
 * @param isMapped whether a file format made the row, which may then name its project by `project_id` alone
 * @returns the row; not valid if an error was reported
 */
export function readRow(
  value: unknown,
  nowMs: number,
  report: Report,
  isMapped = false,
): TaskRow | undefined {
  if (!isObject(value)) {
    report('', 'must be an object');
    return undefined;
  }
  reportUnknownFields(value, FIELDS, '', report);
  const rules = new ScalarRules(nowMs, report);
  return {
    turing_task_id: rules.id('turing_task_id', value['turing_task_id']),
    turing_project_id:
      isMapped && value['turing_project_id'] === undefined && value['project_id'] !== undefined
        ? 0
        : rules.id('turing_project_id', value['turing_project_id']),
    project_id: rules.projectId('project_id', value['project_id']),
    turing_batch_id: rules.id('turing_batch_id', value['turing_batch_id']),
    batch_name: rules.batchName('batch_name', value['batch_name']),
    batch_status: rules.batchStatus('batch_status', value['batch_status']),
    user_email: rules.email('user_email', value['user_email']),
    // Only a new task needs one.
    status: value['status'] === undefined ? '' : rules.status('status', value['status']),
    number_of_turns: rules.turns('number_of_turns', value['number_of_turns']),
    duration_minutes: rules.number(
      'duration_minutes',
      value['duration_minutes'],
      0,
      TASK_FILE_LIMITS.maxMinutes,
    ),
    completed_at: rules.instant('completed_at', value['completed_at']),
    created_at: rules.instant('created_at', value['created_at']),
    updated_at: rules.instant('updated_at', value['updated_at']),
    colab_link: rules.link('colab_link', value['colab_link']),
    target_model: rules.shortText('target_model', value['target_model']),
    validation_status: rules.validationStatus('validation_status', value['validation_status']),
    delivery_batch: rules.shortText('delivery_batch', value['delivery_batch']),
    metadata: readMetadata(value['metadata'], report),
    reviews: readReviews(value['reviews'], rules, report),
    named: namedIn(value),
  };
}

function namedIn(row: Readonly<Record<string, unknown>>): number {
  let named = 0;
  for (const [name, bit] of NAMED_BITS) if (row[name] !== undefined) named += bit;
  return named;
}

function readMetadata(value: unknown, report: Report): string | null {
  if (value === undefined || value === null) return null;
  if (!isObject(value)) {
    report('metadata', 'must be an object or null');
    return null;
  }
  if (levels(value) > TASK_FILE_LIMITS.maxMetadataDepth) {
    report('metadata', `is nested deeper than ${TASK_FILE_LIMITS.maxMetadataDepth} levels`);
    return null;
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > TASK_FILE_LIMITS.maxMetadataBytes) {
    report('metadata', `is larger than ${TASK_FILE_LIMITS.maxMetadataBytes} bytes`);
  }
  return text;
}

/** Nesting depth of a parsed value, which the splitter has limited; 0 for a scalar. */
function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, levels(member));
  return deepest + 1;
}
