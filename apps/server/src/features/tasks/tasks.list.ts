import { TASK_STATUSES } from '@portal/contracts/constants';
import { listedFeedbackSchema } from '@portal/contracts/feedback';
import { taskFileReviewSchema, taskInputSchema } from '@portal/contracts/tasks';
import { isDone } from '@portal/domain/statuses';
import { Task } from '@portal/persistence/entities/task';
import { isFound } from '@portal/persistence/tasks/task-search';
import { exportedFeedback } from '@portal/persistence/tasks/task-feedback';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { z } from 'zod';
import { isChange } from '../../db/changed-values.js';
import { PROJECT_REFERENCE, type DeclaredList } from '../../lists/declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { IndexedList } from './indexed-list.js';
import { SearchedList } from './searched-list.js';

export const TASKS: DeclaredList = {
  base: 'tasks/tasks-crud',
  label: 'Task',
  labelPlural: 'Tasks',
  entity: Task,
  input: taskInputSchema,
  fields: {
    turing_task_id: { label: 'Task ID', createOnly: true, searchable: true },
    project_id: {
      label: 'Project',
      createOnly: true,
      references: PROJECT_REFERENCE,
    },
    turing_batch_id: { label: 'Batch ID', searchable: true },
    user_email: { label: 'User', searchable: true },
    status: { values: TASK_STATUSES, hasOtherValues: true },
    duration_minutes: { label: 'Duration (min)' },
    created_at: { createOnly: true },
    target_model: { searchable: true },
    colab_link: { label: 'Colab' },
    metadata: { detailOnly: true },
  },
  exported: {
    turing_project_id: {
      ...{ type: 'integer', nullable: true, always: true },
      schema: z.number().int().nullable(),
      sql: (row) =>
        `(SELECT project.turing_project_id FROM core.project WHERE project.id = ${row}.project_id)`,
    },
    reviews: {
      type: 'dict',
      schema: z.array(taskFileReviewSchema),
      sql: (row) => reviewsOf(`${row}.turing_task_id`),
    },
    feedback: {
      type: 'dict',
      schema: z.array(listedFeedbackSchema),
      sql: (row) => exportedFeedback(`${row}.turing_task_id`),
    },
  },
  search: isFound,
  large: {
    filters: {
      project_id: 'all',
      turing_batch_id: 'all',
      user_email: ['eq', 'in', 'contains', 'starts_with', 'is_null'],
      completed_at: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null'],
      status: 'all',
      turing_task_id: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
    },
    index: (table, caller, request) =>
      request.search === undefined
        ? new IndexedList(table, caller, request)
        : new SearchedList(table, caller, request, request.search),
  },
  constraints: {
    task_project_id_turing_batch_id_fkey: {
      field: 'turing_batch_id',
      detail: 'is not a batch of the project in project_id',
    },
  },
  policy: ITEM_POLICIES.tasks,
  rules: { complete, amend },
};

/** The reviews of a task as in a task file, by their number. @param id the SQL of its id */
export function reviewsOf(id: string): string {
  return `(SELECT coalesce(jsonb_agg(jsonb_build_object(
      'turing_review_id', review.turing_review_id,
      'reviewer_email', review.reviewer_email,
      'status', review.status,
      'score', review.score,
      'feedback', review.feedback,
      'submitted_at', to_char(review.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'reasons', coalesce(review.reasons, '{}')
    ) ORDER BY review.turing_review_id), '[]')
    FROM core.task_review AS review WHERE review.turing_task_id = ${id})`;
}

/** A new task gets the current time unless it has one. */
function complete(values: Row): Row {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now, ...finished(values, null, now) };
}

/** The change of an edit, with its time, and with the time of completion if it completes the task. */
export function amend(values: Row, stored: Row, now: string): Row {
  const finishing = finished(values, stored['completed_at'], now);
  return isChange(finishing, stored) ? { updated_at: now, ...finishing } : finishing;
}

/** Adds the time of completion to a task that gets a done status without one. */
function finished(values: Row, completedAt: unknown, now: string): Row {
  const { status } = values;
  const isDue = typeof status === 'string' && isDone(status) && completedAt === null;
  return isDue ? { completed_at: now, ...values } : values;
}
