import type { PodCandidate, PodMember } from '@portal/contracts/pods';
import type { Transaction } from '../db.js';
import type { Queryable } from '../queryable.js';
import { containsSql, sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { callerInPod } from '../visibility/rows.js';

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

/** Whether a user is in a pod, in whatever role. */
export async function isPodMember(
  db: Queryable,
  { podName, email }: { podName: string; email: string },
): Promise<boolean> {
  const found = await db.query(
    sql`SELECT FROM core.pod_member WHERE pod_name = $1 AND user_email = $2`,
    [podName, email],
  );
  return found.length > 0;
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

/** The members of the pod sorted by email, or only the one with the given email. */
export function readPodMembers(
  db: Queryable,
  podName: string,
  email: string | null = null,
): Promise<readonly PodMember[]> {
  return db.query<PodMember>(
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

export interface CandidatesPage {
  readonly projectId: number;
  readonly podName: string;
  /** A part of the name or of the email. */
  readonly search: string;
  readonly page: number;
  readonly size: number;
}

/**
 * One page of the active users who have a role in the project or in all projects, or a pod in the project, and are not
 * in the pod, by email, and how many there are.
 */
export async function readPodCandidates(
  db: Queryable,
  { projectId, podName, search, page, size }: CandidatesPage,
): Promise<{ items: PodCandidate[]; total: number }> {
  const rows = await db.query<CountedCandidate>(podCandidates, [
    projectId,
    podName,
    search,
    size,
    (page - 1) * size,
  ]);
  const items = rows.flatMap(({ total: _total, user_email, ...candidate }) =>
    user_email === null ? [] : { user_email, ...candidate },
  );
  return { items, total: rows[0]?.total ?? 0 };
}

type CountedCandidate = Omit<PodCandidate, 'user_email'> & {
  /** Null in the only row of an empty page. */
  readonly user_email: string | null;
  readonly total: number;
};

const podCandidates = sql`
  WITH candidate AS MATERIALIZED (
    SELECT email, name, picture
    FROM core.app_user
    WHERE id IN (
        SELECT user_id FROM core.user_role WHERE project_id IN (0, $1)
        UNION
        SELECT member.id
        FROM core.pod
        JOIN core.pod_member ON pod_name = pod.name
        JOIN core.app_user AS member ON member.email = user_email
        WHERE project_id = $1)
      AND email NOT IN (SELECT user_email FROM core.pod_member WHERE pod_name = $2)
      AND is_active AND (${containsSql('name', '$3::text')} OR ${containsSql('email', '$3::text')})
  )
  SELECT total, page.email AS user_email, page.name AS user_name, page.picture AS profile_picture
  FROM (SELECT count(*) AS total FROM candidate) AS counted
  LEFT JOIN (SELECT * FROM candidate ORDER BY email LIMIT $4 OFFSET $5) AS page ON TRUE
  ORDER BY page.email`;

/** Nobody changes the pod until the end of the transaction. */
export async function keepPod(tx: Transaction, name: string): Promise<void> {
  await tx.query(sql`SELECT FROM core.pod WHERE name = $1 FOR SHARE`, [name]);
}
