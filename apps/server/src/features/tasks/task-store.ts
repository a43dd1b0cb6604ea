import { Injectable } from '@nestjs/common';
import type { Task, TaskUpdate } from '@portal/contracts/tasks';
import { isDone } from '@portal/domain/statuses';
import { sql } from '@portal/persistence/sql';
import { DataSource } from 'typeorm';
import type { Actor } from '../../changes/actor.js';
import { Changes } from '../../changes/changes.js';

type Instants = 'completed_at' | 'created_at' | 'updated_at';

export type TaskRow = Omit<Task, Instants | 'duration_minutes'> & {
  readonly duration_minutes: string | null;
} & { readonly [Field in Instants]: Date | null };

const COLUMNS = `turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns,
  duration_minutes, completed_at, created_at, updated_at, colab_link, target_model,
  validation_status, delivery_batch`;

@Injectable()
export class TaskStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
  ) {}

  async find(taskId: number): Promise<TaskRow | undefined> {
    const rows = await this.dataSource.query<TaskRow[]>(
      sql`SELECT ${COLUMNS} FROM core.task WHERE turing_task_id = $1`,
      [taskId],
    );
    return rows[0];
  }

  /** The row as it then stands; undefined when the project has no such task. */
  async update(
    taskId: number,
    projectId: number,
    update: TaskUpdate,
    actor: Actor,
  ): Promise<TaskRow | undefined> {
    const { assignments, values } = assignmentsOf(update);
    if (assignments.length === 0) return this.find(taskId);
    const rows = await this.changes.by(actor, (tx) =>
      tx.query<TaskRow[]>(
        sql`
      WITH updated AS (
        UPDATE core.task SET ${assignments.join(', ')}
        WHERE turing_task_id = $1 AND project_id = $2
        RETURNING ${COLUMNS}
      )
      SELECT * FROM updated`,
        [taskId, projectId, ...values],
      ),
    );
    return rows[0];
  }
}

/** The keys come from the contract's schema, which admits columns only. */
function assignmentsOf(changes: TaskUpdate): { assignments: string[]; values: unknown[] } {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const assignments = given.map(([column], index) => `${column} = $${index + 3}`);
  if (given.length === 0) return { assignments, values: [] };

  if (
    changes.status !== undefined &&
    isDone(changes.status) &&
    changes.completed_at === undefined
  ) {
    assignments.push('completed_at = coalesce(completed_at, now())');
  }
  if (changes.updated_at === undefined) assignments.push('updated_at = now()');
  return { assignments, values: given.map(([, value]) => value) };
}
