import { Column, Entity } from 'typeorm';
import { REVIEW_COLUMNS } from '../schema/task-columns.js';

/** A review of a task; `schema/task-columns.ts` lists the columns. */
@Entity({ schema: 'core', name: 'task_review' })
export class TaskReview {}

for (const {
  name,
  type,
  array = false,
  key: primary = false,
  nullable = false,
} of REVIEW_COLUMNS) {
  Column({ type, array, primary, nullable })(TaskReview.prototype, name);
}
