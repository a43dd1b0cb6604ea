import pg from 'pg';
import { FIRST_TASK_ID, PODS, PROJECTS } from './demo-world.mjs';

/** @typedef {import('./demo-world.mjs').DemoUser} DemoUser */

/** Weeks of targets before the current one: as far back as the demo's tasks. */
const PAST_WEEKS = 17;

/**
 * Inserts the demo's projects, users, pods and weekly targets. Existing rows do not change; weeks
 * that began since the last start get their targets.
 * @param {string} databaseUrl
 * @param {DemoUser[]} users
 * @returns {Promise<{ tasksLoaded: boolean }>} whether the demo's tasks exist
 */
export async function seedDemo(databaseUrl, users) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'portal-demo' });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const [rows, text] of insertsOf(users)) await client.query(text, [JSON.stringify(rows)]);
    await client.query('COMMIT');
    const { rowCount } = await client.query('SELECT 1 FROM core.task WHERE turing_task_id = $1', [
      FIRST_TASK_ID,
    ]);
    return { tasksLoaded: rowCount === 1 };
  } finally {
    await client.end();
  }
}

/**
 * INSERTs whose rows come from one JSON parameter.
 * @param {DemoUser[]} users
 * @returns {[rows: readonly object[], text: string][]}
 */
function insertsOf(users) {
  return [
    [
      PROJECTS,
      `INSERT INTO core.project
       (turing_project_id, name, description, status, project_type, client, labeling_tool_base_path)
     SELECT p."turingId", p.name, p.description, p.status, p.type, p.client, p."basePath"
     FROM jsonb_to_recordset($1) AS p("turingId" bigint, name text, description text, status text,
       type text, client text, "basePath" text)
     ON CONFLICT DO NOTHING`,
    ],
    // The task file also contains the batches, but not their age.
    [
      PROJECTS.flatMap(({ turingId, batches }) =>
        batches.map((batch) => ({ ...batch, project: turingId })),
      ),
      `INSERT INTO core.batch (project_id, turing_batch_id, name, status, created_at, updated_at)
     SELECT project.id, batch.id, batch.name, batch.status,
       now() - make_interval(days => batch."from"), now() - make_interval(days => batch."to")
     FROM jsonb_to_recordset($1) AS batch(project bigint, id bigint, name text, status text,
       "from" int, "to" int)
     JOIN core.project ON project.turing_project_id = batch.project
     ON CONFLICT DO NOTHING`,
    ],
    [
      users,
      `INSERT INTO core.app_user (email, name, timezone)
     SELECT p.email, p.name, p.zone->>0
     FROM jsonb_to_recordset($1) AS p(email text, name text, zone jsonb)
     ON CONFLICT (email) DO UPDATE SET name = excluded.name, timezone = excluded.timezone
     WHERE app_user.timezone IS NULL`,
    ],
    [
      users.filter(({ pod }) => pod === null),
      `INSERT INTO core.user_role (user_id, project_id, role_id)
     SELECT u.id, CASE WHEN p.role = 'admin' THEN 0 ELSE project.id END, r.id
     FROM jsonb_to_recordset($1) AS p(email text, role text, project bigint)
     JOIN core.app_user u USING (email)
     JOIN core.role r ON r.name = p.role
     LEFT JOIN core.project ON project.turing_project_id = p.project
     ON CONFLICT DO NOTHING`,
    ],
    [
      PODS,
      `INSERT INTO core.pod (name, description, project_id)
     SELECT p.name, p.description, project.id
     FROM jsonb_to_recordset($1) AS p(name text, description text, project bigint)
     JOIN core.project ON project.turing_project_id = p.project
     ON CONFLICT DO NOTHING`,
    ],
    [
      users,
      `INSERT INTO core.pod_member (pod_name, user_email, role)
     SELECT p.pod, p.email, p.role
     FROM jsonb_to_recordset($1) AS p(pod text, email text, role text)
     WHERE p.pod IS NOT NULL
     ON CONFLICT DO NOTHING`,
    ],
    [
      PODS.filter(({ daily }) => daily !== null),
      `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     SELECT p.name, week.start, week.start + 6, (p.daily->>0)::int, (p.daily->>1)::int
     FROM jsonb_to_recordset($1) AS p(name text, daily jsonb)
     CROSS JOIN LATERAL (
       SELECT date_trunc('week', now() AT TIME ZONE core.reporting_zone())::date - 7 * back AS start
       FROM generate_series(0, ${PAST_WEEKS}) AS back
     ) AS week
     ON CONFLICT DO NOTHING`,
    ],
    [
      REASONS,
      `INSERT INTO core.review_reason (project_id, name, meaning, position)
     SELECT project.id, reason.name, reason.meaning, reason.position
     FROM jsonb_to_recordset($1) AS reason(name text, meaning text, position integer)
     CROSS JOIN core.project WHERE project.id > 0
     ON CONFLICT DO NOTHING`,
    ],
  ];
}

const REASONS = [
  { name: 'Wrong facts', meaning: 'A statement is not true', position: 1 },
  { name: 'Instructions missed', meaning: 'The answer does not do what was asked', position: 2 },
  { name: 'Unclear wording', meaning: 'Readers would have to guess', position: 3 },
  { name: 'Format', meaning: 'Headings, lists or code are not as the guide says', position: 4 },
];
