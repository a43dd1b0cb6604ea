/** An attempt to get out of the sandbox of custom SQL. */
export interface Attack {
  readonly name: string;
  readonly class: string;
  readonly sql: string;
  /** A query of the same shape that has every right to work, and yields at least one row. */
  readonly honest: string;
}

/** [name, attack, honest query of the same shape] */
type Entry = readonly [name: string, sql: string, honest: string];

const COUNT = 'SELECT count(*) FROM tasks';

/** Whoever reads project 1 must see nothing of project 2, change nothing, and leave nothing running. */
const BY_CLASS: Readonly<Record<string, readonly Entry[]>> = {
  stacking: [
    ['a second SELECT', 'SELECT 1; SELECT * FROM core.task', COUNT],
    ['a second INSERT', `SELECT 1; INSERT INTO core.project (name) VALUES ('mine')`, COUNT],
    ['an end of the cursor', 'SELECT 1; CLOSE ALL; SELECT * FROM core.task', COUNT],
    ['behind a comment', 'SELECT 1 --\n; DROP SCHEMA reporting CASCADE', 'SELECT 1 -- one\n'],
    [
      'behind a nested comment',
      '/* /* */ SELECT 1 */ ; DROP TABLE core.task',
      '/* /* a */ b */ SELECT 1',
    ],
    ['behind a quoted semicolon', `SELECT ';'; DELETE FROM core.task`, `SELECT ';'`],
    ['behind a dollar quote', 'SELECT $a$;$a$; TRUNCATE core.task', 'SELECT $a$;$a$'],
  ],
  settings: [
    [
      'role by set_config',
      `SELECT set_config('role', 'none', true), * FROM core.task`,
      `SELECT current_setting('search_path'), count(*) FROM tasks`,
    ],
    [
      'role by set_config in FROM',
      `SELECT * FROM set_config('role', 'postgres', false), tasks`,
      `SELECT * FROM current_setting('TimeZone'), tasks`,
    ],
    [
      'session by set_config',
      `SELECT set_config('session_authorization', 'postgres', false), * FROM tasks`,
      'SELECT session_user, count(*) FROM tasks',
    ],
    [
      'project by set_config',
      `SELECT (SELECT set_config('app.project_id', '2', true)), * FROM tasks`,
      `SELECT (SELECT max(project_id) FROM tasks)`,
    ],
    [
      'search path by set_config',
      `SELECT set_config('search_path', 'core', false), * FROM task`,
      'SELECT * FROM tasks',
    ],
    [
      'writing by set_config',
      `SELECT set_config('transaction_read_only', 'off', false)`,
      `SELECT current_setting('transaction_read_only')`,
    ],
    [
      'writing by default',
      `SELECT set_config('default_transaction_read_only', 'off', false)`,
      `SELECT current_setting('default_transaction_read_only')`,
    ],
    [
      'time limit by set_config',
      `SELECT set_config('statement_timeout', '0', false), count(*) FROM generate_series(1, 100000000000)`,
      `SELECT current_setting('statement_timeout'), count(*) FROM generate_series(1, 10)`,
    ],
    [
      'in WHERE',
      `SELECT * FROM tasks WHERE set_config('role', 'none', false) IS NOT NULL`,
      `SELECT * FROM tasks WHERE current_setting('role') IS NOT NULL`,
    ],
    [
      'in ORDER BY',
      `SELECT * FROM tasks ORDER BY set_config('role', 'none', false)`,
      `SELECT * FROM tasks ORDER BY current_setting('role')`,
    ],
    [
      'in LIMIT',
      `SELECT * FROM tasks LIMIT length(set_config('role', 'none', false))`,
      'SELECT * FROM tasks LIMIT length(current_user)',
    ],
    [
      'in a CTE',
      `WITH s AS MATERIALIZED (SELECT set_config('role', 'none', false)) SELECT * FROM s, core.task`,
      'WITH s AS MATERIALIZED (SELECT current_user) SELECT * FROM s, tasks',
    ],
    [
      'in GROUP BY … HAVING',
      `SELECT count(*) FROM tasks HAVING set_config('role', 'none', false) <> ''`,
      `SELECT count(*) FROM tasks HAVING current_user <> ''`,
    ],
    ['by SET', 'SET search_path = core', COUNT],
    ['by SET LOCAL', 'SET LOCAL default_transaction_read_only = off', COUNT],
    ['by RESET ALL', 'RESET ALL', COUNT],
    ['by DISCARD', 'DISCARD ALL', COUNT],
    [
      'by UPDATE pg_settings',
      `UPDATE pg_settings SET setting = 'off' WHERE name = 'transaction_read_only'`,
      `SELECT count(*) FROM pg_settings`,
    ],
  ],
  roles: [
    ['SET ROLE', 'SET ROLE postgres', COUNT],
    ['SET ROLE NONE', 'SET ROLE NONE', COUNT],
    ['RESET ROLE', 'RESET ROLE', COUNT],
    ['SET SESSION AUTHORIZATION', 'SET SESSION AUTHORIZATION DEFAULT', COUNT],
    ['a password for oneself', `ALTER ROLE CURRENT_USER PASSWORD 'mine'`, COUNT],
    [
      'settings for oneself',
      'ALTER ROLE CURRENT_USER SET default_transaction_read_only = off',
      COUNT,
    ],
    ['CREATE ROLE', 'CREATE ROLE mine SUPERUSER LOGIN', COUNT],
    ['GRANT', 'GRANT pg_read_all_data TO CURRENT_USER', COUNT],
    ['ownership', 'ALTER VIEW reporting.tasks OWNER TO CURRENT_USER', COUNT],
    ['the view without its barrier', 'ALTER VIEW reporting.tasks RESET (security_barrier)', COUNT],
    [
      'password hashes',
      'SELECT rolname, rolpassword FROM pg_authid',
      'SELECT rolname FROM pg_roles',
    ],
  ],
  writing: [
    ['INSERT', `INSERT INTO core.project (name) VALUES ('mine')`, COUNT],
    ['UPDATE of a view', 'UPDATE projects SET name = name', 'SELECT name FROM projects'],
    [
      'UPDATE of the binding',
      'UPDATE reporting.slot SET project_id = 2',
      'SELECT project_id FROM reporting.binding',
    ],
    [
      'UPDATE of the binding’s view',
      'UPDATE reporting.binding SET project_id = 2',
      'SELECT project_id FROM reporting.binding',
    ],
    [
      'DELETE in a CTE',
      'WITH gone AS (DELETE FROM core.task RETURNING *) SELECT * FROM gone',
      'WITH kept AS (SELECT * FROM tasks) SELECT * FROM kept',
    ],
    [
      'UPDATE in a CTE',
      'WITH moved AS (UPDATE core.task SET project_id = 1 RETURNING *) SELECT * FROM moved',
      'WITH kept AS (SELECT * FROM tasks) SELECT * FROM kept',
    ],
    ['MERGE', 'MERGE INTO core.task USING tasks ON false WHEN NOT MATCHED THEN DO NOTHING', COUNT],
    ['SELECT INTO', 'SELECT * INTO mine FROM tasks', 'SELECT * FROM tasks'],
    [
      'CREATE TABLE AS',
      'CREATE TABLE reporting.mine AS SELECT * FROM tasks',
      'SELECT * FROM tasks',
    ],
    [
      'a temporary table',
      'CREATE TEMP TABLE tasks AS SELECT 1 AS project_id',
      'SELECT 1 AS project_id',
    ],
    ['a temporary view', 'CREATE TEMP VIEW tasks AS SELECT * FROM core.task', COUNT],
    ['TRUNCATE', 'TRUNCATE core.task CASCADE', COUNT],
    ['DROP', 'DROP VIEW reporting.tasks', COUNT],
    ['COMMENT', `COMMENT ON VIEW reporting.tasks IS 'mine'`, COUNT],
    ['ANALYZE', 'ANALYZE core.task', COUNT],
    ['REFRESH', 'REFRESH MATERIALIZED VIEW reporting.tasks', COUNT],
    ['nextval', `SELECT nextval('core.project_id_seq')`, 'SELECT max(id) FROM projects'],
    ['setval', `SELECT setval('core.project_id_seq', 1)`, 'SELECT max(id) FROM projects'],
    [
      'the value of a sequence',
      'SELECT last_value FROM core.project_id_seq',
      'SELECT max(id) FROM projects',
    ],
  ],
  locks: [
    ['FOR UPDATE', 'SELECT * FROM tasks FOR UPDATE', 'SELECT * FROM tasks'],
    ['FOR KEY SHARE', 'SELECT * FROM tasks FOR KEY SHARE', 'SELECT * FROM tasks'],
    ['LOCK TABLE', 'LOCK TABLE reporting.tasks IN ACCESS EXCLUSIVE MODE', COUNT],
    ['an advisory lock', 'SELECT pg_advisory_lock(7264001)', 'SELECT abs(7264001)'],
    [
      'a shared advisory lock',
      'SELECT pg_try_advisory_lock_shared(7264001)',
      'SELECT abs(7264001)',
    ],
    [
      'many advisory locks',
      'SELECT count(pg_advisory_xact_lock(n)) FROM generate_series(1, 1000) AS n',
      'SELECT count(abs(n)) FROM generate_series(1, 1000) AS n',
    ],
  ],
  files: [
    ['a large object', `SELECT lo_from_bytea(0, 'mine')`, `SELECT length('mine'::bytea)`],
    ['a large object’s import', `SELECT lo_import('/etc/passwd')`, `SELECT length('/etc/passwd')`],
    [
      'large objects of others',
      'SELECT lo_get(loid) FROM pg_largeobject',
      'SELECT count(*) FROM pods',
    ],
    ['pg_read_file', `SELECT pg_read_file('postgresql.auto.conf')`, `SELECT lower('A')`],
    ['pg_read_binary_file', `SELECT pg_read_binary_file('global/1260')`, `SELECT '\\x00'::bytea`],
    ['pg_ls_dir', `SELECT * FROM pg_ls_dir('.')`, `SELECT * FROM unnest(array['.'])`],
    ['pg_stat_file', `SELECT * FROM pg_stat_file('PG_VERSION')`, 'SELECT version()'],
    ['COPY to a program', `COPY (SELECT 1) TO PROGRAM 'id'`, 'SELECT 1'],
    ['COPY to a file', `COPY tasks TO '/tmp/mine'`, COUNT],
    ['COPY to the client', 'COPY core.task TO STDOUT', COUNT],
    ['COPY from the client', 'COPY core.task FROM STDIN', COUNT],
    ['LOAD', `LOAD 'auto_explain'`, COUNT],
  ],
  outside: [
    [
      'dblink',
      `SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t (n int)`,
      'SELECT * FROM (VALUES (1)) AS t (n)',
    ],
    ['an extension', 'CREATE EXTENSION dblink', COUNT],
    ['a foreign server', 'CREATE SERVER mine FOREIGN DATA WRAPPER postgres_fdw', COUNT],
    [
      'pg_notify',
      `SELECT pg_notify('portal_access', '{"user_id": 1}')`,
      `SELECT concat('portal_access', '{"user_id": 1}')`,
    ],
    ['NOTIFY', `NOTIFY portal_access, '{"user_id": 1}'`, COUNT],
    ['LISTEN', 'LISTEN portal_access', COUNT],
    [
      'ending others',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
      'SELECT pg_backend_pid()',
    ],
    [
      'cancelling others',
      'SELECT pg_cancel_backend(n) FROM generate_series(1, 100000) AS n',
      'SELECT abs(n) FROM generate_series(1, 10) AS n',
    ],
    [
      'a message in the log',
      `SELECT pg_logical_emit_message(false, 'a', 'b')`,
      `SELECT concat('a', 'b')`,
    ],
    ['a snapshot for others', 'SELECT pg_export_snapshot()', 'SELECT pg_current_snapshot()'],
    ['reloading the server', 'SELECT pg_reload_conf()', 'SELECT pg_conf_load_time()'],
    ['the system’s settings', `ALTER SYSTEM SET work_mem = '1GB'`, COUNT],
  ],
  catalogs: [
    [
      'what others run',
      'SELECT query FROM pg_stat_activity WHERE usename <> current_user',
      'SELECT current_user',
    ],
    [
      'column statistics',
      `SELECT most_common_vals::text FROM pg_stats WHERE schemaname = 'core'`,
      'SELECT target_model, count(*) FROM tasks GROUP BY 1',
    ],
    [
      'raw column statistics',
      'SELECT stavalues1::text FROM pg_statistic',
      'SELECT target_model, count(*) FROM tasks GROUP BY 1',
    ],
    [
      'extended statistics',
      'SELECT * FROM pg_statistic_ext_data, core.task',
      'SELECT count(*) FROM batches',
    ],
    ['counters of tables', 'SELECT relname, n_live_tup FROM pg_stat_all_tables', COUNT],
    [
      'sizes of tables',
      `SELECT pg_total_relation_size(oid) FROM pg_class WHERE relname = 'task'`,
      `SELECT sum(pg_column_size(t)) FROM tasks AS t`,
    ],
    [
      'rows by their place',
      `SELECT * FROM core.task WHERE ctid = '(0,1)'`,
      'SELECT * FROM tasks LIMIT 1',
    ],
    [
      'tables of the core',
      'SELECT * FROM core.api_token, core.refresh_token',
      'SELECT * FROM pods, pod_members',
    ],
    ['TABLE of the core', 'TABLE core.app_user', 'TABLE pods'],
    ['aggregates', 'SELECT * FROM agg.task_cell', 'SELECT status, count(*) FROM tasks GROUP BY 1'],
    ['the list of slots', 'SELECT * FROM reporting.slot', 'SELECT * FROM reporting.binding'],
    [
      'functions of the core',
      `SELECT * FROM core.person_access(1, NULL, 2)`,
      'SELECT * FROM pod_members',
    ],
  ],
  'SQL inside of values': [
    [
      'query_to_xml',
      `SELECT query_to_xml('SELECT * FROM core.task', true, true, '')`,
      'SELECT json_agg(t) FROM tasks AS t',
    ],
    [
      'table_to_xml',
      `SELECT table_to_xml('core.task', true, true, '')`,
      'SELECT json_agg(t) FROM tasks AS t',
    ],
    [
      'database_to_xml',
      `SELECT database_to_xml(true, true, '')`,
      'SELECT json_agg(t) FROM tasks AS t',
    ],
    [
      'an entity of XML',
      `SELECT xmlparse(document '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>')::text`,
      `SELECT '<a>e</a>'::text`,
    ],
    [
      'ts_stat',
      `SELECT * FROM ts_stat('SELECT to_tsvector(user_email) FROM core.task')`,
      `SELECT to_tsvector(status) FROM tasks`,
    ],
    [
      'ts_rewrite',
      `SELECT ts_rewrite('a', 'SELECT to_tsquery(status), to_tsquery(status) FROM core.task')`,
      `SELECT to_tsquery('a')`,
    ],
  ],
  'errors that tell': [
    [
      'a cast in WHERE',
      'SELECT 1 FROM tasks WHERE target_model::int > 0',
      'SELECT 1 FROM tasks WHERE turing_task_id::int > 0',
    ],
    [
      'a cast in a join',
      'SELECT 1 FROM tasks t JOIN task_reviews r ON r.feedback::int = t.turing_task_id',
      'SELECT 1 FROM tasks t JOIN task_reviews r USING (turing_task_id)',
    ],
    [
      'a division',
      'SELECT 1 FROM tasks WHERE 1 / (turing_task_id - 7777001) > -1',
      'SELECT 1 FROM tasks WHERE 1 / (turing_task_id + 1) > -1',
    ],
    [
      'a subquery of many rows',
      'SELECT (SELECT user_email FROM tasks)::int',
      'SELECT (SELECT max(user_email) FROM tasks)',
    ],
    [
      'a cast of JSON',
      `SELECT 1 FROM tasks WHERE (metadata ->> 'note')::int > 0`,
      `SELECT 1 FROM tasks WHERE metadata ->> 'note' > ''`,
    ],
    [
      'a regular expression from a row',
      'SELECT 1 FROM tasks WHERE NOT (user_email ~ (user_email || $a$($a$))',
      'SELECT 1 FROM tasks WHERE user_email ~ user_email',
    ],
    ['a plan', `EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM tasks WHERE target_model::int > 0`, COUNT],
    ['a constraint', 'INSERT INTO core.task SELECT * FROM core.task', COUNT],
  ],
  shapes: [
    [
      'the row as a function',
      'SELECT t.pg_relation_filepath FROM core.task AS t',
      'SELECT t.status FROM tasks AS t',
    ],
    [
      't.func notation',
      `SELECT ('core.task'::regclass).pg_total_relation_size`,
      'SELECT (t).status FROM tasks AS t',
    ],
    [
      'a lateral join',
      'SELECT * FROM tasks t, LATERAL (SELECT * FROM core.task c WHERE c.project_id <> t.project_id) o',
      'SELECT * FROM tasks t, LATERAL (SELECT * FROM batches b WHERE b.project_id = t.project_id) o',
    ],
    [
      'every other project',
      'SELECT * FROM tasks WHERE project_id <> 1 OR true',
      'SELECT * FROM tasks WHERE project_id = 1 OR true',
    ],
    [
      'an outer join',
      'SELECT * FROM projects p FULL JOIN core.project o ON o.id <> p.id',
      'SELECT * FROM projects p FULL JOIN pods o ON o.project_id = p.id',
    ],
    [
      'a union',
      'SELECT user_email FROM tasks UNION ALL SELECT email FROM core.app_user',
      'SELECT user_email FROM tasks UNION ALL SELECT user_email FROM pod_members',
    ],
    [
      'a wide row',
      `SELECT row_to_json(t) FROM core.task AS t`,
      'SELECT row_to_json(t) FROM tasks AS t',
    ],
    ['quoted names', 'SELECT * FROM "core"."task"', 'SELECT * FROM "reporting"."tasks"'],
    ['escaped names', `SELECT * FROM U&"\\0063ore".U&"t\\0061sk"`, `SELECT * FROM U&"t\\0061sks"`],
    [
      'a sample',
      'SELECT * FROM core.task TABLESAMPLE system (100)',
      'SELECT * FROM tasks ORDER BY random()',
    ],
  ],
  'too much': [
    [
      'endless rows',
      'SELECT count(*) FROM generate_series(1, 100000000000)',
      'SELECT count(*) FROM generate_series(1, 1000)',
    ],
    [
      'endless recursion',
      'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT count(*) FROM r',
      'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT count(*) FROM r',
    ],
    [
      'doubling recursion',
      `WITH RECURSIVE r AS (SELECT 'x' AS t UNION ALL SELECT t || t FROM r) SELECT max(length(t)) FROM r`,
      `WITH RECURSIVE r AS (SELECT 'x' AS t UNION ALL SELECT t || 'x' FROM r WHERE length(t) < 9) SELECT max(length(t)) FROM r`,
    ],
    [
      'a product of products',
      'SELECT count(*) FROM tasks a, tasks b, tasks c, tasks d, tasks e, tasks f, tasks g, generate_series(1, 1000000)',
      'SELECT count(*) FROM tasks a, tasks b, tasks c',
    ],
    ['a huge value', `SELECT repeat(repeat('x', 10000), 50000)`, `SELECT repeat('x', 10000)`],
    ['a value too huge', `SELECT repeat('x', 2000000000)`, `SELECT repeat('x', 10000)`],
    [
      'many large values',
      `SELECT repeat('x', 1000000) FROM generate_series(1, 10000)`,
      `SELECT repeat('x', 1000) FROM generate_series(1, 10)`,
    ],
    [
      'a huge array',
      'SELECT array_agg(n) FROM generate_series(1, 1000000000) AS n',
      'SELECT array_agg(n) FROM generate_series(1, 10) AS n',
    ],
    [
      'a huge string',
      `SELECT length(string_agg(repeat('x', 1000), '')) FROM generate_series(1, 100000000)`,
      `SELECT length(string_agg('x', '')) FROM generate_series(1, 10)`,
    ],
    [
      'a large sort',
      `SELECT n FROM generate_series(1, 100000000) AS n ORDER BY repeat(n::text, 100)`,
      'SELECT n FROM generate_series(1, 10) AS n ORDER BY n::text',
    ],
    [
      'a slow regular expression',
      `SELECT repeat('a', 40000) ~ '(a*)*(a*)*(a*)*b\\1'`,
      `SELECT repeat('a', 40) ~ 'a*b?'`,
    ],
    [
      'many regular expressions',
      `SELECT count(*) FROM generate_series(1, 100000000) AS n WHERE repeat('a', 200) ~ ('(a|' || n || ')*b')`,
      `SELECT count(*) FROM generate_series(1, 10) AS n WHERE repeat('a', 20) ~ ('a|' || n)`,
    ],
    ['a long number', 'SELECT 9.9999 ^ 100000 * factorial(20000)', 'SELECT 9.9 ^ 3 * factorial(5)'],
    [
      'deep JSON',
      `SELECT (repeat('[', 5000000) || repeat(']', 5000000))::jsonb`,
      `SELECT (repeat('[', 5) || repeat(']', 5))::jsonb`,
    ],
    [
      'deep parentheses',
      `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
      `SELECT ${'('.repeat(20)}1${')'.repeat(20)}`,
    ],
    [
      'a long list',
      `SELECT 1 WHERE 1 IN (${'1,'.repeat(20_000)}1)`,
      `SELECT 1 WHERE 1 IN (${'1,'.repeat(20)}1)`,
    ],
    ['waiting', 'SELECT pg_sleep(100)', 'SELECT clock_timestamp()'],
    [
      'waiting in every row',
      `SELECT pg_sleep_for('1 minute') FROM tasks`,
      'SELECT clock_timestamp() FROM tasks',
    ],
  ],
  transactions: [
    ['COMMIT', 'COMMIT', COUNT],
    ['COMMIT AND CHAIN', 'COMMIT AND CHAIN', COUNT],
    ['ROLLBACK', 'ROLLBACK', COUNT],
    ['BEGIN READ WRITE', 'BEGIN READ WRITE', COUNT],
    ['SET TRANSACTION', 'SET TRANSACTION READ WRITE', COUNT],
    ['SESSION CHARACTERISTICS', 'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE', COUNT],
    ['SAVEPOINT', 'SAVEPOINT mine', COUNT],
    ['PREPARE TRANSACTION', `PREPARE TRANSACTION 'mine'`, COUNT],
    ['a transaction id', 'SELECT pg_current_xact_id()', 'SELECT pg_current_xact_id_if_assigned()'],
  ],
  'statements of statements': [
    ['PREPARE', 'PREPARE mine AS SELECT * FROM core.task', COUNT],
    ['EXECUTE', 'EXECUTE portal_run', COUNT],
    ['a cursor that stays', 'DECLARE mine CURSOR WITH HOLD FOR SELECT * FROM tasks', COUNT],
    ['the runner’s own cursor', 'FETCH ALL FROM portal_run', COUNT],
    ['an anonymous block', `DO $$ BEGIN PERFORM set_config('role', 'none', false); END $$`, COUNT],
    [
      'a block that will not stop',
      'DO $$ BEGIN LOOP BEGIN PERFORM pg_sleep(1); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$',
      COUNT,
    ],
    [
      'a function',
      `CREATE FUNCTION reporting.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      COUNT,
    ],
    [
      'a function of the session',
      `CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      COUNT,
    ],
    [
      'an operator',
      'CREATE OPERATOR reporting.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq)',
      COUNT,
    ],
    ['CALL', 'CALL core.flush()', COUNT],
    ['no statement', '', 'SELECT 1'],
    ['a half statement', 'SELECT (', 'SELECT (1)'],
  ],
};

export const ATTACKS: readonly Attack[] = Object.entries(BY_CLASS).flatMap(([group, entries]) =>
  entries.map(([name, sql, honest]) => ({ name, class: group, sql, honest })),
);
