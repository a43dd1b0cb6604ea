import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { ROLES_OF_DATABASE } from './role-names.js';

/** Grants again what hardening revoked from PUBLIC in this database. */
export async function undoHardening(db: Queryable): Promise<void> {
  const taken = await db.query<{ undo: string }>(sql`SELECT undo FROM reporting.hardening`);
  for (const { undo } of taken) await db.query(undo);
}

/** Drops the roles of this database from the cluster, with all their privileges. */
export async function removeReportingRoles(db: Queryable): Promise<void> {
  const roles = await db.query<{ role: string }>(
    sql`
      SELECT quote_ident(role.rolname) AS role
      FROM pg_database AS database
      JOIN unnest($1::text[]) AS pattern (text) ON true
      JOIN pg_roles AS role
        ON role.rolname LIKE replace(pattern.text, '{oid}', database.oid::text) ESCAPE '!'
      WHERE database.datname = current_database()`,
    [ROLES_OF_DATABASE],
  );
  for (const { role } of roles) {
    await db.query(sql`DROP OWNED BY ${role}`);
    await db.query(sql`DROP ROLE ${role}`);
  }
}
