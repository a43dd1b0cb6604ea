import { sql } from '../../sql.js';
import { statementTriggers } from '../statement-triggers.js';

const KEY = 'turing_task_id, turing_review_id';
const MIRRORED = `${KEY}, submitted_at`;

/*
 * Each statement visits rows in proportion to what changed, whatever the planner's statistics say: it
 * looks up a list of tasks by index, and what each row is to be by key.
 */
const removeOf = (tasks: string): string => sql`
  DELETE FROM agg.user_review AS known
  WHERE turing_task_id = ANY (ARRAY(${tasks}))
    AND NOT EXISTS (
      SELECT FROM core.task_review AS review
      WHERE review.turing_task_id = known.turing_task_id
        AND review.turing_review_id = known.turing_review_id
      OFFSET 0);`;

const userOf = (review: string): string =>
  sql`(SELECT user_email FROM core.task WHERE turing_task_id = ${review}.turing_task_id)`;

const store = (reviews: string): string => sql`
  WITH came AS MATERIALIZED (${reviews})
  INSERT INTO agg.user_review (${MIRRORED}, user_email)
  SELECT came.*, ${userOf('came')}
  FROM came
  ON CONFLICT (${KEY}) DO UPDATE
  SET submitted_at = excluded.submitted_at, user_email = excluded.user_email;`;

const move = sql`
  UPDATE agg.user_review AS known SET user_email = ${userOf('known')}
  WHERE turing_task_id = ANY (ARRAY(
    SELECT turing_task_id
    FROM (
      SELECT turing_task_id, user_email FROM new_rows
      EXCEPT SELECT turing_task_id, user_email FROM old_rows
    ) AS moved));`;

/** Plans are cached per session and may have been made for a single row: each one uses an index. */
const triggerFunction = (name: string, body: string): string => sql`
CREATE FUNCTION agg.${name}() RETURNS trigger
LANGUAGE plpgsql SET jit = off SET work_mem = '64MB' SET enable_seqscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  ${body}
  RETURN NULL;
END $$;
`;

/**
 * Triggers fire in the order of their names, these after the ones that lock the tasks: no other
 * transaction can change a task or its user until the commit.
 */
export const userReviews = sql`
${triggerFunction('user_reviews_came', store(sql`SELECT ${MIRRORED} FROM new_rows`))}
${triggerFunction('user_reviews_went', removeOf(sql`SELECT turing_task_id FROM old_rows`))}
${triggerFunction(
  'user_reviews_changed',
  removeOf(sql`
    SELECT turing_task_id
    FROM (SELECT ${KEY} FROM old_rows EXCEPT SELECT ${KEY} FROM new_rows) AS went`) +
    store(sql`SELECT ${MIRRORED} FROM new_rows EXCEPT SELECT ${MIRRORED} FROM old_rows`),
)}
${triggerFunction('user_reviews_moved', move)}

${statementTriggers('core.task_review', 'user_reviews', { insert: 'agg.user_reviews_came', update: 'agg.user_reviews_changed', delete: 'agg.user_reviews_went' })}

CREATE TRIGGER user_reviews_move AFTER UPDATE ON core.task
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.user_reviews_moved();
`;
