import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { userInputSchema } from '@portal/contracts/users';
import type { Caller } from '@portal/domain/caller';
import { projectsWithVisibleUsers } from '@portal/domain/users';
import { AppUser } from '@portal/persistence/entities/app-user';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import type { Resource } from '../../../crud/resource.js';
import type { Row } from '../../../crud/row.js';
import type { RowSql } from '../../../crud/row.js';
import { protectUser } from './protect-user.js';

export const USERS: Resource = {
  base: 'auth/users',
  label: 'User',
  labelPlural: 'Users',
  entity: AppUser,
  input: userInputSchema,
  fields: {
    // Identifies the user at sign-in and in tasks.
    email: { label: 'Email', searchable: true, createOnly: true },
    name: { searchable: true },
    picture: { hidden: true },
    slack_id: { label: 'Slack ID' },
    is_active: { label: 'Active' },
  },
  derived: { roles: { type: 'dict', operators: [], sql: rolesOf } },
  defaultSort: { by: 'email', order: 'asc' },
  policy: { read: [], write: 'user-manage', visible: visibleUsers, shown: visibleRoles },
  rules: { protect: protectUser },
};

function rolesOf(user: string): string {
  return sql`
    coalesce((
      SELECT jsonb_object_agg(
        CASE assigned.project_id WHEN ${ALL_PROJECTS_ID} THEN 'global' ELSE assigned.project_id::text END,
        role.name)
      FROM core.user_role AS assigned
      JOIN core.role ON role.id = assigned.role_id
      WHERE assigned.user_id = ${user}.id), '{}')`;
}

/** The same rule as `maySeeUser`, in SQL. */
function visibleUsers(caller: Caller, row: RowSql): string {
  const projects = projectsWithVisibleUsers(caller);
  if (projects === 'all') return 'TRUE';
  return `(${row.column('id')} = ${row.bind(caller.userId, 'integer')} OR ${row.column('id')} IN (
    SELECT held.user_id FROM core.user_grant AS held
    WHERE held.project_id = ANY (${row.bind(projects, 'integer[]')})))`;
}

const rolesSchema = z.object({ id: z.number(), roles: z.record(z.string(), z.string()) });

/** All roles of the caller, and those of others in projects whose users the caller sees. */
function visibleRoles(caller: Caller, item: Row): Row {
  const projects = projectsWithVisibleUsers(caller);
  if (projects === 'all') return item;
  const { id, roles } = rolesSchema.parse(item);
  if (id === caller.userId) return item;
  const seen = Object.entries(roles).filter(([project]) => projects.includes(Number(project)));
  return { ...item, roles: Object.fromEntries(seen) };
}
