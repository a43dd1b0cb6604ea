import { sql } from '../../sql.js';

/**
 * Definitions of a reporting day, a done status and a time slot. Every expression uses these
 * functions, which PostgreSQL inlines. Both functions that name the zone contain it as a constant,
 * so that a change of the zone invalidates every plan that inlined them.
 */
export const definitions = sql`
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
