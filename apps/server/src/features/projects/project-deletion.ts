import { Injectable } from '@nestjs/common';
import { type ProjectContents, projectContentsSchema } from '@portal/contracts/projects';
import type { Transaction } from '@portal/persistence/db';
import { keepImportsAway } from '@portal/persistence/locks';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { busy } from '../../db/busy.js';
import { databaseRefusalOf, FOREIGN_KEY_VIOLATION } from '../../db/database-refusal.js';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { refuseAllProjects } from './all-projects.js';

const WHAT = 'this project';

@Injectable()
export class ProjectDeletion {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** The numbers of rows that are deleted with the project. */
  async contents(projectId: number): Promise<ProjectContents> {
    refuseAllProjects(projectId);
    return countContents(this.reads.prepared, projectId);
  }

  /**
   * Deletes the project with its role assignments; with `force` also all other data that depends on
   * it, including tasks.
   * @returns the group of the audit records; null if it cannot be undone
   * @throws {ProblemException} `conflict` with the numbers of dependent rows; `busy` if an import or
   *   another change locks it or adds to it. Nothing is deleted then
   */
  async remove(projectId: number, force: boolean, actor: Actor): Promise<number | null> {
    refuseAllProjects(projectId);
    try {
      return await this.transactions.run(
        actor,
        async (tx) => {
          await removeWithin(tx, projectId, force);
          return undoableGroupOf(tx);
        },
        WHAT,
      );
    } catch (error) {
      // A row was added to the project while it was deleted.
      if (databaseRefusalOf(error)?.code !== FOREIGN_KEY_VIOLATION) throw error;
      throw busy(WHAT, false);
    }
  }
}

/**
 * Takes locks in the same order as imports: the project's merge lock, the project, its tasks by key.
 * Concurrent inserts into the project wait and then fail.
 */
async function removeWithin(tx: Transaction, projectId: number, force: boolean): Promise<void> {
  if (force) await keepImportsAway(tx, projectId);
  const locked = await tx.query<unknown>(sql`SELECT FROM core.project WHERE id = $1 FOR UPDATE`, [
    projectId,
  ]);
  if (locked.length === 0) throw new ProblemException('not-found', 'There is no such project');
  if (force) {
    await tx.query(sql`SELECT set_config('portal.deletes_project', 'on', true)`);
    for (const statement of emptying) await tx.query(statement, [projectId]);
  } else {
    refuseContents(await countContents(tx, projectId));
  }
  await tx.query(sql`DELETE FROM core.project WHERE id = $1`, [projectId]);
  if (force) await dropReadModels(tx, projectId);
}

async function countContents(db: Queryable, projectId: number): Promise<ProjectContents> {
  const rows: unknown = await db.query(contents, [projectId]);
  const [counted] = z.array(projectContentsSchema).parse(rows);
  if (!counted) throw new Error('the count returned no row');
  return counted;
}

/** Role assignments alone do not prevent a deletion. */
function refuseContents(found: ProjectContents): void {
  const { role_assignments: _, ...weighty } = found;
  if (Object.values(weighty).every((count) => count === 0)) return;
  const named = Object.entries(found).filter(([, count]) => count > 0);
  const list = named.map(([what, count]) => `${what.replace('_', ' ')}: ${count}`).join(', ');
  throw new ProblemException(
    'conflict',
    `The project is not empty (${list}); force=true deletes all of it`,
    named.map(([pointer, count]) => ({ pointer, detail: String(count) })),
  );
}

/**
 * Updates the read models now instead of at commit, then deletes the rows that count nothing. The
 * revision stays: that of all projects is the sum of all and must not decrease.
 */
async function dropReadModels(tx: Transaction, projectId: number): Promise<void> {
  await tx.query(sql`SET CONSTRAINTS agg.flush IMMEDIATE`);
  for (const table of READ_MODELS) {
    await tx.query(sql`DELETE FROM agg.${table} WHERE project_id = $1`, [projectId]);
  }
}

const READ_MODELS = [
  'task_cell',
  'duration_day',
  'batch_day',
  'batch_total',
  'activity',
  'user_slot',
  'user_day',
  'user_total',
  'desk_day',
];

const contents = sql`
SELECT
  (SELECT count(*) FROM core.batch WHERE project_id = $1) AS batches,
  (SELECT coalesce(sum(tasks), 0)::bigint FROM agg.batch_total WHERE project_id = $1) AS tasks,
  (SELECT count(*) FROM core.pod WHERE project_id = $1) AS pods,
  (SELECT count(*) FROM core.custom_stat WHERE project_id = $1) AS custom_stats,
  (SELECT count(*) FROM core.user_role WHERE project_id = $1) AS role_assignments`;

/** Reviews are deleted with their tasks, members and targets with their pods. */
const emptying = [
  sql`DELETE FROM core.pod WHERE project_id = $1`,
  sql`
  SELECT count(*)
  FROM (
    SELECT FROM core.task WHERE project_id = $1 ORDER BY turing_task_id FOR UPDATE
  ) AS locked`,
  sql`DELETE FROM core.task WHERE project_id = $1`,
  sql`DELETE FROM core.task_removal WHERE project_id = $1`,
  // One row for all tasks of the project: readers of the changes of tasks begin again.
  sql`INSERT INTO core.task_removal VALUES ($1, pg_current_xact_id(), 0)`,
  sql`DELETE FROM core.batch WHERE project_id = $1`,
];
