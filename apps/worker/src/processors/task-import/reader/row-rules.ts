import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import type { Report } from './records.js';
import { readReviews, type ReviewRow } from './review-rules.js';
import { ScalarRules } from './scalar-rules.js';
import { isRecord, reportUnknownFields } from './records.js';

/** One row of a task file, checked and normalised. */
export interface TaskRow {
  taskId: number;
  turingProjectId: number;
  batchId: number;
  batchName: string | null;
  batchStatus: string | null;
  userEmail: string | null;
  status: string;
  turns: number;
  minutes: number | null;
  completedAt: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  colabLink: string | null;
  targetModel: string | null;
  validationStatus: string | null;
  deliveryBatch: string | null;
  /** JSON text. */
  metadata: string | null;
  /** Undefined leaves the task's reviews as they are. */
  reviews: ReviewRow[] | undefined;
}

const FIELDS: ReadonlySet<string> = new Set([
  'turing_task_id',
  'turing_project_id',
  'turing_batch_id',
  'batch_name',
  'batch_status',
  'user_email',
  'status',
  'completed_at',
  'created_at',
  'updated_at',
  'colab_link',
  'number_of_turns',
  'duration_minutes',
  'target_model',
  'validation_status',
  'delivery_batch',
  'reviews',
  'metadata',
]);

/**
 * Checks one row against the rules of `taskFileRowSchema`, by hand because a general validator
 * costs more than reading and storing the row together.
 * @returns the row; meaningless when something was reported
 */
export function readRow(value: unknown, nowMs: number, report: Report): TaskRow | undefined {
  if (!isRecord(value)) {
    report('', 'must be an object');
    return undefined;
  }
  reportUnknownFields(value, FIELDS, '', report);
  const rules = new ScalarRules(nowMs, report);
  const max = TASK_FILE_LIMITS.maxText;
  return {
    taskId: rules.id('turing_task_id', value['turing_task_id']),
    turingProjectId: rules.id('turing_project_id', value['turing_project_id']),
    batchId: rules.id('turing_batch_id', value['turing_batch_id']),
    batchName: rules.batchName('batch_name', value['batch_name']),
    batchStatus: rules.batchStatus('batch_status', value['batch_status']),
    userEmail: rules.email('user_email', value['user_email']),
    status: rules.status('status', value['status']),
    turns: rules.turns('number_of_turns', value['number_of_turns']),
    minutes: rules.number(
      'duration_minutes',
      value['duration_minutes'],
      0,
      TASK_FILE_LIMITS.maxMinutes,
    ),
    completedAt: rules.instant('completed_at', value['completed_at']),
    createdAt: rules.instant('created_at', value['created_at']),
    updatedAt: rules.instant('updated_at', value['updated_at']),
    colabLink: rules.httpsUrl('colab_link', value['colab_link']),
    targetModel: rules.text('target_model', value['target_model'], max),
    validationStatus: rules.validationStatus('validation_status', value['validation_status']),
    deliveryBatch: rules.text('delivery_batch', value['delivery_batch'], max),
    metadata: readMetadata(value['metadata'], report),
    reviews: readReviews(value['reviews'], rules, report),
  };
}

function readMetadata(value: unknown, report: Report): string | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) {
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

/** Nesting of a parsed value, which the splitter has bounded; a scalar has none. */
function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, levels(member));
  return deepest + 1;
}
