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
    return this.dataSource.transaction(async (tx) => {
      const slots = await tx.query<SlotRow[]>(lockSlots);
      const busy = slots.filter((slot) => slot.busy);
      if (busy.filter((slot) => slot.project_id === projectId).length >= this.perProject)
        return null;
      // The one that has rested longest: its last session is surely gone.
      const free = slots.filter((slot) => !slot.busy).sort((a, b) => a.rested - b.rested)[0];
      if (!free) return null;
      await tx.query(bindSlot, [free.role, projectId, runId, seconds]);
      return { role: free.role, runId };
    });
  }

  /** Unbinds it, unless its time was over and it is another's by now. */
  async release({ role, runId }: BoundSlot): Promise<void> {
    await this.dataSource.query(releaseSlot, [role, runId]);
  }
}

interface SlotRow {
  readonly role: string;
  readonly project_id: number | null;
  readonly busy: boolean;
  /** Smaller is longer. */
  readonly rested: number;
}

/** In one order, so that servers wait for one another instead of blocking each other. */
const lockSlots = sql`
SELECT role::text AS role, project_id, expires_at > clock_timestamp() AS busy,
  greatest(extract(epoch FROM expires_at), 0)::float8 AS rested
FROM reporting.slot ORDER BY slot.role FOR UPDATE`;

const bindSlot = sql`
UPDATE reporting.slot
SET project_id = $2, run_id = $3, expires_at = clock_timestamp() + make_interval(secs => $4)
WHERE role = $1`;

const releaseSlot = sql`
UPDATE reporting.slot SET project_id = NULL, run_id = NULL, expires_at = clock_timestamp()
WHERE role = $1 AND run_id = $2`;
