import type { HostileClass } from './class.js';

/** Tables other than the reporting views. */
export const TABLES: readonly HostileClass[] = [
  {
    name: 'catalogs',
    queries: [
      ['pg_class', `select * from pg_class`, `select * from tasks`],
      ['pg_catalog', `select * from pg_catalog.pg_roles`, `select * from reporting.tasks`],
      ['pg_authid', `select rolpassword from pg_authid`, `select status from tasks`],
      ['pg_shadow', `select * from pg_shadow`, `select * from pods`],
      ['pg_stat_activity', `select query from pg_stat_activity`, `select name from pods`],
      ['pg_settings', `table pg_settings`, `table pods`],
      ['information_schema', `select * from information_schema.tables`, `select * from pods`],
      ['pg_user_mappings', `select * from tasks, pg_user_mappings`, `select * from tasks, pods`],
      [
        'pg_proc',
        `select * from tasks t join pg_proc p on true`,
        `select * from tasks t join pods p on true`,
      ],
      [
        'pg_file_settings',
        `select (select count(*) from pg_file_settings)`,
        `select (select count(*) from pods)`,
      ],
      [
        'pg_database',
        `select 1 where exists (table pg_database)`,
        `select 1 where exists (table pods)`,
      ],
      [
        'pg_largeobject',
        `select 1 union select loid from pg_largeobject`,
        `select 1 union select id from pods`,
      ],
      [
        'pg_stats',
        `select * from (select * from pg_stats) q`,
        `select * from (select * from pods) q`,
      ],
      [
        'pg_class',
        `select * from tasks where status in (select relname from pg_class)`,
        `select * from tasks where status in (select name from pods)`,
      ],
      [
        'pg_class',
        `select count(*) filter (where exists (select 1 from pg_class)) from tasks`,
        `select count(*) filter (where exists (select 1 from pods)) from tasks`,
      ],
      [
        'pg_class',
        `select 1 order by (select count(*) from pg_class)`,
        `select 1 order by (select count(*) from pods)`,
      ],
      [
        'pg_class',
        `select 1 limit (select count(*) from pg_class)`,
        `select 1 limit (select count(*) from pods)`,
      ],
      [
        'pg_class',
        `values ((select count(*) from pg_class))`,
        `values ((select count(*) from pods))`,
      ],
      [
        'pg_class',
        `select sum(1) over (order by (select count(*) from pg_class)) from tasks`,
        `select sum(1) over (order by (select count(*) from pods)) from tasks`,
      ],
      [
        'pg_class',
        `select json_array(select relname from pg_class)`,
        `select json_array(select name from pods)`,
      ],
      [
        'pg_class',
        `select case when true then (select count(*) from pg_class) end`,
        `select case when true then (select count(*) from pods) end`,
      ],
    ],
  },
  {
    name: 'tables of the portal',
    queries: [
      ['core', `select * from core.task`, `select * from reporting.tasks`],
      ['core', `select * from core.tasks`, `select * from tasks`],
      ['core', `select * from core.app_user`, `select * from pod_members`],
      ['core', `select token_hash from core.refresh_token`, `select status from tasks`],
      ['agg', `select * from agg.task_cube`, `select * from tasks`],
      ['queue', `select * from queue.jobs`, `select * from tasks`],
      ['reporting', `select * from reporting.sandbox_role`, `select * from reporting.pods`],
      ['sandbox_role', `select * from sandbox_role`, `select * from pods`],
      ['public', `select * from public.tasks`, `select * from reporting.tasks`],
      ['pg_temp', `select * from pg_temp.tasks`, `select * from tasks`],
      ['portal', `select * from portal.reporting.tasks`, `select * from reporting.tasks`],
      ['"Tasks"', `select * from "Tasks"`, `select * from "tasks"`],
      ['"reporting.tasks"', `select * from "reporting.tasks"`, `select * from "reporting"."tasks"`],
      ['constructor', `select * from constructor`, `select * from projects`],
      ['__proto__', `select * from __proto__`, `select * from projects`],
    ],
  },
  {
    name: 'names of WITH queries out of reach',
    queries: [
      [
        'pg_class)',
        `with a as (select * from pg_class), pg_class as (select 1) select * from a`,
        `with a as (select 1), pg_class as (select * from a) select * from pg_class`,
      ],
      [
        'pg_class) ',
        `with pg_class as (select * from pg_class) select * from pg_class`,
        `with recursive pg_class(n) as (select 1 union select n + 1 from pg_class where n < 3) select * from pg_class`,
      ],
      [
        'pg_class u',
        `(with pg_class as (select 1) select * from pg_class) union select 1 from pg_class u`,
        `with pg_class as (select 1) (select * from pg_class) union select 1 from pg_class u`,
      ],
      [
        'pg_class\n',
        `select * from (with pg_class as (select 1) table pg_class) q, pg_class\n`,
        `with pg_class as (select 1) select * from (table pg_class) q, pg_class`,
      ],
      [
        'pg_catalog',
        `with pg_class as (select 1) select * from pg_catalog.pg_class`,
        `with pg_class as (select 1) select * from pg_class`,
      ],
      [
        'inner_one ',
        `select (with inner_one as (select 1) select count(*) from inner_one), (select count(*) from inner_one )`,
        `with inner_one as (select 1) select (select count(*) from inner_one), (select count(*) from inner_one )`,
      ],
      [
        'pg_class) ',
        `with recursive a as (select 1 union select 1 from b), b as (select 1 from pg_class) select * from a`,
        `with recursive a as (select 1), b as (select 1 from a) select * from b`,
      ],
      [
        '"PG_CLASS"',
        `with pg_class as (select 1) select * from "PG_CLASS"`,
        `with pg_class as (select 1) select * from PG_CLASS`,
      ],
    ],
  },
];
