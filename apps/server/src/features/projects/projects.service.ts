import { Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import {
  type FullProject,
  fullProjectSchema,
  type NewProject,
  type Project,
  type ProjectInventory,
  projectSchema,
  type ProjectUpdate,
} from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { keepImportsAway } from '@portal/persistence/locks';
import type { Queryable } from '@portal/persistence/queryable';
import {
  archiveProject,
  bringProjectBack,
  lockProject,
} from '@portal/persistence/projects/projects';
import { takeInventory } from '@portal/persistence/projects/project-inventory';
import { sql } from '@portal/persistence/sql';
import { itemSeen } from '@portal/persistence/visibility/items';
import type { Row } from '../../db/row.js';
import { type ListMetadata, ListRegistry } from '../../lists/declare/list-metadata.js';
import { presentItem } from '../../lists/read/items.js';
import { RowQuery } from '../../lists/read/row-sql.js';
import { constraintProblem } from '../../lists/shared/constraint-problems.js';
import { readRow } from '../../lists/write/locked-rows.js';
import { insertRow, updateRows } from '../../lists/write/write-rows.js';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { changedValues } from '../../db/changed-values.js';
import { Reads } from '../../db/pools.js';
import { refuseStale } from '../../http/output/etags.js';
import { ProblemException } from '../../problems/problem.js';
import { refuseAllProjects } from './all-projects.js';
import { PROJECTS } from './projects.list.js';

@Injectable()
export class ProjectsService {
  private readonly table: ListMetadata;

  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    tables: ListRegistry,
  ) {
    this.table = tables.open(PROJECTS);
  }

  /** The projects of the caller, by name; project 0 first, for users with a role there. */
  async listFor(caller: Caller): Promise<readonly Project[]> {
    const row = new RowQuery(this.table);
    const { sql: id } = this.table.key;
    const found = await this.reads.prepared.query<Row>(
      sql`
        SELECT ${this.table.listSelection} ${row.from()}
        WHERE ${itemSeen(caller, PROJECTS.policy, row)}
        ORDER BY ${id} <> ${ALL_PROJECTS_ID}, ${row.column('name')}, ${id}`,
      row.values,
    );
    return found.map((project) => projectSchema.parse(presentItem(this.table, project)));
  }

  /**
   * @throws {ProblemException} `not-found`
   */
  async get(projectId: number): Promise<FullProject> {
    return this.read(this.reads.prepared, projectId);
  }

  /**
   * What the project has already, for the steps of its set-up.
   * @throws {ProblemException} `not-found`
   */
  async inventory(projectId: number, caller: Caller): Promise<ProjectInventory> {
    const found = await takeInventory(this.reads.prepared, projectId, caller.userId);
    if (!found) throw new ProblemException('not-found', 'There is no such project');
    return found;
  }

  /** @throws {ProblemException} `conflict` if the name or the external id is taken */
  async create(project: NewProject, actor: Actor): Promise<FullProject> {
    return this.write(null, actor, async (tx) =>
      this.read(tx, await insertRow(tx, this.table, project)),
    );
  }

  /**
   * Changes the given fields and returns the whole project.
   * @param ifMatch the ETag of the expected version; without it the last write wins
   * @throws {ProblemException} `conflict` as in `create`, for project 0, and if it has changed
   */
  async update(
    projectId: number,
    update: ProjectUpdate,
    ifMatch: string | undefined,
    actor: Actor,
  ): Promise<FullProject> {
    refuseAllProjects(projectId);
    return this.write(projectId, actor, async (tx) => {
      await lockProject(tx, projectId);
      const stored = await this.read(tx, projectId);
      refuseStale(stored, update, ifMatch);
      const changed = changedValues(update, stored);
      if (Object.keys(changed).length === 0) return stored;
      await updateRows(tx, this.table, [projectId], changed);
      return this.read(tx, projectId);
    });
  }

  /**
   * Archives the project, so that it is read-only, or brings it back.
   * @throws {ProblemException} `conflict` for project 0; `busy` if an import merges into it
   */
  async archive(projectId: number, isArchived: boolean, actor: Actor): Promise<FullProject> {
    refuseAllProjects(projectId);
    return this.write(projectId, actor, async (tx) => {
      await keepImportsAway(tx, [projectId]);
      await (isArchived ? archiveProject : bringProjectBack)(tx, projectId);
      return this.read(tx, projectId);
    });
  }

  private async read(db: Queryable, projectId: number): Promise<FullProject> {
    return fullProjectSchema.parse(await readRow(db, this.table, projectId));
  }

  private async write<T>(
    projectId: number | null,
    actor: Actor,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.transactions.run(actor, work);
    } catch (error) {
      throw await constraintProblem(this.reads, this.table, error, projectId);
    }
  }
}
