import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';

/** A sandbox role bound to a project for one run. */
export interface BoundRole {
  readonly role: string;
  readonly runId: string;
}

/** Binds sandbox roles to projects, in one table that all servers share. */
export class SandboxRoles {
  constructor(
    private readonly db: Queryable,
    private readonly perProject: number,
  ) {}

  /**
   * Binds a free sandbox role and commits. The binding expires after `seconds`, so the role of a dead
   * server becomes free. Null if all roles are in use, or the project uses its share of them.
   */
  async bind(projectId: number, runId: string, seconds: number): Promise<BoundRole | null> {
    const values = [projectId, runId, seconds, this.perProject];
    const [bound] = await this.db.query<{ role: string }>(bindRole, values);
    return bound ? { role: bound.role, runId } : null;
  }

  /** Unbinds the role, except if the binding has expired and another run uses the role. */
  async release({ role, runId }: BoundRole): Promise<void> {
    await this.db.query(releaseRole, [role, runId]);
  }
}

/**
 * The rows are locked in one order, so that servers do not deadlock. The role that has been free
 * longest is taken, because its previous session is the most likely to be closed.
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
