import { taskInputSchema } from '@portal/contracts/tasks';
import { isDone } from '@portal/domain/statuses';
import { Task } from '@portal/persistence/entities/task';
import { TASK_COLUMNS } from '@portal/persistence/schema/task-columns';
import { differing } from '../../crud/differing.js';
import type { Resource } from '../../crud/resource.js';
import type { Row } from '../../crud/row.js';

/** What no index finds is neither filtered nor sorted by: the columns below that do not say more. */
const UNINDEXED = { operators: [], sortable: false } as const;
const unindexed = Object.fromEntries(TASK_COLUMNS.map(({ name }) => [name, UNINDEXED]));

export const TASKS: Resource = {
  base: 'tasks/tasks-crud',
  label: 'Task',
  labelPlural: 'Tasks',
  entity: Task,
  input: taskInputSchema,
  fields: {
    ...unindexed,
    turing_task_id: {
      label: 'Task ID',
      createOnly: true,
      operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
    },
    project_id: {
      label: 'Project',
      createOnly: true,
      sortable: false,
      references: { base: 'projects', field: 'id', labelField: 'name' },
    },
    turing_batch_id: { label: 'Batch ID', sortable: false },
    user_email: {
      label: 'User',
      searchable: true,
      sortable: false,
      operators: ['eq', 'in', 'contains', 'starts_with', 'is_null'],
    },
    status: { sortable: false },
    completed_at: { operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null'] },
    duration_minutes: { ...UNINDEXED, label: 'Duration (min)' },
    created_at: { ...UNINDEXED, createOnly: true },
    colab_link: { ...UNINDEXED, label: 'Colab' },
    metadata: { ...UNINDEXED, detailOnly: true },
  },
  large: {
    facets: [
      {
        field: 'user_email',
        values: 'agg.user_total',
        counts: 'tasks',
        texts: 'core.task_user',
      },
      { field: 'turing_batch_id', values: 'agg.batch_total', counts: 'tasks' },
      { field: 'status', values: 'agg.batch_total', counts: 'tasks', orders: ['completed_at'] },
    ],
  },
  constraints: {
    task_project_id_turing_batch_id_fkey: {
      field: 'turing_batch_id',
      detail: 'is no batch of the project that project_id names',
    },
  },
  policy: { project: 'project_id', read: [], write: 'data-upload', knownToMembers: true },
  rules: { complete, amend },
};

/** A new task is of now, unless it says since when it is. */
function complete(values: Row): Row {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now, ...finished(values, null, now) };
}

function amend(values: Row, stored: Row): Row {
  const now = new Date().toISOString();
  const finishing = finished(values, stored['completed_at'], now);
  const isChange = Object.keys(differing(finishing, stored)).length > 0;
  return isChange ? { updated_at: now, ...finishing } : finishing;
}

/** With the time of completion, when a task gets a done status and neither has nor is given one. */
function finished(values: Row, completedAt: unknown, now: string): Row {
  const { status } = values;
  const isDue = typeof status === 'string' && isDone(status) && completedAt === null;
  return isDue ? { completed_at: now, ...values } : values;
}
