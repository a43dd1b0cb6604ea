import type { ProjectRole } from '@portal/contracts/user-access';
import type { POD_ROLES } from '@portal/contracts/constants';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** What gives a user permissions in a project: a role there, or a role in one of its pods. */
export type AccessSource = {
  readonly project_id: number;
  readonly project_name: string;
  readonly permissions: string[];
} & (
  | { readonly kind: 'role'; readonly role: string }
  | {
      readonly kind: 'pod';
      readonly pod_name: string;
      readonly pod_role: (typeof POD_ROLES)[number];
    }
);

/** The roles of the user, project 0 first, then by name of the project. */
export function readRolesOfUser(
  db: Queryable,
  userId: number,
): Promise<readonly Omit<ProjectRole, 'version'>[]> {
  return db.query(selectRoles, [userId]);
}

/** All sources of permissions or memberships of the user, in the same order. */
export function readAccessSources(db: Queryable, userId: number): Promise<readonly AccessSource[]> {
  return db.query(selectSources, [userId]);
}

const byProject = sql`ORDER BY project.id <> 0, project.name, project.id`;

const selectRoles = sql`
SELECT project.id AS project_id, project.name AS project_name, role.name AS role
FROM core.user_role AS assigned
JOIN core.project ON project.id = assigned.project_id
JOIN core.role ON role.id = assigned.role_id
WHERE assigned.user_id = $1
${byProject}`;

/** The grants of core.user_grant, one row per source. */
const selectSources = sql`
SELECT project.id AS project_id, project.name AS project_name, source.kind, role.name AS role,
  source.pod_name, source.pod_role, (
    SELECT coalesce(array_agg(permission.name ORDER BY permission.name), '{}')
    FROM core.role_permission
    JOIN core.permission ON permission.id = role_permission.permission_id
    WHERE role_permission.role_id = role.id) AS permissions
FROM (
  SELECT 'role' AS kind, project_id, role_id, NULL AS pod_name, NULL AS pod_role
  FROM core.user_role
  WHERE user_id = $1
  UNION ALL
  SELECT 'pod', pod.project_id, role.id, pod.name, member.role
  FROM core.app_user
  JOIN core.pod_member AS member ON member.user_email = app_user.email
  JOIN core.pod ON pod.name = member.pod_name
  LEFT JOIN core.role ON role.name = core.pod_role_name(member.role)
  WHERE app_user.id = $1
) AS source
JOIN core.project ON project.id = source.project_id
LEFT JOIN core.role ON role.id = source.role_id
${byProject}, source.kind DESC, source.pod_name`;
