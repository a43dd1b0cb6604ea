import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { containsSql, sql } from '../sql.js';
import { lockUser } from '../users/lock-user.js';
import type { RowSql } from '../visibility/row-sql.js';

export interface NamedRole {
  readonly id: number;
  readonly name: string;
}

/** Project 0 stands for all projects. */
export interface UserInProject {
  readonly userId: number;
  readonly projectId: number;
}

/** All roles, by name. Nobody changes them until the end of the transaction. */
export function readRoles(tx: Transaction): Promise<readonly NamedRole[]> {
  return tx.query(sql`SELECT id, name FROM core.role ORDER BY name FOR SHARE`);
}

/** Nobody changes the role until the end of the transaction. */
export async function findRole(tx: Transaction, name: string): Promise<NamedRole | undefined> {
  const [role] = await tx.query<NamedRole>(
    sql`SELECT id, name FROM core.role WHERE name = $1 FOR SHARE`,
    [name],
  );
  return role;
}

export async function hasRole(
  db: Queryable,
  { userId, projectId }: UserInProject,
): Promise<boolean> {
  const rows = await db.query(
    sql`SELECT 1 FROM core.user_role WHERE user_id = $1 AND project_id = $2`,
    [userId, projectId],
  );
  return rows.length > 0;
}

/**
 * The role of the user in the project. Until the end of the transaction nobody else gives the user
 * a role, takes one or changes the permissions of this one.
 */
export async function lockAssignedRole(
  tx: Transaction,
  { userId, projectId }: UserInProject,
): Promise<NamedRole | undefined> {
  await lockUser(tx, userId);
  const [role] = await tx.query<NamedRole>(
    sql`
      SELECT role.id, role.name
      FROM core.user_role AS assigned
      JOIN core.role ON role.id = assigned.role_id
      WHERE assigned.user_id = $1 AND assigned.project_id = $2
      FOR UPDATE OF assigned FOR SHARE OF role`,
    [userId, projectId],
  );
  return role;
}

/** Replaces the role that the user has in the project. */
export async function giveRole(
  tx: Transaction,
  { userId, projectId, roleId }: UserInProject & { readonly roleId: number },
): Promise<void> {
  await tx.query(
    sql`
      INSERT INTO core.user_role AS assigned (user_id, project_id, role_id) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id
      WHERE assigned.role_id <> excluded.role_id`,
    [userId, projectId, roleId],
  );
}

export async function takeRole(
  tx: Transaction,
  { userId, projectId }: UserInProject,
): Promise<void> {
  await tx.query(sql`DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2`, [
    userId,
    projectId,
  ]);
}

/** SQL of the name of the role that a user has in a project. */
export function roleNameIn(user: string, projectId: number): string {
  return sql`
    (SELECT role.name
     FROM core.user_role AS assigned
     JOIN core.role ON role.id = assigned.role_id
     WHERE assigned.user_id = ${user}.id AND assigned.project_id = ${projectId})`;
}

/** SQL of the names of all roles of a user by project id. @param global the key of project 0 */
export function rolesByProject(user: string, global: string): string {
  return sql`
    coalesce((
      SELECT jsonb_object_agg(
        CASE assigned.project_id WHEN ${ALL_PROJECTS_ID} THEN '${global}' ELSE assigned.project_id::text END,
        role.name)
      FROM core.user_role AS assigned
      JOIN core.role ON role.id = assigned.role_id
      WHERE assigned.user_id = ${user}.id), '{}')`;
}

/** SQL of the pods of a user by name: the role in each, and its project. */
export function podsOfUser(user: string): string {
  return sql`
    coalesce((
      SELECT jsonb_object_agg(place.pod_name,
        jsonb_build_object('role', place.role, 'project_id', pod.project_id))
      FROM core.pod_member AS place
      JOIN core.pod ON pod.name = place.pod_name
      WHERE place.user_email = ${user}.email), '{}')`;
}

/** SQL: whether a user has a role with this part of a name. @param isSeen SQL on the row `assigned` */
export function hasRoleLike(user: RowSql, part: string, isSeen: string): string {
  const searched = user.bind(part, 'text');
  return sql`
    EXISTS (
      SELECT FROM core.user_role AS assigned
      JOIN core.role ON role.id = assigned.role_id
      WHERE assigned.user_id = ${user.column('id')} AND ${containsSql('role.name', searched)}
        AND ${isSeen})`;
}
