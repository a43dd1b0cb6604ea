import {
  type MemberActivity,
  MOST_AGED,
  type PodActivity,
  WAITING_DAYS,
} from '@portal/contracts/pod-activity';
import type { Stamp } from '@portal/contracts/stamp';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { instantText } from './dashboard-sql.js';
import { stampOfProject } from '../stamp-sql.js';
import { stuckTasks } from '../reviews/stuck-sql.js';
import { isTaskOf, TASK_TIME } from '../tasks/task-keys.js';
import { isVerdict, refuses, sendsBack } from '../reviews/verdict-sql.js';
import { firstInTurn, HELD, MEMBERS, WAITING_OF_POD } from '../reviews/waiting-sql.js';

interface ActivityScope {
  readonly projectId: number;
  readonly podName: string;
  /** Who is counted, too, if they are not in the pod. */
  readonly email: string;
  /** The first instants of what is looked back on, of the week, of today and of tomorrow. */
  readonly since: Date;
  readonly week: Date;
  readonly today: Date;
  readonly tomorrow: Date;
}

/** Somebody's work, with the verdicts behind their share. */
export interface ActivityRow extends Omit<MemberActivity, 'sent_back'> {
  readonly is_member: boolean;
  readonly verdicts: number;
  readonly sent_back: number;
}

interface ActivityOfPod extends Stamp, Pick<PodActivity, 'waiting' | 'stuck'> {
  /** By email. */
  readonly people: readonly ActivityRow[];
}

/**
 * The reviews, claims and last activity of a pod's members, and what waits there: one statement for all of them.
 * @param db a connection of `createPool`, whose instants are text
 */
export async function readPodActivity(
  db: Queryable,
  { projectId, podName, email, since, week, today, tomorrow }: ActivityScope,
): Promise<ActivityOfPod> {
  const [row] = await db.query<ActivityOfPod>(activity, [
    ...[projectId, podName, email, since, week, today, tomorrow],
  ]);
  if (!row) throw new Error('the statement has one row');
  return row;
}

/** `OFFSET 0` makes the project of each a lookup by primary key instead of a join that reads all tasks. */
const taskOf = (row: string): string => sql`(
      SELECT project_id FROM core.task WHERE task.turing_task_id = ${row}.turing_task_id OFFSET 0)`;

const since = (first: string) => (at: string) =>
  sql`${at} >= ${first}::timestamptz AND ${at} < $7::timestamptz`;
const inPeriod = since('$4');
/** A review that says the same as rework in the portal counts in its own period alone. */
const sendsBackSince = (first: string): string =>
  sql`(feedback.created_at >= ${first}::timestamptz AND ${sendsBack(since(first))})`;

const ages = WAITING_DAYS.map(
  (days) => sql`count(*) FILTER (WHERE waiting_since <= now() - interval '${days} days')`,
).join(', ');

const activity = sql`
  WITH ${MEMBERS}, ${HELD},
  wanted AS (SELECT * FROM member),
  person AS (
    SELECT user_email, true AS is_member FROM core.pod_member WHERE pod_name = $2
    UNION ALL
    SELECT $3::text, false
    WHERE $3::text NOT IN (SELECT user_email FROM core.pod_member WHERE pod_name = $2)
  ),
  act AS MATERIALIZED (
    SELECT user_email, submitted_at AS at, true AS is_review, ${isVerdict('status')} AS is_verdict,
      is_back, is_back AND submitted_at >= $6::timestamptz AS is_back_today,
      is_back AND submitted_at >= $5::timestamptz AS is_back_in_week
    FROM person
    CROSS JOIN LATERAL (
      SELECT turing_task_id, submitted_at, status, ${refuses('status')} AS is_back FROM core.task_review
      WHERE reviewer_email = user_email AND ${inPeriod('submitted_at')}
      OFFSET 0
    ) AS review
    CROSS JOIN LATERAL ${taskOf('review')} AS task
    WHERE project_id = $1
    UNION ALL
    SELECT user_email, created_at, false, sends_back, sends_back, ${sendsBackSince('$6')}, ${sendsBackSince('$5')}
    FROM person
    JOIN core.task_feedback AS feedback ON author_email = user_email
    CROSS JOIN LATERAL ${taskOf('feedback')} AS task
    CROSS JOIN LATERAL (SELECT ${sendsBack(inPeriod)} AS sends_back) AS verdict
    WHERE project_id = $1 AND withdrawn_at IS NULL AND ${inPeriod('created_at')}
  ),
  done AS (
    SELECT user_email, max(at) AS last_at,
      count(*) FILTER (WHERE is_review AND at >= $6::timestamptz) AS today,
      count(*) FILTER (WHERE is_review AND at >= $5::timestamptz) AS week,
      count(*) FILTER (WHERE is_back_today) AS back_today,
      count(*) FILTER (WHERE is_back_in_week) AS back_week,
      count(*) FILTER (WHERE is_verdict) AS verdicts,
      count(*) FILTER (WHERE is_back) AS sent_back
    FROM act
    GROUP BY user_email
  ),
  claimed AS (
    SELECT email AS user_email, count(*) AS tasks
    FROM held
    JOIN core.app_user ON app_user.id = user_id
    GROUP BY email
  )
  SELECT ${stampOfProject},
    json_build_object(
      'tasks', (SELECT coalesce(sum(pending), 0)::bigint FROM member),
      'oldest', (SELECT ${instantText(sql`min(waiting_since)`)}
        FROM (${firstInTurn('true', '1')}) AS oldest),
      'by_age', CASE WHEN (SELECT coalesce(sum(pending), 0) FROM member) <= ${MOST_AGED} THEN (
        SELECT json_build_array(${ages}) FROM (${WAITING_OF_POD}) AS task) END) AS waiting,
    (SELECT json_build_object('tasks', count(*), 'oldest', ${instantText(sql`min(last.ended_at)`)})
      FROM ${stuckTasks(sql`project.id = $1
        AND task.user_email IN (SELECT user_email FROM core.pod_member WHERE pod_name = $2)`)}) AS stuck,
    (SELECT coalesce(json_agg(json_build_object(
        'email', user_email, 'is_member', is_member,
        'reviews_today', coalesce(done.today, 0), 'reviews_week', coalesce(done.week, 0),
        'sent_back_today', coalesce(back_today, 0), 'sent_back_week', coalesce(back_week, 0),
        'verdicts', coalesce(verdicts, 0), 'sent_back', coalesce(sent_back, 0),
        'claimed', coalesce(claimed.tasks, 0),
        'last_active_at', ${instantText(sql`greatest(done.last_at, worked.at)`)}) ORDER BY user_email), '[]')
      FROM person
      LEFT JOIN done USING (user_email)
      LEFT JOIN claimed USING (user_email)
      LEFT JOIN LATERAL (
        SELECT ${TASK_TIME} AS at FROM core.task
        WHERE ${isTaskOf('person.user_email')} AND project_id = $1 AND ${inPeriod(TASK_TIME)}
        ORDER BY ${TASK_TIME} DESC LIMIT 1
      ) AS worked ON true) AS people`;
