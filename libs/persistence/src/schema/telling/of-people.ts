import { sql } from '../../sql.js';

const reviewing = sql`
CREATE FUNCTION core.tell_of_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  trainer integer;
  project integer;
BEGIN
  PERFORM core.tell_webhooks(core.project_of_task(NEW.turing_task_id), 'task.feedback', jsonb_build_object(
    'things', 1, 'task_ids', jsonb_build_array(NEW.turing_task_id), 'feedback_ids', jsonb_build_array(NEW.id)));
  SELECT app_user.id, task.project_id INTO trainer, project
  FROM core.task JOIN core.app_user ON app_user.email = task.user_email
  WHERE task.turing_task_id = NEW.turing_task_id;
  -- That the task came back is told already, and leads to the feedback.
  IF trainer IS NULL OR EXISTS (
    SELECT FROM core.notification WHERE id = core.notification_id('came_back', trainer)) THEN
    RETURN NULL;
  END IF;
  PERFORM core.tell_one('feedback', trainer, project,
    jsonb_build_object('task_ids', jsonb_build_array(NEW.turing_task_id)));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON core.task_feedback
FOR EACH ROW WHEN (core.is_told()) EXECUTE FUNCTION core.tell_of_feedback();

CREATE FUNCTION core.tell_of_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell_one('appeal', (SELECT id FROM core.app_user WHERE email = NEW.author_email),
    core.project_of_task(NEW.turing_task_id),
    jsonb_build_object('task_ids', jsonb_build_array(NEW.turing_task_id)));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_appeal AFTER UPDATE OF appeal ON core.task_feedback
FOR EACH ROW WHEN (core.is_told() AND OLD.appeal IS NULL AND NEW.appeal IS NOT NULL)
EXECUTE FUNCTION core.tell_of_appeal();

CREATE FUNCTION core.tell_of_asking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell_one('claim_asked', NEW.user_id,
    (SELECT project_id FROM core.task WHERE turing_task_id = NEW.turing_task_id),
    jsonb_build_object('task_ids', jsonb_build_array(NEW.turing_task_id)));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_update AFTER UPDATE OF asked_by ON core.review_claim
FOR EACH ROW WHEN (NEW.asked_by IS DISTINCT FROM OLD.asked_by AND NEW.asked_by IS NOT NULL)
EXECUTE FUNCTION core.tell_of_asking();
`;

/** A target of a week that is over is nothing to do any more. */
const targets = sql`
CREATE FUNCTION core.tell_of_target() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.repeats AND NEW.week_end_date < (now() AT TIME ZONE core.reporting_zone())::date THEN
    RETURN NULL;
  END IF;
  PERFORM core.tell_one('target', app_user.id, pod.project_id,
    jsonb_build_object('pod_ids', jsonb_build_array(pod.id)))
  FROM core.pod
  JOIN core.pod_member AS member ON member.pod_name = pod.name
  JOIN core.app_user ON app_user.email = member.user_email
  WHERE pod.name = NEW.pod_name AND member.role = 'trainer'
    AND (NEW.user_email IS NULL OR NEW.user_email = member.user_email);
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON core.pod_weekly_target
FOR EACH ROW WHEN (core.is_told()) EXECUTE FUNCTION core.tell_of_target();

CREATE TRIGGER tell_update AFTER UPDATE ON core.pod_weekly_target
FOR EACH ROW WHEN (core.is_told()
  AND (NEW.daily_tasks_target, NEW.daily_turns_target, NEW.week_start_date, NEW.week_end_date, NEW.repeats)
    IS DISTINCT FROM
    (OLD.daily_tasks_target, OLD.daily_turns_target, OLD.week_start_date, OLD.week_end_date, OLD.repeats))
EXECUTE FUNCTION core.tell_of_target();
`;

const roles = sql`
CREATE FUNCTION core.tell_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM core.tell_one('role', OLD.user_id, OLD.project_id,
      jsonb_build_object('roles_taken', jsonb_build_array(OLD.role_id)));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM core.tell_one('role', NEW.user_id, NEW.project_id,
      jsonb_build_object('roles_given', jsonb_build_array(NEW.role_id)));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OF role_id ON core.user_role
FOR EACH ROW WHEN (core.is_told()) EXECUTE FUNCTION core.tell_of_role();

CREATE FUNCTION core.tell_member(change text, member core.pod_member) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell_one('role', (SELECT id FROM core.app_user WHERE email = member.user_email),
    pod.project_id, jsonb_build_object(change, jsonb_build_array(pod.id)))
  FROM core.pod WHERE pod.name = member.pod_name;
END $$;

-- A pod that is renamed, or an address that is changed, moves nobody.
CREATE FUNCTION core.tell_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT FROM core.pod WHERE name = OLD.pod_name)
      OR NOT EXISTS (SELECT FROM core.app_user WHERE email = OLD.user_email) THEN RETURN NULL; END IF;
    IF (OLD.pod_name, OLD.user_email) = (NEW.pod_name, NEW.user_email) THEN
      PERFORM core.tell_member('pods_changed', NEW);
      RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM core.tell_member('pods_left', OLD); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM core.tell_member('pods_joined', NEW); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_change AFTER INSERT OR DELETE ON core.pod_member
FOR EACH ROW WHEN (core.is_told()) EXECUTE FUNCTION core.tell_of_member();

CREATE TRIGGER tell_update AFTER UPDATE ON core.pod_member
FOR EACH ROW WHEN (core.is_told()
  AND (NEW.pod_name, NEW.user_email, NEW.role) IS DISTINCT FROM (OLD.pod_name, OLD.user_email, OLD.role))
EXECUTE FUNCTION core.tell_of_member();
`;

/** What a person does to the task, claim, target or role of another one. */
export const ofPeople = [reviewing, targets, roles].join('\n\n');
