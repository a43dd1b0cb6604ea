import type { PodMember } from '@portal/contracts/pods';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { callerInPod } from '../visibility/pods.js';

export interface PodRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly project_id: number;
  readonly project_name: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Whether the given user is a member of the pod. */
  readonly is_member: boolean;
}

/** Reads a pod by name, and whether the user with the email is a member. */
export async function readPod(
  db: Queryable,
  podName: string,
  email: string,
): Promise<PodRow | undefined> {
  const bound = new BoundValues(2);
  const rows = await db.query<PodRow>(
    sql`
    SELECT pod.id, pod.name, pod.description, project_id, project.name AS project_name,
      pod.created_at, pod.updated_at,
      ${callerInPod({ email }, 'pod.name', bound)} AS is_member
    FROM core.pod
    JOIN core.project ON project.id = project_id
    WHERE pod.name = $1`,
    [podName, ...bound.values],
  );
  return rows[0];
}

export type PodMemberRow = PodMember;

/** The members of the pod sorted by email, or only the one with the given email. */
export function readPodMembers(
  db: Queryable,
  podName: string,
  email: string | null = null,
): Promise<readonly PodMemberRow[]> {
  return db.query<PodMemberRow>(
    sql`
    SELECT member.id, user_email, app_user.name AS user_name, role, app_user.picture AS profile_picture,
      app_user.timezone, member.created_at, pod_name
    FROM core.pod_member AS member
    JOIN core.app_user ON app_user.email = user_email
    WHERE pod_name = $1 AND ($2::text IS NULL OR user_email = $2)
    ORDER BY user_email`,
    [podName, email],
  );
}
