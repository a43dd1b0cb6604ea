import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { ProjectInventory } from '@portal/contracts/projects';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

/**
 * What the project has already; project 0 has what all projects have.
 * @param callerId the user who is not counted among the people
 * @returns undefined if there is no such project
 */
export async function takeInventory(
  db: Queryable,
  projectId: number,
  callerId: number,
): Promise<ProjectInventory | undefined> {
  const [found] = await db.query<ProjectInventory>(inventory, [projectId, callerId]);
  return found;
}

const ofProject = sql`${ALL_PROJECTS_ID} IN ($1) OR project_id = $1`;

/** The number of tasks is that of a read model. */
const inventory = sql`
SELECT
  (SELECT coalesce(sum(tasks), 0)::bigint FROM agg.batch_total WHERE ${ofProject}) AS tasks,
  (SELECT count(*) FROM core.app_user WHERE id <> $2 AND (
    EXISTS (SELECT FROM core.user_role WHERE user_id = app_user.id AND (${ofProject}))
    OR EXISTS (
      SELECT FROM core.pod_member JOIN core.pod ON pod.name = pod_name
      WHERE user_email = app_user.email AND (${ofProject})))) AS people,
  (SELECT count(*) FROM core.pod WHERE ${ofProject}) AS pods,
  (SELECT count(*) FROM core.pod_weekly_target JOIN core.pod ON pod.name = pod_name
    WHERE ${ofProject}) AS weekly_targets,
  (SELECT count(*) FROM core.custom_stat WHERE ${ofProject}) AS custom_stats,
  (SELECT min(name) FROM core.pod WHERE (${ofProject})
    AND NOT EXISTS (SELECT FROM core.pod_weekly_target WHERE pod_name = pod.name)) AS pod_without_target
FROM core.project WHERE id = $1`;
