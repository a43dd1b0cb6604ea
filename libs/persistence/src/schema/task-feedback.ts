import { sql } from '../sql.js';

/**
 * Feedback changes its task: so readers of the feed of changes hear of it, open pages follow, an archived project
 * refuses, and an import that the task came from cannot be undone over it. When it was read changes nothing.
 */
export const taskFeedback = sql`
CREATE FUNCTION core.stamp_task_of_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE core.task SET changed_in = pg_current_xact_id()
  WHERE turing_task_id = CASE TG_OP WHEN 'DELETE' THEN OLD.turing_task_id ELSE NEW.turing_task_id END;
  RETURN NULL;
END $$;

CREATE TRIGGER stamp_task AFTER INSERT OR DELETE OR UPDATE OF author_email, words, is_rework, reasons, withdrawn_at, appeal
ON core.task_feedback FOR EACH ROW EXECUTE FUNCTION core.stamp_task_of_feedback();
`;
