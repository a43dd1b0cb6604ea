import { Column, Entity } from 'typeorm';
import { REVIEW_COLUMNS } from '../schema/task-columns.js';

/** A review of a task. Its columns stand in `schema/task-columns.ts`. */
@Entity({ schema: 'core', name: 'task_review' })
export class TaskReview {}

for (const { name, type, key: primary = false, nullable = false } of REVIEW_COLUMNS) {
  Column({ type, primary, nullable })(TaskReview.prototype, name);
}
