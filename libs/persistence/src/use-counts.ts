import { COUNTED_WEEKS, type CountedFeature, type FeatureUse } from '@portal/contracts/uses';
import type { Queryable } from './queryable.js';
import { sql } from './sql.js';

interface Use {
  readonly feature: CountedFeature;
  readonly userId: number;
  /** Where the feature was used. */
  readonly projectId: number;
  readonly uses?: number;
}

/** Counts a use for the role that the user has in the project; who it was is not kept. */
export async function countUse(
  db: Queryable,
  { feature, userId, projectId, uses = 1 }: Use,
): Promise<void> {
  await db.query(count, [feature, userId, projectId, uses]);
}

/** What was used in the last weeks, by feature and role. */
export async function readUses(db: Queryable): Promise<FeatureUse[]> {
  return [...(await db.query<FeatureUse>(used))];
}

const THIS_WEEK = sql`date_trunc('week', now() AT TIME ZONE core.reporting_zone())::date`;

/** The role is that of the permissions: the first one that fits. */
const count = sql`
INSERT INTO core.use_count (week, feature, role, uses)
SELECT ${THIS_WEEK}, $1, CASE
    WHEN permissions && ARRAY['full-access', 'data-upload', 'project-admin'] THEN 'manager'
    WHEN permissions && ARRAY['pod-targets-manage'] THEN 'lead'
    WHEN permissions && ARRAY['trainer-feedback-add'] THEN 'reviewer'
    ELSE 'trainer' END, $4
FROM (
  SELECT coalesce(array_agg(permission), '{}') AS permissions
  FROM core.user_grant AS given CROSS JOIN unnest(given.permissions) AS permission
  WHERE given.user_id = $2 AND given.project_id IN (0, $3)
) AS held
ON CONFLICT (week, feature, role) DO UPDATE SET uses = use_count.uses + excluded.uses`;

const used = sql`
SELECT feature, role,
  coalesce(sum(uses) FILTER (WHERE week = ${THIS_WEEK}), 0)::bigint AS this_week,
  coalesce(sum(uses) FILTER (WHERE week = ${THIS_WEEK} - 7), 0)::bigint AS last_week,
  sum(uses)::bigint AS quarter,
  ARRAY(
    SELECT coalesce((
      SELECT uses FROM core.use_count AS of_week
      WHERE of_week.week = shown.week AND of_week.feature = use_count.feature
        AND of_week.role = use_count.role), 0)::int4
    FROM (SELECT ${THIS_WEEK} + 7 * back AS week FROM generate_series(1 - ${COUNTED_WEEKS}, 0) AS back) AS shown
    ORDER BY week) AS weeks
FROM core.use_count
WHERE week > ${THIS_WEEK} - ${7 * COUNTED_WEEKS}
GROUP BY feature, role
ORDER BY feature, role`;
