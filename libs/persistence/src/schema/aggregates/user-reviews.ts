import { sql } from '../../sql.js';

/**
 * One row per review, also for tasks without a user. Not analysed here: statistics of an empty
 * table would make the cached plans of the triggers read the whole table.
 */
const userReview = sql`
CREATE TABLE agg.user_review (
  turing_task_id   bigint NOT NULL,
  turing_review_id bigint NOT NULL,
  user_email       text COLLATE "C",
  submitted_at     timestamptz,
  PRIMARY KEY (turing_task_id, turing_review_id)
);
CREATE INDEX user_review_submitted ON agg.user_review (user_email, submitted_at, turing_task_id);
`;

const KEY = 'turing_task_id, turing_review_id';
const MIRRORED = `${KEY}, submitted_at`;

const remove = (keys: string): string => sql`
  WITH went AS MATERIALIZED (${keys})
  DELETE FROM agg.user_review AS known
  USING went
  WHERE known.turing_task_id = went.turing_task_id
    AND known.turing_review_id = went.turing_review_id;`;

const store = (reviews: string): string => sql`
  WITH came AS MATERIALIZED (${reviews})
  INSERT INTO agg.user_review (${MIRRORED}, user_email)
  SELECT came.*, (SELECT user_email FROM core.task WHERE turing_task_id = came.turing_task_id)
  FROM came
  ON CONFLICT (${KEY}) DO UPDATE
  SET submitted_at = excluded.submitted_at, user_email = excluded.user_email;`;

const move = sql`
  WITH moved AS MATERIALIZED (
    SELECT turing_task_id, user_email FROM new_rows
    EXCEPT SELECT turing_task_id, user_email FROM old_rows
  )
  UPDATE agg.user_review AS known SET user_email = moved.user_email
  FROM moved WHERE known.turing_task_id = moved.turing_task_id;`;

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
${userReview}
${triggerFunction('user_reviews_came', store(sql`SELECT ${MIRRORED} FROM new_rows`))}
${triggerFunction('user_reviews_went', remove(sql`SELECT ${KEY} FROM old_rows`))}
${triggerFunction(
  'user_reviews_changed',
  remove(sql`SELECT ${KEY} FROM old_rows EXCEPT SELECT ${KEY} FROM new_rows`) +
    store(sql`SELECT ${MIRRORED} FROM new_rows EXCEPT SELECT ${MIRRORED} FROM old_rows`),
)}
${triggerFunction('user_reviews_moved', move)}

CREATE TRIGGER user_reviews_insert AFTER INSERT ON core.task_review
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.user_reviews_came();

CREATE TRIGGER user_reviews_update AFTER UPDATE ON core.task_review
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.user_reviews_changed();

CREATE TRIGGER user_reviews_delete AFTER DELETE ON core.task_review
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.user_reviews_went();

CREATE TRIGGER user_reviews_move AFTER UPDATE ON core.task
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION agg.user_reviews_moved();
`;
