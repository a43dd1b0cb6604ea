import { ACCEPTING_REVIEWS, REFUSING_REVIEWS } from '@portal/contracts/constants';
import { sql } from '../sql.js';

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

export const ROUND_COLUMNS = sql`turing_task_id, n, project_id, submitted_at, ended_at, reviewer_email, verdict,
  score, reasons, source, turing_review_id, feedback_id, awaits`;

/** Where the known history of each task begins. */
const BEGUN = sql`(
  SELECT task.turing_task_id, coalesce(first.was, task.status) AS status, first.at AS until,
    CASE WHEN first.id IS NULL THEN task.completed_at ELSE first.completed_before END AS completed_at,
    CASE WHEN first.id IS NULL THEN task.updated_at ELSE first.updated_before END AS updated_at
  FROM core.task
  LEFT JOIN (
    SELECT DISTINCT ON (turing_task_id) * FROM core.task_status_change
    WHERE undone_at IS NULL
    ORDER BY turing_task_id, id
  ) AS first USING (turing_task_id)
) AS begun`;

const EVENTS = sql`
  SELECT turing_task_id, CASE WHEN status IN (${list(ACCEPTING_REVIEWS)}) THEN 'A' ELSE 'V' END AS letter,
    coalesce(submitted_at, 'infinity') AS at, 1 AS rank, turing_review_id AS id,
    reviewer_email AS reviewer, score, coalesce(reasons, '{}') AS reasons
  FROM core.task_review
  WHERE status IN (${list([...ACCEPTING_REVIEWS, ...REFUSING_REVIEWS])})
  UNION ALL
  SELECT turing_task_id, 'W', created_at, 2, id, author_email, NULL, reasons
  FROM core.task_feedback WHERE is_rework AND withdrawn_at IS NULL
  UNION ALL
  SELECT turing_task_id, CASE became WHEN 'rework' THEN 'W' WHEN 'reviewed' THEN 'A' ELSE 'S' END, at,
    CASE WHEN became IN ('rework', 'reviewed') THEN 3 ELSE 0 END, id, actor_email, NULL, '{}'
  FROM core.task_status_change
  WHERE undone_at IS NULL AND became IN ('completed', 'ready_for_review', 'delivered', 'rework', 'reviewed')
  UNION ALL
  SELECT turing_task_id, 'S',
    CASE WHEN completed_at IS NOT NULL THEN completed_at
      WHEN status = 'ready_for_review' AND updated_at IS NOT NULL THEN updated_at
      ELSE '-infinity' END, 0, 0, NULL, NULL, '{}'
  FROM ${BEGUN}
  WHERE status IN ('completed', 'ready_for_review', 'delivered', 'rework', 'reviewed')
  UNION ALL
  SELECT turing_task_id, CASE status WHEN 'rework' THEN 'W' ELSE 'A' END,
    least(until, coalesce(greatest(completed_at, updated_at), 'infinity')), 3, 0, NULL, NULL, '{}'
  FROM ${BEGUN}
  WHERE status IN ('rework', 'reviewed')`;

const POSITION = sql`at, rank, id`;

/** What a task whose last round has ended is still for: to be done again, or to be reviewed. */
const AWAITS = sql`CASE WHEN task.status = 'rework' THEN 'rework'
      WHEN task.status IN ('completed', 'ready_for_review') AND reviewed.turing_task_id IS NULL THEN 'review' END`;

/**
 * The rounds of all tasks, counted from reviews, feedback and changes of status in another way than the database keeps
 * them: the letters of a task are one text, of which each match is a round (ADR 183).
 */
export const ROUNDS = sql`
  WITH history AS (
    SELECT turing_task_id, string_agg(letter, '' ORDER BY ${POSITION}) AS letters,
      array_agg(at ORDER BY ${POSITION}) AS times, array_agg(rank ORDER BY ${POSITION}) AS ranks,
      array_agg(id ORDER BY ${POSITION}) AS ids, array_agg(reviewer ORDER BY ${POSITION}) AS reviewers,
      array_agg(score ORDER BY ${POSITION}) AS scores,
      array_agg(array_to_json(reasons) ORDER BY ${POSITION}) AS reasons
    FROM (${EVENTS}) AS event
    GROUP BY turing_task_id
    HAVING bool_or(letter <> 'S')
  ),
  round AS (
    SELECT history.*, found.n, part, sum(length(part)) OVER before - length(part) AS skipped
    FROM history
    CROSS JOIN LATERAL regexp_matches(letters, '(S*A*W*(?:VW+)*V?)', 'g') WITH ORDINALITY AS found (parts, n)
    CROSS JOIN LATERAL (SELECT found.parts[1] AS part) AS text
    WINDOW before AS (PARTITION BY history.turing_task_id ORDER BY found.n)
  )
  SELECT turing_task_id, round.n::smallint, project_id,
    CASE WHEN part LIKE 'S%' THEN nullif(times[skipped + 1], '-infinity') END,
    nullif(times[place], 'infinity'), reviewers[place],
    CASE WHEN part ~ '[VW]' THEN 'rework' ELSE 'accepted' END, scores[place],
    ARRAY(SELECT json_array_elements_text(round.reasons[place])),
    CASE ranks[place] WHEN 1 THEN 'review' WHEN 2 THEN 'feedback' ELSE 'status' END,
    CASE ranks[place] WHEN 1 THEN ids[place] END, CASE ranks[place] WHEN 2 THEN ids[place] END::integer,
    CASE WHEN round.n = max(round.n) OVER (PARTITION BY turing_task_id) THEN ${AWAITS} END
  FROM round
  JOIN core.task USING (turing_task_id)
  LEFT JOIN (SELECT DISTINCT turing_task_id FROM core.task_review) AS reviewed USING (turing_task_id)
  CROSS JOIN LATERAL (
    SELECT (skipped + at)::integer AS place
    FROM generate_series(1, length(part)) AS at
    WHERE substr(part, at, 1) = ANY (CASE WHEN part ~ '[VW]' THEN '{V,W}'::text[] ELSE '{A}' END)
    ORDER BY ranks[skipped + at] = 3, at
    LIMIT 1
  ) AS deciding
  WHERE part ~ '[AVW]'`;

const rowOf = (row: string): string => sql`
  CASE WHEN ${row}.project_id IS NOT NULL THEN to_jsonb(${row}) - 'turing_task_id' - 'n' END`;

/** The rounds that differ. */
export const wrongRounds = sql`
  SELECT 'core.task_round' AS table,
    json_build_object('turing_task_id', turing_task_id, 'n', n) AS key,
    ${rowOf('stored')} AS stored, ${rowOf('counted')} AS counted
  FROM (SELECT ${ROUND_COLUMNS} FROM core.task_round) AS stored
  FULL JOIN (${ROUNDS}) AS counted (${ROUND_COLUMNS}) USING (turing_task_id, n)
  WHERE to_jsonb(stored) IS DISTINCT FROM to_jsonb(counted)`;
