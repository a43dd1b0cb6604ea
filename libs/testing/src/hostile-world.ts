/** Part of all data of the other project and of no attack: a result with it is a leak. */
export const SECRET = /qz7victim|(?<![\d.])7777\d{3}(?!\d)/;

/** Projects 1 and 2; all data of project 2 contains the secret. For an empty database. */
export const HOSTILE_WORLD = `
INSERT INTO core.project (id, name, client) VALUES (1, 'Own', 'Own'), (2, 'qz7victim project', 'qz7victim');
INSERT INTO core.batch (project_id, turing_batch_id, name)
  VALUES (1, 10, 'own batch'), (2, 7777010, 'qz7victim batch');
INSERT INTO core.app_user (email, name, slack_id)
  VALUES ('own@example.com', 'Own', 'U1'), ('qz7victim@example.com', 'qz7victim', 'qz7victim');
INSERT INTO core.api_token (user_id, name, token_hash)
  SELECT id, 'qz7victim token', sha256('qz7victim') FROM core.app_user WHERE name = 'qz7victim';
INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, target_model, metadata)
  SELECT n, 1, 10, 'own@example.com', 'completed', n::text, '{"note": "1"}' FROM generate_series(1, 20) AS n;
INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, target_model, metadata)
  SELECT 7777000 + n, 2, 7777010, 'qz7victim@example.com', 'completed', 'qz7victim-model', '{"note": "qz7victim"}'
  FROM generate_series(1, 20) AS n;
INSERT INTO core.task_review (turing_task_id, turing_review_id, reviewer_email, status, feedback)
  SELECT turing_task_id, turing_task_id, user_email, 'done', target_model FROM core.task;
INSERT INTO core.pod (name, project_id) VALUES ('Own pod', 1), ('qz7victim pod', 2);
INSERT INTO core.pod_member (pod_name, user_email)
  VALUES ('Own pod', 'own@example.com'), ('qz7victim pod', 'qz7victim@example.com');
INSERT INTO core.pod_weekly_target
    (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
  SELECT name, '2026-01-05', '2026-01-11', id, id FROM core.pod;
`;

/** One row `print`, a fingerprint of all stored data and definitions. */
export const FINGERPRINT = `
SELECT md5(concat_ws('|',
  (SELECT string_agg(md5(query_to_xml(
      format('SELECT t::text FROM %s AS t ORDER BY 1', oid::regclass), false, false, '')::text), ',' ORDER BY oid)
    FROM pg_class WHERE relkind = 'r'
      AND relnamespace IN ('core'::regnamespace, 'agg'::regnamespace)),
  (SELECT string_agg(concat_ws(' ', oid, relname, relowner, relacl, reloptions), ',' ORDER BY oid)
    FROM pg_class WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema|queue|live)'),
  (SELECT string_agg(concat_ws(' ', oid, proname, proowner, proacl), ',' ORDER BY oid) FROM pg_proc),
  (SELECT string_agg(concat_ws(' ', schemaname, sequencename, last_value), ',' ORDER BY 1)
    FROM pg_sequences WHERE schemaname = 'core'),
  (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_t'),
  (SELECT string_agg(extname, ',' ORDER BY oid) FROM pg_extension),
  (SELECT count(*) FROM pg_largeobject_metadata),
  (SELECT string_agg(role::text, ',' ORDER BY role.oid) FROM pg_authid AS role, pg_database AS database
    WHERE datname = current_database() AND rolname ~ ('_' || database.oid || '(_|$)') OR rolname = 'mine'),
  (SELECT string_agg(setting::text, ',' ORDER BY setrole) FROM pg_db_role_setting AS setting
    JOIN pg_roles AS role ON role.oid = setrole
    JOIN pg_database AS database ON rolname ~ ('_' || database.oid || '(_|$)')
    WHERE datname = current_database()),
  (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()),
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
)) AS print`;

/** Rows `role`: sandbox roles in use, by a session or by a binding. */
export const LEFTOVERS = `
SELECT usename::text AS role FROM pg_stat_activity
WHERE usename LIKE 'portal!_sandbox!_role!_%' ESCAPE '!' AND datname = current_database()
UNION ALL
SELECT role::text FROM reporting.sandbox_role WHERE expires_at > now()`;
