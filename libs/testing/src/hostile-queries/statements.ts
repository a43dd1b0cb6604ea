import type { HostileClass } from './class.js';

const ONE = 'select 1';

/** Statements other than a single SELECT. */
export const STATEMENTS: readonly HostileClass[] = [
  {
    name: 'not a query',
    queries: [
      ['delete', `delete from tasks`, `select * from tasks`],
      ['update', `update tasks set status = 'x'`, `select status = 'x' from tasks`],
      ['insert', `insert into tasks default values`, `values (1)`],
      ['merge', `merge into tasks t using batches b on true when matched then delete`, ONE],
      ['drop', `drop table tasks`, ONE],
      ['create', `create table x as select * from tasks`, `select * from tasks`],
      ['create', `create temp view x as select 1`, ONE],
      ['create', `create function f() returns int language sql as 'select 1'`, ONE],
      ['alter', `alter role sandbox_role_1 superuser`, ONE],
      ['grant', `grant all on all tables in schema core to public`, ONE],
      ['truncate', `truncate tasks`, `table tasks`],
      ['copy', `copy tasks to '/tmp/x'`, `table tasks`],
      ['copy', `copy (select 1) to program 'id'`, ONE],
      ['do', `do $$ begin perform 1; end $$`, `select $$ begin perform 1; end $$`],
      ['call', `call f()`, `select pi()`],
      ['explain', `explain analyze delete from tasks`, `select * from tasks`],
      ['explain', `explain select 1`, ONE],
      ['set', `set role none`, `select 'set role none'`],
      ['reset', `reset session authorization`, ONE],
      ['show', `show all`, ONE],
      ['begin', `begin`, ONE],
      ['commit', `commit`, ONE],
      ['rollback', `rollback`, ONE],
      ['lock', `lock table tasks`, `table tasks`],
      ['listen', `listen x`, ONE],
      ['notify', `notify x, 'y'`, `select 'x', 'y'`],
      ['vacuum', `vacuum`, ONE],
      ['prepare', `prepare p as select 1`, `with p as (select 1) select * from p`],
      ['execute', `execute p`, ONE],
      ['declare', `declare c cursor for select 1`, ONE],
      ['fetch', `fetch all from c`, ONE],
      ['load', `load 'x'`, `select 'x'`],
      ['discard', `discard all`, ONE],
      ['refresh', `refresh materialized view x`, ONE],
      ['checkpoint', `checkpoint`, ONE],
    ],
  },
  {
    name: 'several statements',
    queries: [
      ['drop', `select 1; drop table tasks`, `select 1;`],
      ['select 2', `select 1; select 2`, `select 1;`],
      ['commit', `select 1;commit`, `select 1;;`],
      ['set', `select 1 ; set role none; select 2`, `select 1 ; `],
      ['delete', `select ';'; delete from tasks`, `select ';'`],
      ['delete', `select 1 --;\n; delete from tasks`, `select 1 --; delete from tasks`],
      ['select 2', `select $a$;$a$; select 2`, `select $a$; select 2$a$`],
    ],
  },
  {
    name: 'writing within WITH',
    queries: [
      [
        'd ',
        `with d as (delete from tasks returning *) select * from d`,
        `with d as (select * from tasks) select * from d`,
      ],
      [
        'd ',
        `with d as (update tasks set status = 'x' returning 1) select 1`,
        `with d as (select status = 'x' from tasks) select 1`,
      ],
      [
        'd ',
        `with d as (insert into tasks default values returning *) table d`,
        `with d as (table tasks) table d`,
      ],
      [
        'd ',
        `with d as (merge into tasks t using batches b on true when matched then delete returning 1) select 1`,
        `with d as (select 1 from tasks t join batches b on true) select 1`,
      ],
      [
        'd ',
        `with a as (select 1), d as (delete from tasks) select * from a`,
        `with a as (select 1), d as (table tasks) select * from a`,
      ],
      [
        'd ',
        `select * from (with d as (delete from tasks returning *) select * from d) q`,
        `select * from (with d as (table tasks) select * from d) q`,
      ],
      [
        'with',
        `with d as (select 1) delete from tasks`,
        `with d as (select 1) select * from tasks`,
      ],
      ['with', `with d as (select 1) insert into tasks table d`, `with d as (select 1) table d`],
    ],
  },
  {
    name: 'INTO and locks',
    queries: [
      ['x', `select * into x from tasks`, `select * from tasks`],
      ['x', `select * into temp x from tasks`, `select * from tasks`],
      [
        'x',
        `select * into unlogged x from tasks union select * from tasks`,
        `select * from tasks union select * from tasks`,
      ],
      ['* from tasks', `select * from tasks for update`, `select * from tasks`],
      ['* from tasks', `select * from tasks for no key update nowait`, `select * from tasks`],
      ['t skip', `select * from tasks t for share of t skip locked`, `select * from tasks t`],
      [
        '* from tasks',
        `select * from (select * from tasks for key share) q`,
        `select * from (select * from tasks) q`,
      ],
      [
        '* from tasks',
        `with a as (select * from tasks for update) table a`,
        `with a as (select * from tasks) table a`,
      ],
    ],
  },
];
