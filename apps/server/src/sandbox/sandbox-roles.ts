import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';

/** A sandbox role bound to a project for one run. */
export interface BoundRole {
  readonly role: string;
  readonly runId: string;
}

/** Binds sandbox roles to projects: one table, shared by all servers on the database. */
export class SandboxRoles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly perProject: number,
  ) {}

  /**
   * Binds a free sandbox role, committed, for so long at most; one that a dead server held is free when its
   * time is over. Null when all are taken, or the project has its share over all servers.
   */
  async bind(projectId: number, runId: string, seconds: number): Promise<BoundRole | null> {
    const [rows] = await this.dataSource.query<[{ role: string }[], number]>(bindRole, [
      projectId,
      runId,
      seconds,
      this.perProject,
    ]);
    const [bound] = rows;
    return bound ? { role: bound.role, runId } : null;
  }

  /** Unbinds it, unless its time was over and it is another's by now. */
  async release({ role, runId }: BoundRole): Promise<void> {
    await this.dataSource.query(releaseRole, [role, runId]);
  }
}

/**
 * The rows are locked in one order, so that servers wait for one another instead of blocking each
 * other. The sandbox role that has rested longest is taken: its last session is surely gone.
 */
const bindRole = sql`
WITH locked AS MATERIALIZED (
  SELECT role, project_id, expires_at FROM reporting.sandbox_role ORDER BY sandbox_role.role FOR UPDATE
), seen AS MATERIALIZED (
  SELECT *, expires_at > clock_timestamp() AS busy FROM locked
), free AS (
  SELECT role FROM seen
  WHERE NOT busy AND (SELECT count(*) FROM seen WHERE busy AND project_id = $1) < $4
  ORDER BY expires_at LIMIT 1
)
UPDATE reporting.sandbox_role
SET project_id = $1, run_id = $2, expires_at = clock_timestamp() + make_interval(secs => $3)
FROM free WHERE sandbox_role.role = free.role
RETURNING sandbox_role.role::text AS role`;

const releaseRole = sql`
UPDATE reporting.sandbox_role SET project_id = NULL, run_id = NULL, expires_at = clock_timestamp()
WHERE role = $1 AND run_id = $2`;
