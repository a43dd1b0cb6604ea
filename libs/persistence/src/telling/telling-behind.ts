import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/** A trainer or lead of a pod, who may be told at the end of their day. */
export interface PodMemberToTell {
  readonly user_id: number;
  readonly email: string;
  readonly role: 'trainer' | 'lead';
  /** Of the profile, else that of the reports. */
  readonly zone: string;
  /** That of the reports. */
  readonly reporting_zone: string;
  readonly pod_id: number;
  readonly pod_name: string;
  readonly project_id: number;
}

export function readMembersToTell(db: Queryable): Promise<readonly PodMemberToTell[]> {
  return db.query(sql`
    SELECT app_user.id AS user_id, app_user.email, member.role, pod.id AS pod_id, pod.name AS pod_name, pod.project_id,
      core.reporting_zone(), coalesce(app_user.timezone, core.reporting_zone()) AS zone
    FROM core.pod_member AS member
    JOIN core.pod ON pod.name = member.pod_name
    JOIN core.project ON project.id = pod.project_id AND project.archived_at IS NULL
    JOIN core.app_user ON app_user.email = member.user_email AND app_user.is_active
    WHERE member.role IN ('trainer', 'lead')
      AND EXISTS (SELECT FROM core.pod_weekly_target AS target WHERE target.pod_name = pod.name)
    ORDER BY pod.name, app_user.id`);
}

export interface Behind {
  readonly user_id: number;
  /** The user's own, YYYY-MM-DD. */
  readonly day: string;
  readonly things: number;
  readonly subject: { readonly pods_behind: number[]; readonly pods_led: number[] };
}

/** Tells each of them once a day, also if several workers do. */
export async function tellBehind(db: Queryable, told: readonly Behind[]): Promise<void> {
  if (told.length === 0) return;
  await db.query(
    sql`
      INSERT INTO core.notification (id, user_id, kind, things, subject)
      SELECT core.hashed_id('behind/' || user_id || '/' || day), user_id, 'behind', things, subject
      FROM jsonb_to_recordset($1) AS told (user_id integer, day text, things integer, subject jsonb)
      ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(told)],
  );
}
