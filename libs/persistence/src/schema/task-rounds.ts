import { ACCEPTING_REVIEWS, REFUSING_REVIEWS } from '@portal/contracts/constants';
import { sql } from '../sql.js';
import { statementTriggers } from './statement-triggers.js';

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/**
 * What happens to a task, as letters: S is submitted, A accepted, V sent back by a review, W sent back by feedback
 * or by a status. A round is `S*A*W*(VW+)*V?` (ADR 183).
 */
const letters = sql`
CREATE FUNCTION core.status_letter(status text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN status IN ('completed', 'ready_for_review', 'delivered') THEN 'S'
  WHEN status = 'rework' THEN 'W' WHEN status = 'reviewed' THEN 'A' ELSE '' END;

CREATE FUNCTION core.review_letter(status text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN status IN (${list(ACCEPTING_REVIEWS)}) THEN 'A'
  WHEN status IN (${list(REFUSING_REVIEWS)}) THEN 'V' END;
`;

/** How its review began: before its first known change of status, or without any now. */
const firstEvents = sql`
      SELECT 'S' AS letter,
        coalesce(begun.completed_at, CASE begun.status WHEN 'ready_for_review' THEN begun.updated_at END,
          '-infinity') AS at,
        0 AS rank, 0::bigint AS id, NULL::text AS reviewer_email, NULL::numeric AS score,
        '{}'::text[] AS reasons
      WHERE core.status_letter(begun.status) <> ''
      UNION ALL
      SELECT core.status_letter(begun.status),
        least(coalesce(greatest(begun.updated_at, begun.completed_at), 'infinity'), first.at), 3, 0, NULL, NULL, '{}'
      WHERE core.status_letter(begun.status) IN ('A', 'W')`;

const laterEvents = sql`
      SELECT core.review_letter(status), coalesce(submitted_at, 'infinity'), 1, turing_review_id,
        reviewer_email, score, coalesce(reasons, '{}')
      FROM core.task_review AS review
      WHERE review.turing_task_id = affected.id AND core.review_letter(status) IS NOT NULL
      UNION ALL
      SELECT 'W', created_at, 2, feedback.id, author_email, NULL, reasons
      FROM core.task_feedback AS feedback
      WHERE feedback.turing_task_id = affected.id AND is_rework AND withdrawn_at IS NULL
      UNION ALL
      SELECT core.status_letter(became), at, CASE core.status_letter(became) WHEN 'S' THEN 0 ELSE 3 END,
        change.id, actor_email, NULL, '{}'
      FROM core.task_status_change AS change
      WHERE change.turing_task_id = affected.id AND undone_at IS NULL AND core.status_letter(became) <> ''`;

const VALUES = [
  'project_id',
  'submitted_at',
  'ended_at',
  'reviewer_email',
  'verdict',
  'score',
  'reasons',
  'source',
  'turing_review_id',
  'feedback_id',
  'awaits',
] as const;
const of = (row: string): string => VALUES.map((name) => `${row}.${name}`).join(', ');

/**
 * Runs at commit: writes the rounds of the tasks whose verdicts may have changed. Plans are cached per session and
 * may have been made for one task: what is stored is looked up by index, and compared with what is counted by hash.
 */
const writing = sql`
CREATE FUNCTION agg.write_rounds(this_xid xid8) RETURNS void
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' SET enable_seqscan = off
-- agg.flush, which calls it, has hash joins off.
SET enable_hashjoin = on SET enable_nestloop = off SET enable_mergejoin = off AS $$
DECLARE
  affected_tasks bigint[];
BEGIN
  WITH taken AS (
    DELETE FROM agg.pending_round WHERE xid = this_xid RETURNING turing_task_id
  )
  SELECT array_agg(DISTINCT turing_task_id ORDER BY turing_task_id) INTO affected_tasks FROM taken;
  IF affected_tasks IS NULL THEN
    RETURN;
  END IF;

  WITH event AS (
    SELECT affected.id AS turing_task_id, task.project_id, task.status AS task_status, event.*
    FROM unnest(affected_tasks) AS affected (id)
    CROSS JOIN LATERAL (
      SELECT * FROM core.task WHERE task.turing_task_id = affected.id OFFSET 0
    ) AS task
    LEFT JOIN LATERAL (
      SELECT * FROM core.task_status_change AS change
      WHERE change.turing_task_id = affected.id AND undone_at IS NULL
      -- Not by the index of ids alone, which would read the changes of all tasks.
      ORDER BY change.id + 0 LIMIT 1
    ) AS first ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(first.was, task.status) AS status,
        CASE WHEN first.id IS NULL THEN task.completed_at ELSE first.completed_before END AS completed_at,
        CASE WHEN first.id IS NULL THEN task.updated_at ELSE first.updated_before END AS updated_at
    ) AS begun
    CROSS JOIN LATERAL (${firstEvents}
      UNION ALL ${laterEvents}
      OFFSET 0
    ) AS event
  ),
  told AS (
    SELECT *, lag(letter) OVER task AS former
    FROM event
    WINDOW task AS (PARTITION BY turing_task_id ORDER BY at, rank, id)
  ),
  numbered AS (
    SELECT *, count(*) FILTER (
      WHERE former IS NULL OR (letter = 'S' AND former <> 'S')
        OR (letter = 'A' AND former IN ('V', 'W')) OR (letter = 'V' AND former = 'V')
    ) OVER (PARTITION BY turing_task_id ORDER BY at, rank, id) AS n
    FROM told
  ),
  ended AS (
    SELECT DISTINCT ON (turing_task_id, n) turing_task_id, n::smallint AS n, project_id, task_status,
      nullif(begun_at, '-infinity') AS submitted_at, nullif(at, 'infinity') AS ended_at,
      reviewer_email, CASE letter WHEN 'A' THEN 'accepted' ELSE 'rework' END AS verdict, score, reasons,
      CASE rank WHEN 1 THEN 'review' WHEN 2 THEN 'feedback' ELSE 'status' END AS source,
      CASE rank WHEN 1 THEN id END AS turing_review_id,
      CASE rank WHEN 2 THEN id END::integer AS feedback_id
    FROM (
      SELECT *, min(at) FILTER (WHERE letter = 'S') OVER (PARTITION BY turing_task_id, n) AS begun_at
      FROM numbered
    ) AS placed
    WHERE letter <> 'S'
    ORDER BY turing_task_id, n, letter = 'A', rank = 3, at, rank, id
  ),
  counted AS MATERIALIZED (
    SELECT *, CASE WHEN n = max(n) OVER (PARTITION BY turing_task_id) THEN
      CASE WHEN task_status = 'rework' THEN 'rework'
        WHEN task_status IN ('completed', 'ready_for_review') AND NOT EXISTS (
          SELECT FROM core.task_review AS review
          WHERE review.turing_task_id = ended.turing_task_id
          OFFSET 0) THEN 'review' END END AS awaits
    FROM ended
  ),
  gone AS (
    DELETE FROM core.task_round AS stored
    WHERE turing_task_id = ANY (affected_tasks) AND NOT EXISTS (
      SELECT FROM counted
      WHERE counted.turing_task_id = stored.turing_task_id AND counted.n = stored.n)
  )
  INSERT INTO core.task_round AS stored (turing_task_id, n, ${VALUES.join(', ')})
  SELECT turing_task_id, n, ${of('counted')} FROM counted
  ORDER BY turing_task_id, n
  ON CONFLICT (turing_task_id, n) DO UPDATE
  SET ${VALUES.map((name) => `${name} = excluded.${name}`).join(', ')}
  WHERE (${of('stored')}) IS DISTINCT FROM (${of('excluded')});
END $$;
`;

const queue = (tasks: string): string => sql`
  INSERT INTO agg.pending_round
  SELECT DISTINCT pg_current_xact_id(), turing_task_id FROM (${tasks}) AS task;`;

const queueing = (name: string, tasks: string): string => sql`
CREATE FUNCTION agg.${name}() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' AS $$
BEGIN
  ${queue(tasks)}
  RETURN NULL;
END $$;
`;

/** When the new status began: what the file or the edit says, but never before what is known already. */
const changeTime = sql`
      greatest(
        CASE
          WHEN core.status_letter(status) = 'S' AND completed_at IS DISTINCT FROM old_completed_at
            AND completed_at IS NOT NULL THEN completed_at
          WHEN updated_at IS DISTINCT FROM old_updated_at AND updated_at IS NOT NULL THEN updated_at
          ELSE clock_timestamp() END,
        old_completed_at,
        (SELECT max(at) FROM core.task_status_change AS known
          WHERE known.turing_task_id = changed.turing_task_id AND undone_at IS NULL))`;

/**
 * Notes changes of status that matter to rounds, by an import or by a user. An undo notes none: it marks the change that it takes
 * back, and an undo of that undo takes the mark away.
 */
const noting = sql`
CREATE FUNCTION core.is_undo() RETURNS boolean LANGUAGE sql STABLE
RETURN coalesce(current_setting('portal.undoes', true), '') <> '' OR EXISTS (
  SELECT FROM core.task_import
  WHERE id = nullif(current_setting('portal.import', true), '')::uuid AND undoes IS NOT NULL);

CREATE FUNCTION core.note_status_changes() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' SET enable_nestloop = off
SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  this_is_undo CONSTANT boolean := core.is_undo();
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  WITH changed AS MATERIALIZED (
    SELECT turing_task_id, old_task.status AS old_status, old_task.completed_at AS old_completed_at,
      old_task.updated_at AS old_updated_at, new_task.status, new_task.completed_at, new_task.updated_at
    FROM old_rows AS old_task FULL JOIN new_rows AS new_task USING (turing_task_id)
    WHERE (old_task.project_id, old_task.status, old_task.completed_at)
        IS DISTINCT FROM (new_task.project_id, new_task.status, new_task.completed_at)
      OR (old_task.updated_at IS DISTINCT FROM new_task.updated_at
        AND new_task.status IN ('rework', 'reviewed', 'ready_for_review'))
  ),
  queued AS (
    INSERT INTO agg.pending_round SELECT pg_current_xact_id(), turing_task_id FROM changed
  ),
  moved AS MATERIALIZED (
    SELECT * FROM changed
    WHERE old_status IS NOT NULL AND status IS NOT NULL
      AND core.status_letter(old_status) <> core.status_letter(status)
  ),
  taken_back AS (
    UPDATE core.task_status_change AS change
    SET undone_at = CASE WHEN undone_at IS NULL THEN now() END
    WHERE this_is_undo AND change.id = ANY (ARRAY(
      SELECT found.id
      FROM moved
      CROSS JOIN LATERAL (
        SELECT known.id FROM core.task_status_change AS known
        WHERE known.turing_task_id = moved.turing_task_id
          AND CASE WHEN undone_at IS NULL THEN (was, became) = (moved.status, moved.old_status)
            ELSE (was, became) = (moved.old_status, moved.status) END
        ORDER BY undone_at IS NOT NULL, known.id DESC
        LIMIT 1
      ) AS found))
    RETURNING turing_task_id
  )
  INSERT INTO core.task_status_change
    (turing_task_id, was, became, at, completed_before, updated_before, actor_email)
  SELECT turing_task_id, old_status, status, ${changeTime}, old_completed_at, old_updated_at,
    (SELECT email FROM core.app_user WHERE id = core.acting_user())
  FROM moved AS changed
  WHERE NOT EXISTS (
    SELECT FROM taken_back WHERE taken_back.turing_task_id = changed.turing_task_id)
  ORDER BY turing_task_id;
  RETURN NULL;
END $$;

CREATE TRIGGER note_status_changes AFTER UPDATE ON core.task
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.note_status_changes();
`;

const ids = (rows: string): string => sql`SELECT turing_task_id FROM ${rows}`;
const both = `${ids('old_rows')} UNION ALL ${ids('new_rows')}`;

const triggers = sql`
${queueing('rounds_of_tasks', `${ids('new_rows')} WHERE core.status_letter(status) IN ('A', 'W')`)}
${queueing('rounds_came', ids('new_rows'))}
${queueing('rounds_went', ids('old_rows'))}
${queueing('rounds_changed', both)}

CREATE TRIGGER rounds_insert AFTER INSERT ON core.task
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.rounds_of_tasks();

CREATE TRIGGER rounds_delete AFTER DELETE ON core.task
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.rounds_went();

${['task_review', 'task_feedback', 'task_status_change']
  .map((table) =>
    statementTriggers(`core.${table}`, 'rounds', {
      insert: 'agg.rounds_came',
      update: 'agg.rounds_changed',
      delete: 'agg.rounds_went',
    }),
  )
  .join('\n')}
`;

/**
 * The rounds of tasks (ADR 183): whatever changes a task, its reviews, its feedback or its known changes of status
 * queues the task; the commit counts its rounds.
 */
export const taskRounds = sql`
${letters}
${writing}
${noting}
${triggers}
`;
