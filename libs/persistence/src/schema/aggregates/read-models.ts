import { sql } from '../../sql.js';

/**
 * Definitions of a reporting day, a done status and a time slot. Every expression uses these
 * functions, which PostgreSQL inlines. Both functions that name the zone contain it as a constant,
 * so that a change of the zone invalidates every plan that inlined them.
 */
export const definitions = sql`
CREATE SCHEMA agg;

CREATE FUNCTION core.set_reporting_zone(zone text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_timezone_names WHERE name = zone) THEN
    RAISE EXCEPTION 'unknown time zone %', quote_literal(zone);
  END IF;
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION core.reporting_zone() RETURNS text '
    'LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN %L::text', zone);
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION core.reporting_day(instant timestamptz) RETURNS date '
    'LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (instant AT TIME ZONE %L)::date', zone);
END $$;

SELECT core.set_reporting_zone(
  coalesce(nullif(current_setting('portal.reporting_time_zone', true), ''), 'America/Los_Angeles'));

CREATE FUNCTION core.is_done(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status IN ('completed', 'reviewed', 'delivered');

-- The day of a task for the date filter; '-infinity' without any timestamp.
CREATE FUNCTION core.activity_day(
  completed_at timestamptz, updated_at timestamptz, created_at timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(
  core.reporting_day(coalesce(completed_at, updated_at, created_at)), '-infinity'::date);

CREATE FUNCTION agg.slot_of(instant timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin('15 minutes', instant, '2000-01-01 00:00:00+00'::timestamptz);
`;

/**
 * The read models. Key columns contain a sentinel instead of null: '' for text, '-infinity' for a
 * day. Text keys use collation "C": sorting is several times faster, and the order of row locks
 * must not depend on a locale. Free space in each page allows HOT updates.
 */
export const readModels = sql`
CREATE TABLE agg.task_cell (
  project_id        integer NOT NULL,
  turing_batch_id   bigint NOT NULL,
  activity_day      date NOT NULL,
  status            text COLLATE "C" NOT NULL,
  target_model      text COLLATE "C" NOT NULL,
  validation_status text COLLATE "C" NOT NULL,
  tasks             bigint NOT NULL,
  reviewed_tasks    bigint NOT NULL,
  reviews           bigint NOT NULL,
  turns             bigint NOT NULL,
  PRIMARY KEY (project_id, turing_batch_id, activity_day, status, target_model, validation_status)
) WITH (fillfactor = 80);

-- Durations, which no read selects by status. So few changes remove a minimum or a maximum. The next
-- ones stand beside them, so that a removed one has a successor without a look at the tasks.
CREATE TABLE agg.duration_day (
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  activity_day    date NOT NULL,
  target_model    text COLLATE "C" NOT NULL,
  duration_count  bigint NOT NULL,
  duration_sum    numeric NOT NULL,
  duration_min    numeric,
  duration_max    numeric,
  -- Unused since version 0.1.0.
  changed_by      xid8 NOT NULL DEFAULT '0',
  changed_before  xid8,
  -- The durations that follow the minimum upwards and the maximum downwards, equal ones repeated.
  next_min        numeric[] NOT NULL DEFAULT '{}',
  next_max        numeric[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (project_id, turing_batch_id, activity_day, target_model)
) WITH (fillfactor = 80);

CREATE TABLE agg.batch_day (
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  activity_day    date NOT NULL,
  status          text COLLATE "C" NOT NULL,
  tasks           bigint NOT NULL,
  reviewed_tasks  bigint NOT NULL,
  reviews         bigint NOT NULL,
  PRIMARY KEY (project_id, turing_batch_id, activity_day, status)
) WITH (fillfactor = 80);

CREATE TABLE agg.batch_total (
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  status          text COLLATE "C" NOT NULL,
  tasks           bigint NOT NULL,
  reviewed_tasks  bigint NOT NULL,
  reviews         bigint NOT NULL,
  PRIMARY KEY (project_id, turing_batch_id, status)
) WITH (fillfactor = 50);

CREATE TABLE agg.activity (
  project_id        integer NOT NULL,
  day               date NOT NULL,
  turing_batch_id   bigint NOT NULL,
  completed_tasks   bigint NOT NULL,
  reviews_submitted bigint NOT NULL,
  tasks_in_progress bigint NOT NULL,
  PRIMARY KEY (project_id, day, turing_batch_id)
) WITH (fillfactor = 80);

CREATE TABLE agg.user_slot (
  project_id integer NOT NULL,
  user_email text COLLATE "C" NOT NULL,
  slot_start timestamptz NOT NULL,
  tasks      bigint NOT NULL,
  turns      bigint NOT NULL,
  -- 0, or the large transaction whose row this is until it is merged into that of 0. Reads add them up.
  xid        xid8 NOT NULL DEFAULT '0',
  PRIMARY KEY (project_id, user_email, slot_start, xid)
) WITH (fillfactor = 90);
CREATE INDEX user_slot_unmerged ON agg.user_slot (project_id) WHERE xid <> '0';

-- By reporting day. A time slot counts for the day on which it begins, even if the next day begins
-- within it.
CREATE TABLE agg.user_day (
  project_id integer NOT NULL,
  user_email text COLLATE "C" NOT NULL,
  day        date NOT NULL,
  tasks      bigint NOT NULL,
  turns      bigint NOT NULL,
  PRIMARY KEY (project_id, user_email, day)
) WITH (fillfactor = 80);

CREATE TABLE agg.user_total (
  project_id     integer NOT NULL,
  user_email     text COLLATE "C" NOT NULL,
  status         text COLLATE "C" NOT NULL,
  tasks          bigint NOT NULL,
  reviewed_tasks bigint NOT NULL,
  PRIMARY KEY (project_id, user_email, status)
) WITH (fillfactor = 50);

CREATE TABLE agg.desk_day (
  project_id integer NOT NULL,
  day        date NOT NULL,
  user_email text COLLATE "C" NOT NULL,
  tasks      bigint NOT NULL,
  PRIMARY KEY (project_id, day, user_email)
) WITH (fillfactor = 80);

CREATE TABLE agg.project_revision (
  project_id integer PRIMARY KEY,
  revision   bigint NOT NULL
) WITH (fillfactor = 50);
`;

/**
 * Changes of the running transactions. A row lives from its statement to the commit of its
 * transaction, so it need not survive a crash.
 */
export const pendingTables = sql`
CREATE UNLOGGED TABLE agg.touched (
  xid        xid8 NOT NULL,
  project_id integer NOT NULL,
  PRIMARY KEY (xid, project_id)
);

-- Integer counters: one statement's rows fit, and they are cheaper to sum.
CREATE UNLOGGED TABLE agg.pending_cell (
  xid               xid8 NOT NULL,
  project_id        integer NOT NULL,
  turing_batch_id   bigint NOT NULL,
  activity_day      date NOT NULL,
  status            text COLLATE "C" NOT NULL,
  target_model      text COLLATE "C" NOT NULL,
  validation_status text COLLATE "C" NOT NULL,
  tasks             integer NOT NULL,
  completed_tasks   integer NOT NULL,
  reviewed_tasks    integer NOT NULL,
  reviews           integer NOT NULL,
  turns             bigint NOT NULL
);
CREATE INDEX pending_cell_xid ON agg.pending_cell (xid);

-- Durations that came (copies above 0) and went (below 0): the copies of each of some values.
CREATE UNLOGGED TABLE agg.pending_duration (
  xid             xid8 NOT NULL,
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  activity_day    date NOT NULL,
  target_model    text COLLATE "C" NOT NULL,
  duration_count  integer NOT NULL,
  duration_sum    numeric NOT NULL,
  minutes         numeric[] NOT NULL,
  copies          integer[] NOT NULL
);
CREATE INDEX pending_duration_xid ON agg.pending_duration (xid);

-- Unused since version 0.1.0, whose workers lock it.
CREATE UNLOGGED TABLE agg.pending_extreme (
  xid             xid8 NOT NULL,
  project_id      integer NOT NULL,
  turing_batch_id bigint NOT NULL,
  activity_day    date NOT NULL,
  target_model    text COLLATE "C" NOT NULL,
  minimum         numeric,
  maximum         numeric,
  changed_by      xid8 NOT NULL,
  PRIMARY KEY (xid, project_id, turing_batch_id, activity_day, target_model)
);

CREATE UNLOGGED TABLE agg.pending_user (
  xid            xid8 NOT NULL,
  project_id     integer NOT NULL,
  user_email     text COLLATE "C" NOT NULL,
  status         text COLLATE "C" NOT NULL,
  tasks          integer NOT NULL,
  reviewed_tasks integer NOT NULL
);
CREATE INDEX pending_user_xid ON agg.pending_user (xid);

CREATE UNLOGGED TABLE agg.pending_slot (
  xid        xid8 NOT NULL,
  project_id integer NOT NULL,
  user_email text COLLATE "C" NOT NULL,
  slot_start timestamptz NOT NULL,
  tasks      integer NOT NULL,
  turns      bigint NOT NULL
);
CREATE INDEX pending_slot_xid ON agg.pending_slot (xid);

-- Added reviews (removed ones are negative), by task and day of submission; '-infinity' without a
-- day.
CREATE UNLOGGED TABLE agg.pending_review (
  xid            xid8 NOT NULL,
  turing_task_id bigint NOT NULL,
  day            date NOT NULL,
  reviews        integer NOT NULL
);
CREATE INDEX pending_review_task ON agg.pending_review (xid, turing_task_id);

-- The row in which the reviews of a task were counted before the transaction changed the task.
CREATE UNLOGGED TABLE agg.pending_before (
  xid               xid8 NOT NULL,
  turing_task_id    bigint NOT NULL,
  project_id        integer NOT NULL,
  turing_batch_id   bigint NOT NULL,
  activity_day      date NOT NULL,
  user_email        text COLLATE "C" NOT NULL,
  status            text COLLATE "C" NOT NULL,
  target_model      text COLLATE "C" NOT NULL,
  validation_status text COLLATE "C" NOT NULL,
  PRIMARY KEY (xid, turing_task_id)
);

CREATE UNLOGGED TABLE agg.pending_activity (
  xid               xid8 NOT NULL,
  project_id        integer NOT NULL,
  day               date NOT NULL,
  turing_batch_id   bigint NOT NULL,
  reviews_submitted integer NOT NULL,
  tasks_in_progress integer NOT NULL
);
CREATE INDEX pending_activity_xid ON agg.pending_activity (xid);

CREATE UNLOGGED TABLE agg.pending_desk (
  xid        xid8 NOT NULL,
  project_id integer NOT NULL,
  day        date NOT NULL,
  user_email text COLLATE "C" NOT NULL,
  tasks      integer NOT NULL
);
CREATE INDEX pending_desk_xid ON agg.pending_desk (xid);
`;
