import { EMAIL_PAUSE_SECONDS, MAX_TOLD_IDS } from '@portal/contracts/notifications';
import { sql } from '../../sql.js';

const deed = sql`
CREATE FUNCTION core.deed() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  deed text := nullif(current_setting('portal.deed', true), '');
BEGIN
  IF deed IS NULL THEN deed := set_config('portal.deed', gen_random_uuid()::text, true); END IF;
  RETURN deed;
END $$;

COMMENT ON FUNCTION core.deed() IS 'Names the current transaction, also after a restore elsewhere';

CREATE FUNCTION core.hashed_id(of text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT overlay(overlay(md5(of) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid
$$;

COMMENT ON FUNCTION core.hashed_id(text) IS 'A UUID of version 8, made from a hash';

CREATE FUNCTION core.notification_id(kind text, told integer) RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
  RETURN core.hashed_id(core.deed() || '/' || kind || '/' || told);
END $$;

COMMENT ON FUNCTION core.notification_id(text, integer) IS
  'The only notification of this kind that the current transaction has for the user';

CREATE FUNCTION core.is_told() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (core.acting_user() IS NOT NULL OR coalesce(current_setting('portal.import', true), '') <> '')
    AND coalesce(current_setting('portal.deletes_project', true), '') <> 'on';
END $$;

COMMENT ON FUNCTION core.is_told() IS
  'Whether the current transaction is the deed of a person or an import; nobody is told of what operators do by psql';
`;

const tell = sql`
CREATE FUNCTION core.join_subjects(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT one || other || coalesce((
    SELECT jsonb_object_agg(key, (
      SELECT jsonb_agg(part) FROM (
        SELECT DISTINCT part FROM jsonb_array_elements((one -> key) || value) AS parts (part)
        ORDER BY part LIMIT ${MAX_TOLD_IDS}
      ) AS kept))
    FROM jsonb_each(other)
    WHERE jsonb_typeof(value) = 'array' AND one ? key), '{}')
$$;

CREATE FUNCTION core.tell(kind text, told jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  file CONSTANT uuid := nullif(current_setting('portal.import', true), '');
  author CONSTANT integer := coalesce(
    core.acting_user(), (SELECT uploaded_by FROM core.task_import WHERE id = file));
  more CONSTANT jsonb := jsonb_strip_nulls(jsonb_build_object('by', core.acting_user(), 'import_id', file));
BEGIN
  -- Each look-up is by a key: the settings of a caller that joins by hashes do not reach it.
  INSERT INTO core.notification AS stored (id, user_id, project_id, kind, things, subject)
  SELECT core.notification_id(tell.kind, one.user_id), one.user_id,
    (SELECT id FROM core.project WHERE id = one.project_id), tell.kind, one.things, one.subject || more
  FROM jsonb_to_recordset(told) AS one (user_id integer, project_id integer, things integer, subject jsonb)
  WHERE (SELECT is_active FROM core.app_user WHERE id = one.user_id)
    AND (one.user_id IS DISTINCT FROM author OR tell.kind = 'import')
  ON CONFLICT (id) DO UPDATE SET
    things = stored.things + excluded.things,
    project_id = CASE WHEN stored.project_id = excluded.project_id THEN stored.project_id END,
    subject = core.join_subjects(stored.subject, excluded.subject);
END $$;

COMMENT ON FUNCTION core.tell(text, jsonb) IS
  'Writes what the current transaction tells: one row for each user and kind, and none about a deed of their own';

CREATE FUNCTION core.tell_one(kind text, told integer, project integer, subject jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF told IS NULL OR NOT core.is_told() THEN RETURN; END IF;
  PERFORM core.tell(kind, jsonb_build_array(jsonb_build_object(
    'user_id', told, 'project_id', project, 'things', 1, 'subject', subject)));
END $$;

CREATE FUNCTION core.announce_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('portal_notifications', user_id::text)
  FROM (SELECT DISTINCT user_id FROM new_rows WHERE user_id IS NOT NULL) AS told;
  RETURN NULL;
END $$;

CREATE FUNCTION core.queue_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO core.notification_delivery (notification_id, channel, due_at)
  SELECT id, channel, clock_timestamp() + pause
  FROM new_rows CROSS JOIN (VALUES
    ('slack', interval '0'), ('email', interval '${EMAIL_PAUSE_SECONDS} seconds')) AS channels (channel, pause)
  WHERE channel = 'slack' OR slack_channel IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER queue_deliveries AFTER INSERT ON core.notification
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.queue_deliveries();

CREATE TRIGGER announce_insert AFTER INSERT ON core.notification
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.announce_notifications();

CREATE TRIGGER announce_update AFTER UPDATE ON core.notification
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION core.announce_notifications();
`;

/** Writes notifications, whatever they tell of, and announces them at the commit to the servers. */
export const tellOne = [deed, tell].join('\n\n');
