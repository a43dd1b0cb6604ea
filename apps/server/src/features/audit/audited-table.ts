import type { Transaction } from '@portal/persistence/db';
import { RECORDED_KEYS } from '@portal/persistence/schema/audit';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import type { Row } from '../../db/row.js';

/** A row as it is and as it would be after the undo; null where it does not exist. */
export interface RowUndo {
  readonly id: number;
  readonly entityId: string;
  /** The project of the audit record. */
  readonly projectId: number | null;
  readonly current: Row | null;
  readonly restored: Row | null;
}

/**
 * The SQL of an undo in one table. All values stay in the database: they come from the audit records
 * with the given ids.
 */
export class AuditedTable {
  readonly path: string;
  private readonly key: readonly string[];

  /** @throws {Error} for a table that the audit does not record: a mistake in the code */
  constructor(readonly name: string) {
    const key = RECORDED_KEYS.get(name);
    if (!key) throw new Error(`The audit does not record ${name}`);
    this.path = `core.${name}`;
    this.key = key;
  }

  /** Locks the existing rows in order of their keys until the end of the transaction. */
  async lock(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(
      sql`
      SELECT FROM core.audit AS record
      JOIN ${this.path} AS stored ON ${this.keyMatches}
      WHERE record.id = ANY ($1::bigint[])
      ORDER BY ${prefixed('stored', this.key)} FOR UPDATE OF stored`,
      [ids],
    );
  }

  /** The records whose row is no longer as the change left it. */
  async changedSince(db: Queryable, ids: readonly number[]): Promise<number[]> {
    const found = await db.query<{ id: number }>(
      sql`
      SELECT record.id
      FROM core.audit AS record LEFT JOIN ${this.path} AS stored ON ${this.keyMatches}
      WHERE record.id = ANY ($1::bigint[]) AND CASE
        WHEN record.after IS NULL THEN ${this.exists}
        WHEN NOT ${this.exists} THEN true
        -- Another one with the same id, such as a task of another project, or the same one that has moved.
        WHEN (to_jsonb(stored) ->> 'project_id')::integer <> record.project_id THEN true
        -- The recorded values over the stored row, so that columns newer than the record are equal.
        ELSE to_jsonb(jsonb_populate_record(stored, record.after)) <> to_jsonb(stored) END
      ORDER BY record.id`,
      [ids],
    );
    return found.map(({ id }) => id);
  }

  /** The rows that the undo still changes, with these columns. */
  async rows(
    tx: Transaction,
    ids: readonly number[],
    columns: readonly string[],
  ): Promise<readonly RowUndo[]> {
    return tx.query(
      sql`
      SELECT id, entity_id AS "entityId", project_id AS "projectId", ${picked('current')}, ${picked('restored')}
      FROM (
        SELECT record.id, record.entity_id, record.project_id,
          CASE WHEN ${this.exists} THEN to_jsonb(stored) END AS current,
          CASE
            WHEN record.before IS NULL THEN NULL
            WHEN record.after IS NULL THEN record.before
            ELSE to_jsonb(jsonb_populate_record(stored, record.before)) END AS restored
        FROM core.audit AS record LEFT JOIN ${this.path} AS stored ON ${this.keyMatches}
        WHERE record.id = ANY ($1::bigint[])
      ) AS undone
      WHERE current IS DISTINCT FROM restored
      ORDER BY id`,
      [ids, columns],
    );
  }

  async delete(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(
      sql`
      DELETE FROM ${this.path} AS stored USING core.audit AS record
      WHERE record.id = ANY ($1::bigint[]) AND ${this.keyMatches}`,
      [ids],
    );
  }

  /** Inserts the rows as they were; a column that is newer than the record gets its default. */
  async insert(tx: Transaction, ids: readonly number[]): Promise<void> {
    const columns = await this.columnsIn(tx, ids);
    await tx.query(
      sql`
      INSERT INTO ${this.path} (${columns.join(', ')})
      SELECT ${prefixed('old', columns)}
      FROM core.audit AS record
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${this.path}, record.before) AS old
      WHERE record.id = ANY ($1::bigint[])
      ORDER BY ${prefixed('old', this.key)}`,
      [ids],
    );
  }

  /** Sets these columns back. */
  async update(tx: Transaction, ids: readonly number[], fields: readonly string[]): Promise<void> {
    const existing = await this.columnsIn(tx, ids);
    const assignments = fields
      .filter((name) => existing.includes(name))
      .map((name) => `${name} = ${this.restored(name)}`);
    if (assignments.length === 0) return;
    await tx.query(
      sql`
      UPDATE ${this.path} AS stored SET ${assignments.join(', ')}
      FROM core.audit AS record
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${this.path}, record.before) AS old
      WHERE record.id = ANY ($1::bigint[]) AND ${this.keyMatches}`,
      [ids],
    );
  }

  /** A statistic gets a new version, because an old one may be known with other content. */
  private restored(column: string): string {
    return this.name === 'custom_stat' && column === 'version'
      ? 'stored.version + 1'
      : `old.${column}`;
  }

  /**
   * The rows of other tables that a deletion of these rows would also delete or change. The audit
   * itself may lose its reference to a user, and what people were told of the rows goes with them.
   */
  async dependents(
    tx: Transaction,
    ids: readonly number[],
  ): Promise<(Counted & { readonly table: string })[]> {
    const found = await tx.query<Reference>(selectReferences, [this.path]);
    const dependents: (Counted & { readonly table: string })[] = [];
    for (const { table, columns, referenced } of found) {
      const rows = await tx.query<Counted>(
        sql`
        SELECT record.id, count(*) AS count
        FROM core.audit AS record JOIN ${this.path} AS stored ON ${this.keyMatches}
        JOIN core.${table} AS referring
          ON (${prefixed('referring', columns)}) = (${prefixed('stored', referenced)})
        WHERE record.id = ANY ($1::bigint[])
        GROUP BY record.id ORDER BY record.id`,
        [ids],
      );
      dependents.push(...rows.map((counted) => ({ ...counted, table })));
    }
    return dependents;
  }

  /** The columns of the table that the first record has. */
  private async columnsIn(tx: Transaction, ids: readonly number[]): Promise<string[]> {
    const found = await tx.query<{ name: string }>(
      sql`
      SELECT attname::text AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname = ANY (
        SELECT jsonb_object_keys(before) FROM core.audit WHERE id = $2)
      ORDER BY attnum`,
      [this.path, ids[0]],
    );
    return found.map(({ name }) => name);
  }

  /** `record` has the key as text, joined by slashes. */
  private get keyMatches(): string {
    return this.key
      .map(
        (name, part) => `stored.${name} = split_part(record.entity_id, '/', ${part + 1})::bigint`,
      )
      .join(' AND ');
  }

  private get exists(): string {
    return `stored.${this.key[0]} IS NOT NULL`;
  }
}

interface Reference {
  readonly table: string;
  readonly columns: readonly string[];
  readonly referenced: readonly string[];
}
interface Counted {
  readonly id: number;
  readonly count: number;
}

const selectReferences = sql`
SELECT relname::text AS table,
  ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS part (number, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS columns,
  ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY AS part (number, place)
        JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place) AS referenced
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
WHERE contype = 'f' AND confrelid = $1::regclass AND confdeltype IN ('c', 'n', 'd')
  AND conrelid NOT IN ('core.audit'::regclass, 'core.notification'::regclass, 'core.digest'::regclass)`;

function prefixed(alias: string, columns: readonly string[]): string {
  return columns.map((name) => `${alias}.${name}`).join(', ');
}

function picked(row: string): string {
  return sql`
    CASE WHEN ${row} IS NOT NULL THEN coalesce((
      SELECT jsonb_object_agg(key, value) FROM jsonb_each(${row}) WHERE key = ANY ($2::text[])
    ), '{}') END AS ${row}`;
}
