import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';

/** A slot bound to a project for one run. */
export interface BoundSlot {
  readonly role: string;
  readonly runId: string;
}

/** Binds slots to projects: one table, shared by all servers on the database. */
export class Slots {
  constructor(
    private readonly dataSource: DataSource,
    private readonly perProject: number,
  ) {}

  /**
   * Binds a free slot, committed, for so long at most; one that a dead server held is free when its
   * time is over. Null when all are taken, or the project has its share over all servers.
   */
  async bind(projectId: number, runId: string, seconds: number): Promise<BoundSlot | null> {
    const [rows] = await this.dataSource.query<[{ role: string }[], number]>(bindSlot, [
      projectId,
      runId,
      seconds,
      this.perProject,
    ]);
    const [slot] = rows;
    return slot ? { role: slot.role, runId } : null;
  }

  /** Unbinds it, unless its time was over and it is another's by now. */
  async release({ role, runId }: BoundSlot): Promise<void> {
    await this.dataSource.query(releaseSlot, [role, runId]);
  }
}

/**
 * The rows are locked in one order, so that servers wait for one another instead of blocking each
 * other. The slot that has rested longest is taken: its last session is surely gone.
 */
const bindSlot = sql`
WITH locked AS MATERIALIZED (
  SELECT role, project_id, expires_at FROM reporting.slot ORDER BY slot.role FOR UPDATE
), seen AS MATERIALIZED (
  SELECT *, expires_at > clock_timestamp() AS busy FROM locked
), free AS (
  SELECT role FROM seen
  WHERE NOT busy AND (SELECT count(*) FROM seen WHERE busy AND project_id = $1) < $4
  ORDER BY expires_at LIMIT 1
)
UPDATE reporting.slot
SET project_id = $1, run_id = $2, expires_at = clock_timestamp() + make_interval(secs => $3)
FROM free WHERE slot.role = free.role
RETURNING slot.role::text AS role`;

const releaseSlot = sql`
UPDATE reporting.slot SET project_id = NULL, run_id = NULL, expires_at = clock_timestamp()
WHERE role = $1 AND run_id = $2`;
