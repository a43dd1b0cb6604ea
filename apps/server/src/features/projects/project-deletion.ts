import { Injectable } from '@nestjs/common';
import type { ProjectContents } from '@portal/contracts/projects';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Transaction } from '@portal/persistence/db';
import { keepImportsAway } from '@portal/persistence/locks';
import {
  countContents,
  deleteProject,
  emptyProject,
  lockWholeProject,
} from '@portal/persistence/projects/project-deletion';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { busy } from '../../db/lock-wait.js';
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
      if (meaningOf(error) !== 'foreign key') throw error;
      throw busy(WHAT, false);
    }
  }
}

/**
 * Takes locks in the same order as imports: the project's merge lock, the project, its tasks by key.
 * Concurrent inserts into the project wait and then fail.
 */
async function removeWithin(tx: Transaction, projectId: number, force: boolean): Promise<void> {
  if (force) await keepImportsAway(tx, [projectId]);
  if (!(await lockWholeProject(tx, projectId))) {
    throw new ProblemException('not-found', 'There is no such project');
  }
  if (force) await emptyProject(tx, projectId);
  else refuseContents(await countContents(tx, projectId));
  await deleteProject(tx, projectId);
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
