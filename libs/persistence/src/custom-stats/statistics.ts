import type { CustomStat, NewCustomStat } from '@portal/contracts/custom-stats';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { statSeen } from '../visibility/rows.js';

/** A statistic with the text of its query, which only callers who manage statistics get. */
export type StoredStat = Omit<CustomStat, 'parameters'> & { readonly sql_query: string };

/** The columns that a user sets. */
const SETTINGS = [
  'name',
  'description',
  'sql_query',
  'supported_chart_types',
  'default_chart_type',
  'enable_aggregation',
  'aggregation_column',
  'aggregation_method',
  'display_order',
  'is_active',
  'audience',
] as const satisfies readonly (keyof NewCustomStat)[];

const COLUMNS = `id, project_id, ${SETTINGS.join(', ')}, version, created_at, updated_at`;

/** After two other values. */
const PLACEHOLDERS = SETTINGS.map((_, at) => `$${at + 3}`).join(', ');

/** Those that the caller may see, by display order and name. */
export function readStats(
  db: Queryable,
  projectId: number,
  activeOnly: boolean,
  caller: Caller,
): Promise<readonly StoredStat[]> {
  const bound = new BoundValues(3);
  return db.query(
    sql`
      SELECT ${COLUMNS} FROM core.custom_stat
      WHERE project_id = $1 AND (is_active OR NOT $2) AND ${statSeen(caller, projectId, bound)}
      ORDER BY display_order, name, id`,
    [projectId, activeOnly, ...bound.values],
  );
}

export async function readStat(
  db: Queryable,
  projectId: number,
  statId: number,
): Promise<StoredStat | undefined> {
  const [found] = await db.query<StoredStat>(
    sql`SELECT ${COLUMNS} FROM core.custom_stat WHERE project_id = $1 AND id = $2`,
    [projectId, statId],
  );
  return found;
}

export async function insertStat(
  tx: Transaction,
  projectId: number,
  authorId: number,
  stat: NewCustomStat,
): Promise<StoredStat> {
  const [inserted] = await tx.query<StoredStat>(
    sql`
      INSERT INTO core.custom_stat (project_id, created_by, ${SETTINGS.join(', ')})
      VALUES ($1, $2, ${PLACEHOLDERS})
      RETURNING ${COLUMNS}`,
    [projectId, authorId, ...valuesOf(stat)],
  );
  if (!inserted) throw new Error('the inserted statistic was not returned');
  return inserted;
}

/** @returns undefined if the statistic has another version by now */
export async function replaceStat(
  tx: Transaction,
  { id, version }: StoredStat,
  next: NewCustomStat,
): Promise<StoredStat | undefined> {
  const [updated] = await tx.query<StoredStat>(
    sql`
      UPDATE core.custom_stat
      SET (${SETTINGS.join(', ')}, version, updated_at) = ROW (${PLACEHOLDERS}, version + 1, now())
      WHERE id = $1 AND version = $2
      RETURNING ${COLUMNS}`,
    [id, version, ...valuesOf(next)],
  );
  return updated;
}

/** @returns false if there is no such statistic */
export async function deleteStat(
  tx: Transaction,
  projectId: number,
  statId: number,
): Promise<boolean> {
  const deleted = await tx.query(
    sql`DELETE FROM core.custom_stat WHERE project_id = $1 AND id = $2 RETURNING id`,
    [projectId, statId],
  );
  return deleted.length > 0;
}

/** The ids of the statistics of a project, which nobody else changes until the end of the transaction. */
export async function lockStats(tx: Transaction, projectId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`SELECT id FROM core.custom_stat WHERE project_id = $1 ORDER BY id FOR UPDATE`,
    [projectId],
  );
  return rows.map(({ id }) => id);
}

/** Gives them the order of the ids; only those that move are changed. */
export async function storeOrder(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.query(
    sql`
      UPDATE core.custom_stat AS stat
      SET display_order = place.at, version = version + 1, updated_at = now()
      FROM unnest($1::integer[]) WITH ORDINALITY AS place (id, at)
      WHERE stat.id = place.id AND stat.display_order <> place.at`,
    [ids],
  );
}

/** The values of `SETTINGS`. */
export function valuesOf(stat: NewCustomStat): unknown[] {
  return SETTINGS.map((name) => stat[name]);
}
