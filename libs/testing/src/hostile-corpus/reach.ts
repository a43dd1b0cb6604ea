import { COUNT, type AttackClasses } from './attack-classes.js';

/** Attacks that reach beyond the views: files, the network, the catalogs. */
export const REACH: AttackClasses = {
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
    [
      'the list of sandbox roles',
      'SELECT * FROM reporting.sandbox_role',
      'SELECT * FROM reporting.binding',
    ],
    [
      'functions of the core',
      `SELECT * FROM core.user_access(1, NULL, 2)`,
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
};
