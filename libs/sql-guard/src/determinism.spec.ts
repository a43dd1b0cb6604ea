import { REPORTING } from '@portal/testing/reporting-views';
import { describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';

function isDeterministic(text: string): boolean {
  const check = checkQuery(text, REPORTING);
  if (!check.ok) throw new Error(`${text}: ${check.problems[0]?.message}`);
  return check.isDeterministic;
}

describe('whether a query is deterministic', () => {
  it.each([
    'select status, count(*) from tasks where project_id = {{ project_id }} group by status',
    'select completed_at::date, count(*) from tasks group by 1',
    'select count(*) from tasks where completed_at >= {{ start_date }}',
    'select {{ end_date }}::timestamptz, {{ batch_ids }}',
    'select date(completed_at) from tasks',
    `select date_trunc('week', t.completed_at)::date as week from tasks t`,
    `select (completed_at at time zone 'UTC')::date as day from tasks`,
    `select (completed_at - interval '8 hours')::date as day from tasks`,
    `select max(completed_at)::date as last from tasks`,
    `select coalesce(completed_at, created_at)::date as day from tasks`,
    `select * from tasks where completed_at >= '2026-01-01' and created_at < date '2026-02-01'`,
    'select age(completed_at, created_at) from tasks',
    `select d from generate_series(date '2026-01-01', date '2026-01-31', interval '1 day') as d`,
    'with t as (select completed_at from tasks) select completed_at::date as day from t',
  ])('GUARD-11 says yes to %s', (text) => {
    expect(isDeterministic(text)).toBe(true);
  });

  it.each([
    'select now()',
    'select {{ start_date }}::text::date',
    'select current_date',
    'select localtimestamp(0)',
    'select count(*) from tasks where completed_at > clock_timestamp()',
    'select * from tasks order by random() limit 5',
    'select array_shuffle(array_agg(status)) from tasks',
    'select age(completed_at) from tasks',
    `select count(*) from tasks where completed_at >= 'today'`,
    `select count(*) from tasks where completed_at >= ' YESTERDAY '::timestamptz`,
    `select count(*) from tasks where completed_at = any('{now}')`,
    `select E'\\x6eow'::timestamptz`,
    `select U&'\\006eow'::timestamptz`,
    `select ('no' || 'w')::timestamptz`,
    `select date('no' || 'w')`,
    `select (metadata ->> 'day')::date from tasks`,
    `select j.d from tasks, jsonb_to_record(metadata) as j(d date)`,
    `select string_to_array('no' || 'w', ',')::date[]`,
    `with t as (select 'no' || 'w' as completed_at) select completed_at::date from t`,
    `with t (completed_at) as (values ('no' || 'w')) select completed_at::date from t`,
    `select completed_at::date from (values ('no' || 'w')) as t (completed_at)`,
    `select case when completed_at is null then 'no' || 'w' else completed_at::text end from tasks union select (x.completed_at)::date::text from (select completed_at::text from tasks union select 'no' || 'w') x`,
    `select x.completed_at::date from (select completed_at::text collate "C" from tasks union select 'no' || 'w') x`,
  ])('GUARD-11 says no to %s', (text) => {
    expect(isDeterministic(text)).toBe(false);
  });
});
