import { MIGRATION_NAMES } from '../migrate.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

interface MigrationState {
  /** How many migrations of this version the database has not had. */
  readonly pending: number;
  /** The time zone of its reporting days. */
  readonly zone: string;
}

export async function readMigrationState(db: Queryable): Promise<MigrationState> {
  const [state] = await db.query<MigrationState>(
    sql`
      SELECT core.reporting_zone() AS zone, (
        SELECT count(*)::int4 FROM unnest($1::text[]) AS known (name)
        WHERE name NOT IN (SELECT name FROM portal_migration)) AS pending`,
    [MIGRATION_NAMES],
  );
  if (!state) throw new Error('a SELECT without a row');
  return state;
}
