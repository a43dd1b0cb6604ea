import { Column, Entity } from 'typeorm';
import { TASK_COLUMNS } from '../schema/task-columns.js';

/** A task; the labeling tool assigns its key. `schema/task-columns.ts` lists the columns. */
@Entity({ schema: 'core', name: 'task' })
export class Task {}

for (const { name, type, key: primary = false, nullable = false, ...rest } of TASK_COLUMNS) {
  Column({ type, primary, nullable, default: rest.default })(Task.prototype, name);
}
