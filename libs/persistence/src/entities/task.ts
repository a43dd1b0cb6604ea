import { Column, Entity } from 'typeorm';
import { TASK_COLUMNS } from '../schema/task-columns.js';

/** A task; the key is the labeling tool's. Its columns stand in `schema/task-columns.ts`. */
@Entity({ schema: 'core', name: 'task' })
export class Task {}

for (const { name, type, key: primary = false, nullable = false, ...rest } of TASK_COLUMNS) {
  Column({ type, primary, nullable, default: rest.default })(Task.prototype, name);
}
