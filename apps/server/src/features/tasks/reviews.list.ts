import { TaskReview } from '@portal/persistence/entities/task-review';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { REVIEWS_OF_TASKS } from '@portal/persistence/visibility/rows';
import { PROJECT_REFERENCE, type DeclaredList } from '../../lists/declare/declared-list.js';

/** Imports write reviews. Who lists the tasks of a project lists their reviews. */
export const REVIEWS: DeclaredList = {
  base: 'tasks/reviews',
  label: 'Review',
  labelPlural: 'Reviews',
  entity: TaskReview,
  rows: REVIEWS_OF_TASKS,
  // Whatever writes reviews writes their tasks.
  alsoReads: ['task'],
  fields: {
    turing_task_id: { label: 'Task ID' },
    turing_review_id: { label: 'Review ID' },
    reviewer_email: { label: 'Reviewer', searchable: true },
    feedback: { searchable: true },
    reasons: { label: 'Reasons' },
  },
  derived: {
    project_id: {
      label: 'Project',
      type: 'integer',
      references: PROJECT_REFERENCE,
      sql: (row) => `${row}.project_id`,
    },
    turing_batch_id: {
      label: 'Batch ID',
      type: 'integer',
      sql: (row) => `${row}.turing_batch_id`,
    },
    user_email: {
      label: 'User',
      type: 'string',
      nullable: true,
      sql: (row) => `${row}.user_email`,
    },
  },
  // No index serves the reviews of a project in an order: each would slow every import.
  large: {
    filters: {
      turing_task_id: 'all',
      project_id: ['eq', 'in'],
      turing_batch_id: ['eq', 'in'],
      reviewer_email: ['eq', 'in'],
      submitted_at: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'is_null'],
    },
    orders: [],
  },
  policy: ITEM_POLICIES.tasks,
};
