import { Injectable } from '@nestjs/common';
import { POD_ROLES } from '@portal/contracts/constants';
import { permissionNameSchema } from '@portal/contracts/permissions';
import type { ProjectRole } from '@portal/contracts/user-access';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { Reads } from '../../../db/pools.js';
import { roleVersion } from '../../../identity/power/role-assignments.js';

const grant = {
  project_id: z.number(),
  project_name: z.string(),
  permissions: z.array(permissionNameSchema),
};
const sourceRowSchema = z.discriminatedUnion('kind', [
  z.object({ ...grant, kind: z.literal('role'), role: z.string() }),
  z.object({
    ...grant,
    kind: z.literal('pod'),
    pod_name: z.string(),
    pod_role: z.enum(POD_ROLES),
  }),
]);
export type SourceRow = z.output<typeof sourceRowSchema>;

@Injectable()
export class AccessStore {
  constructor(private readonly reads: Reads) {}

  /** The roles of the user, project 0 first, then by name of the project. */
  async rolesOf(userId: number): Promise<ProjectRole[]> {
    const roles = await this.reads.prepared.query<Omit<ProjectRole, 'version'>>(selectRoles, [
      userId,
    ]);
    return roles.map((held) => {
      const target = { userId, projectId: held.project_id };
      return { ...held, version: roleVersion(target, held.role) };
    });
  }

  /** All sources of permissions or memberships of the user, in the same order. */
  async sourcesOf(userId: number): Promise<SourceRow[]> {
    const rows: unknown = await this.reads.prepared.query(selectSources, [userId]);
    return z.array(sourceRowSchema).parse(rows);
  }
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
