import {
  MAX_PARETO,
  MAX_ROUNDS,
  PARETOS,
  type ParetoPart,
  type RoundFigures,
  type Rounds,
  type RoundsQuery,
} from '@portal/contracts/rounds';
import { shareOf } from '@portal/domain/shares';
import type { Stamp } from '@portal/contracts/stamp';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { stampEntries } from '../stamp-sql.js';
import { isTaskOf } from '../tasks/task-keys.js';

/**
 * The rounds that ended in a period, at most the newest `MAX_ROUNDS` of the project, or of the user: figures of all and of each user,
 * and what sends tasks back. A round counts for the user, the batch and the model that its task has now.
 */
export async function readRounds(db: Queryable, query: RoundsQuery): Promise<Rounds> {
  const { project_id, start_date, end_date, batch_ids, pod_name, user_email } = query;
  const [row] = await db.query<Row>(user_email === undefined ? ROUNDS_OF_PROJECT : ROUNDS_OF_USER, [
    project_id,
    start_date ?? null,
    end_date ?? null,
    batch_ids ?? null,
    pod_name ?? null,
    user_email ?? null,
  ]);
  if (!row) throw new Error('the statement returned no row');
  const { figures, parts, stamp, rework, counted_since } = row;
  const all = figures.find(({ is_all: isAll }) => isAll);
  return {
    ...stamp,
    counted_since,
    all: figuresOf(all ?? NONE),
    users: figures
      .filter(({ is_all: isAll }) => !isAll)
      .map(({ user_email: email, user_name: name, ...counts }) => ({
        ...figuresOf(counts),
        user_email: email,
        user_name: name,
      })),
    rework,
    by: {
      reason: partsBy(parts, 'reason'),
      user: partsBy(parts, 'user'),
      batch: partsBy(parts, 'batch'),
      model: partsBy(parts, 'model'),
    },
  };
}

interface Counts extends Omit<RoundFigures, 'first_look'> {
  readonly looks: number;
  readonly accepted: number;
}
interface Row {
  readonly stamp: Stamp;
  readonly rework: number;
  readonly counted_since: string | null;
  readonly figures: readonly (Counts & {
    readonly is_all: boolean;
    readonly user_email: string | null;
    readonly user_name: string | null;
  })[];
  readonly parts: readonly (ParetoPart & { readonly by: (typeof PARETOS)[number] })[];
}

const NONE: Counts = {
  ...{ rounds: 0, looks: 0, accepted: 0 },
  ...{ rounds_per_task: null, hours_to_verdict: null, hours_to_return: null },
};

function figuresOf({ rounds: count, looks, accepted, ...rest }: Counts): RoundFigures {
  return {
    rounds: count,
    first_look: shareOf(accepted, looks),
    rounds_per_task: rest.rounds_per_task,
    hours_to_verdict: rest.hours_to_verdict,
    hours_to_return: rest.hours_to_return,
  };
}

function partsBy(parts: Row['parts'], by: (typeof PARETOS)[number]): ParetoPart[] {
  return parts
    .filter((part) => part.by === by)
    .map(({ key, name, rework }) => ({ key, name, rework }));
}

const hours = (from: string, to: string): string =>
  sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${to} - ${from}) / 3600)
    FILTER (WHERE ${to} >= ${from})`;

const startOf = (day: string): string =>
  sql`((${day})::timestamp AT TIME ZONE core.reporting_zone())`;

const paretoBy = (
  by: (typeof PARETOS)[number],
  key: string,
  name: string,
  from = '',
): string => sql`
  SELECT * FROM (
    SELECT '${by}' AS by, ${key} AS key, max(${name}) AS name, count(*) AS rework
    FROM chosen ${from}
    WHERE verdict = 'rework'
    GROUP BY 2
    ORDER BY count(*) DESC, 2
    LIMIT ${MAX_PARETO}
  ) AS most`;

/** Expressions of the days, null without a bound, and of the address of the user whose rounds are asked for. */
interface RoundsAsked {
  readonly first: string;
  readonly last: string;
  readonly user?: string | undefined;
}

const inPeriod = (row: string, { first, last }: RoundsAsked): string => sql`
  (${first} IS NULL OR ${row}.ended_at >= ${startOf(first)})
    AND (${last} IS NULL OR ${row}.ended_at < ${startOf(`${last} + 1`)})`;

const NEWEST = sql`ORDER BY ended_at DESC LIMIT ${MAX_ROUNDS}`;

/** Of each project in the order of an index. */
const ofProject = (asked: RoundsAsked, condition: string): string => sql`
  SELECT round.*
  FROM core.project
  CROSS JOIN LATERAL (
    SELECT * FROM core.task_round AS one
    WHERE one.project_id = project.id AND ${inPeriod('one', asked)} AND one.${condition}
    ${NEWEST}
  ) AS round
  WHERE $1 IN (0, project.id)
  ${NEWEST}`;

const ofUser = (asked: RoundsAsked, user: string, condition: string): string => sql`
  SELECT round.*
  FROM core.task
  CROSS JOIN LATERAL (
    SELECT * FROM core.task_round AS one WHERE one.turing_task_id = task.turing_task_id OFFSET 0
  ) AS round
  WHERE ${isTaskOf(user)} AND $1 IN (0, round.project_id) AND ${inPeriod('round', asked)} AND round.${condition}
  ${NEWEST}`;

/**
 * The rounds of the period in project $1 whose verdict is the newest; then those without a time, if no day is asked for.
 * The other filters select among these, so a rare batch or pod does not make it read all rounds.
 */
export function newestRounds(asked: RoundsAsked): string {
  const { user } = asked;
  const of = (condition: string): string =>
    user === undefined ? ofProject(asked, condition) : ofUser(asked, user, condition);
  return sql`
  SELECT * FROM (
    (${of('ended_at IS NOT NULL')}) UNION ALL (${of('ended_at IS NULL')})
  ) AS round
  LIMIT ${MAX_ROUNDS}`;
}

/** A row for each reason of a round; one of null without any. */
export const BY_REASON = sql`LEFT JOIN LATERAL unnest(reasons) AS given (reason) ON true`;

/** `OFFSET 0` finds the task of each round by its key, whatever the planner expects. */
const rounds = (user?: string): string => sql`
WITH newest AS MATERIALIZED (${newestRounds({ first: '$2::date', last: '$3::date', user })}),
chosen AS MATERIALIZED (
  SELECT round.*, task.user_email, task.turing_batch_id, nullif(task.target_model, '') AS target_model,
    former.ended_at AS sent_back_at
  FROM newest AS round
  CROSS JOIN LATERAL (
    SELECT user_email, turing_batch_id, target_model FROM core.task
    WHERE task.turing_task_id = round.turing_task_id
    OFFSET 0
  ) AS task
  LEFT JOIN LATERAL (
    SELECT ended_at FROM core.task_round AS earlier
    WHERE earlier.turing_task_id = round.turing_task_id AND earlier.n = round.n - 1
    OFFSET 0
  ) AS former ON true
  WHERE ($4::bigint[] IS NULL OR task.turing_batch_id = ANY ($4))
    AND ($5::text IS NULL OR task.user_email IN (
      SELECT member.user_email FROM core.pod_member AS member WHERE member.pod_name = $5))
    AND ($6::text IS NULL OR task.user_email = $6)
),
figures AS (
  SELECT grouping(user_email) = 1 AS is_all, user_email, count(*) AS rounds,
    count(*) FILTER (WHERE n = 1) AS looks,
    count(*) FILTER (WHERE n = 1 AND verdict = 'accepted') AS accepted,
    avg(n) FILTER (WHERE verdict = 'accepted')::float8 AS rounds_per_task,
    ${hours('submitted_at', 'ended_at')} AS hours_to_verdict,
    ${hours('sent_back_at', 'submitted_at')} AS hours_to_return
  FROM chosen
  GROUP BY GROUPING SETS ((), (user_email))
),
parts AS (
  ${paretoBy('reason', 'reason', 'reason', BY_REASON)}
  UNION ALL ${paretoBy('user', 'user_email', 'app_user.name', 'LEFT JOIN core.app_user ON app_user.email = user_email')}
  UNION ALL ${paretoBy(
    'batch',
    `chosen.project_id || '-' || chosen.turing_batch_id`,
    'batch.name',
    'JOIN core.batch USING (project_id, turing_batch_id)',
  )}
  UNION ALL ${paretoBy('model', 'target_model', 'target_model')}
)
SELECT json_build_object(${stampEntries}) AS stamp,
  (SELECT count(*) FROM chosen WHERE verdict = 'rework') AS rework,
  (SELECT CASE WHEN count(*) = ${MAX_ROUNDS} THEN min(ended_at) END FROM newest) AS counted_since,
  (SELECT json_agg(to_jsonb(figures) || jsonb_build_object('user_name', app_user.name)
      ORDER BY figures.looks DESC, figures.user_email)
    FROM figures LEFT JOIN core.app_user ON app_user.email = figures.user_email) AS figures,
  (SELECT coalesce(json_agg(parts), '[]') FROM parts) AS parts`;

const ROUNDS_OF_PROJECT = rounds();
const ROUNDS_OF_USER = rounds('$6');
