import { Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { NewProject, Project, ProjectUpdate } from '@portal/contracts/projects';
import type { Caller } from '@portal/domain/caller';
import { sql } from '@portal/persistence/sql';
import { projectSeen } from '@portal/persistence/visibility/projects';
import type { Queryable } from '@portal/persistence/queryable';
import { BoundValues } from '@portal/persistence/visibility/row-sql';
import { type ResourceMetadata, ResourceRegistry } from '../../lists/declare/resource-metadata.js';
import { insertRow, updateRows } from '../../lists/write/write-rows.js';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { changedValues } from '../../db/changed-values.js';
import { databaseRefusalOf, UNIQUE_VIOLATION } from '../../db/database-refusal.js';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../http/problems/problem.js';
import { refuseStale, versioned } from '../../http/output/etags.js';
import { refuseAllProjects } from './all-projects.js';
import { PROJECTS } from './projects.resource.js';

/** Unique fields of projects, by the name of their constraint. */
const UNIQUE_FIELDS: Partial<Record<string, string>> = {
  project_name_key: 'name',
  project_turing_project_id_key: 'turing_project_id',
};

const COLUMNS = `id, name, description, turing_project_id, status, project_type, client,
  labeling_tool_base_path, created_at, updated_at`;

@Injectable()
export class ProjectsService {
  private readonly table: ResourceMetadata;

  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    tables: ResourceRegistry,
  ) {
    this.table = tables.open(PROJECTS);
  }

  /** The projects of the caller, by name; project 0 first, for users with a role there. */
  async listFor(caller: Caller): Promise<readonly Project[]> {
    const bound = new BoundValues();
    const projects = await this.reads.prepared.query<ProjectRow>(
      sql`
        SELECT ${COLUMNS} FROM core.project
        WHERE ${projectSeen(caller, bound)}
        ORDER BY id <> ${ALL_PROJECTS_ID}, name, id`,
      bound.values,
    );
    return projects.map(versioned);
  }

  /**
   * @throws {ProblemException} `not-found`
   */
  async get(projectId: number): Promise<Project> {
    return readProject(this.reads.prepared, projectId);
  }

  /** @throws {ProblemException} `conflict` if the name or the external id is taken */
  async create(project: NewProject, actor: Actor): Promise<Project> {
    return this.writing(() =>
      this.transactions.run(actor, async (tx) => {
        return readProject(tx, await insertRow(tx, this.table, project));
      }),
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
  ): Promise<Project> {
    refuseAllProjects(projectId);
    return this.writing(() =>
      this.transactions.run(actor, async (tx) => {
        const stored = await readProject(tx, projectId, 'FOR NO KEY UPDATE');
        refuseStale(stored, update, ifMatch);
        const changed = changedValues(update, stored);
        if (Object.keys(changed).length === 0) return stored;
        await updateRows(tx, this.table, [projectId], changed);
        return readProject(tx, projectId);
      }),
    );
  }

  private async writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const refusal = databaseRefusalOf(error);
      const field = UNIQUE_FIELDS[refusal?.constraint ?? ''];
      if (refusal?.code !== UNIQUE_VIOLATION || field === undefined) throw error;
      throw new ProblemException('conflict', `Another project has this ${field}`, [
        { pointer: `/${field}`, detail: 'is taken by another project' },
      ]);
    }
  }
}

type ProjectRow = Omit<Project, 'version'>;

async function readProject(
  db: Queryable,
  projectId: number,
  lock: 'FOR NO KEY UPDATE' | '' = '',
): Promise<Project> {
  const [found] = await db.query<ProjectRow>(
    sql`SELECT ${COLUMNS} FROM core.project WHERE id = $1 ${lock}`,
    [projectId],
  );
  if (!found) throw new ProblemException('not-found', 'There is no such project');
  return versioned(found);
}
