import { permissionSchema } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { permissionsBeyond } from '@portal/domain/users';
import { sql } from '@portal/persistence/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ProblemException } from '../problems/problem.js';

const podRoleSchema = z.object({ project_id: z.number(), permissions: z.array(permissionSchema) });

/**
 * Refuses a pod role that gives permissions which the caller does not have in the project of the
 * pod. An unknown pod gives none.
 * @throws {ProblemException} `forbidden`, with the role
 */
export async function refusePodRoleBeyond(
  tx: EntityManager,
  caller: Caller,
  podName: unknown,
  role: unknown,
): Promise<void> {
  const rows: unknown = await tx.query(selectPodRole, [podName, role]);
  const [pod] = z.array(podRoleSchema).parse(rows);
  const beyond = pod ? permissionsBeyond(caller, pod.permissions, pod.project_id) : [];
  if (beyond.length === 0) return;
  throw new ProblemException('forbidden', 'You cannot grant permissions that you do not have', [
    { pointer: '/role', detail: `you do not have ${beyond.join(', ')} in this project` },
  ]);
}

/**
 * Refuses to move a pod to a project where its pod roles would give permissions that the caller
 * does not have.
 * @throws {ProblemException} `forbidden`, with the project
 */
export async function refuseMoveBeyond(
  tx: EntityManager,
  caller: Caller,
  podName: unknown,
  projectId: number,
): Promise<void> {
  const rows: unknown = await tx.query(selectPodPermissions, [podName]);
  const given = z.array(z.object({ permission: permissionSchema })).parse(rows);
  const permissions = given.map(({ permission }) => permission);
  const beyond = permissionsBeyond(caller, permissions, projectId);
  if (beyond.length === 0) return;
  throw new ProblemException('forbidden', 'You cannot grant permissions that you do not have', [
    {
      pointer: '/project_id',
      detail: `its members would get ${beyond.join(', ')} in this project, which you do not have`,
    },
  ]);
}

const selectPodPermissions = sql`
SELECT DISTINCT permission.name AS permission
FROM core.pod_member AS member
JOIN core.role ON role.name = core.pod_role_name(member.role)
JOIN core.role_permission ON role_permission.role_id = role.id
JOIN core.permission ON permission.id = role_permission.permission_id
WHERE member.pod_name = $1
ORDER BY 1`;

const selectPodRole = sql`
SELECT project_id, coalesce(
  (SELECT array_agg(permission.name ORDER BY permission.name)
   FROM core.role
   JOIN core.role_permission ON role_permission.role_id = role.id
   JOIN core.permission ON permission.id = role_permission.permission_id
   WHERE role.name = core.pod_role_name($2)),
  '{}') AS permissions
FROM core.pod
WHERE pod.name = $1`;
