import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';

export const ALPHA = 1;
export const BETA = 2;
export const POD = 'Northern Lights';
export const OTHER_POD = 'Southern Cross';

/** The permissions of each user follow from `roles` and `members` below. */
export const USERS = {
  admin: 1,
  lead: 2,
  trainer: 3,
  stranger: 4,
  uploader: 5,
  betaLead: 6,
} as const;
export type User = keyof typeof USERS;

/** Two projects; the first has two pods. Task n of project p has the id 100 p + n. */
export async function createWorld(db: Queryable): Promise<void> {
  for (const statement of [users, projects, roles, pods, tasks]) await db.query(statement);
}

const users = sql`
  INSERT INTO core.app_user (id, email, name) OVERRIDING SYSTEM VALUE VALUES
    ${Object.entries(USERS)
      .map(([name, id]) => `(${id}, '${name.toLowerCase()}@example.com', '${name}')`)
      .join(', ')}`;

const projects = sql`
  INSERT INTO core.project (id, name, turing_project_id) OVERRIDING SYSTEM VALUE
  VALUES (${ALPHA}, 'Alpha', 9001), (${BETA}, 'Beta', 9002)`;

const roles = sql`
  INSERT INTO core.user_role (user_id, project_id, role_id)
  SELECT user_id, project_id, role.id
  FROM (VALUES
    (${USERS.admin}, 0, 'admin'),
    (${USERS.lead}, ${ALPHA}, 'project_lead'),
    (${USERS.uploader}, ${ALPHA}, 'project_admin'),
    (${USERS.betaLead}, ${BETA}, 'project_lead')) AS held (user_id, project_id, role_name)
  JOIN core.role ON role.name = role_name`;

const pods = sql`
  WITH pods AS (
    INSERT INTO core.pod (name, project_id)
    VALUES ('${POD}', ${ALPHA}), ('${OTHER_POD}', ${ALPHA}) RETURNING name
  )
  INSERT INTO core.pod_member (pod_name, user_email, role)
  SELECT name, 'trainer@example.com', 'trainer' FROM pods WHERE name = '${POD}'`;

const tasks = sql`
  WITH batches AS (
    INSERT INTO core.batch (project_id, turing_batch_id, name)
    VALUES (${ALPHA}, 10, 'First'), (${ALPHA}, 11, 'Second'), (${BETA}, 20, 'Only')
    RETURNING project_id, turing_batch_id
  )
  INSERT INTO core.task
    (turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns,
     completed_at, created_at)
  SELECT project_id * 100 + n, project_id, turing_batch_id, 'trainer@example.com',
    (ARRAY['completed', 'pending', 'in_progress', 'rework', 'ready_for_review'])[1 + n % 5], n,
    CASE WHEN n % 5 = 0 THEN '2026-01-01T12:00:00Z'::timestamptz + n * interval '1 day' END,
    '2026-01-01T12:00:00Z'
  FROM batches, generate_series(0, 19) AS n
  WHERE turing_batch_id = CASE WHEN project_id = ${BETA} THEN 20 ELSE 10 + n % 2 END`;
