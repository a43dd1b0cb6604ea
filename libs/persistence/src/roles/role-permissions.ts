import type { ProjectAuth } from '@portal/contracts/auth';
import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

/** The permissions of a role, by name. */
export async function permissionsOfRole(tx: Transaction, roleId: unknown): Promise<string[]> {
  const rows = await tx.query<Named>(
    sql`
      SELECT permission.name
      FROM core.role_permission AS held JOIN core.permission ON permission.id = held.permission_id
      WHERE held.role_id = $1
      ORDER BY permission.name`,
    [roleId],
  );
  return namesOf(rows);
}

/** The first roles with a permission, by name. */
export async function rolesWith(tx: Transaction, permissionId: unknown): Promise<string[]> {
  const rows = await tx.query<Named>(
    sql`
      SELECT role.name
      FROM core.role_permission AS held JOIN core.role ON role.id = held.role_id
      WHERE held.permission_id = $1
      ORDER BY role.name
      LIMIT 20`,
    [permissionId],
  );
  return namesOf(rows);
}

/** The permissions that the members of a pod have from their pod roles. */
export async function permissionsOfMembers(tx: Transaction, podName: unknown): Promise<string[]> {
  const rows = await tx.query<Named>(
    sql`
      SELECT DISTINCT permission.name
      FROM core.pod_member AS member
      JOIN core.role ON role.name = core.pod_role_name(member.role)
      JOIN core.role_permission AS held ON held.role_id = role.id
      JOIN core.permission ON permission.id = held.permission_id
      WHERE member.pod_name = $1
      ORDER BY permission.name`,
    [podName],
  );
  return namesOf(rows);
}

/** What a pod role gives in the project of the pod; nothing for an unknown pod. */
export function grantsOfPodRole(
  tx: Transaction,
  podName: unknown,
  podRole: unknown,
): Promise<readonly ProjectAuth[]> {
  return tx.query(
    sql`
      SELECT project.id AS project_id, project.name AS project_name, ARRAY(
        SELECT permission.name
        FROM core.role
        JOIN core.role_permission AS held ON held.role_id = role.id
        JOIN core.permission ON permission.id = held.permission_id
        WHERE role.name = core.pod_role_name($2)
        ORDER BY permission.name) AS permissions
      FROM core.pod JOIN core.project ON project.id = pod.project_id
      WHERE pod.name = $1`,
    [podName, podRole],
  );
}

/** All permissions of a user, by project. */
export function grantsOfUser(tx: Transaction, userId: unknown): Promise<readonly ProjectAuth[]> {
  return tx.query(
    sql`
      SELECT held.project_id, project.name AS project_name, held.permissions
      FROM core.user_grant AS held JOIN core.project ON project.id = held.project_id
      WHERE held.user_id = $1
      ORDER BY held.project_id`,
    [userId],
  );
}

/** Those of the permissions that exist. They stay until the end of the transaction. */
export async function holdPermissions(
  tx: Transaction,
  permissions: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<Named>(
    sql`SELECT name FROM core.permission WHERE name = ANY ($1) ORDER BY id FOR KEY SHARE`,
    [permissions],
  );
  return namesOf(rows);
}

/** Deletes and inserts only the difference, so that only that is recorded and announced. */
export async function replacePermissions(
  tx: Transaction,
  roleId: number,
  permissions: unknown,
): Promise<void> {
  await tx.query(
    sql`
      DELETE FROM core.role_permission AS held USING core.permission
      WHERE held.role_id = $1 AND permission.id = held.permission_id
        AND permission.name <> ALL ($2::text[])`,
    [roleId, permissions],
  );
  await tx.query(
    sql`
      INSERT INTO core.role_permission (role_id, permission_id)
      SELECT $1, id FROM core.permission WHERE name = ANY ($2::text[])
      ON CONFLICT DO NOTHING`,
    [roleId, permissions],
  );
}

/** SQL of the names of the permissions of a role. */
export function permissionNamesOf(role: string): string {
  return sql`
    coalesce((
      SELECT array_agg(permission.name ORDER BY permission.name COLLATE "C")
      FROM core.role_permission AS held
      JOIN core.permission ON permission.id = held.permission_id
      WHERE held.role_id = ${role}.id), '{}')`;
}

interface Named {
  readonly name: string;
}

function namesOf(rows: readonly Named[]): string[] {
  return rows.map(({ name }) => name);
}
