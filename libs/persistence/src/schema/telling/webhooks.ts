import { sql } from '../../sql.js';

const tellWebhooks = sql`
CREATE FUNCTION core.has_webhooks(wanted text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM core.webhook WHERE is_enabled AND wanted = ANY (types));
END $$;

COMMENT ON FUNCTION core.has_webhooks(text) IS
  'Whether any project has a webhook for events of this type, to ask before such events are collected';

CREATE FUNCTION core.tell_webhooks(told_project integer, event_type text, payload jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  event uuid;
BEGIN
  IF coalesce(current_setting('portal.deletes_project', true), '') = 'on'
    OR NOT EXISTS (
      SELECT FROM core.webhook
      WHERE project_id = told_project AND is_enabled AND event_type = ANY (types))
    OR (SELECT archived_at IS NOT NULL FROM core.project WHERE id = told_project) THEN
    RETURN;
  END IF;
  event := core.hashed_id(core.deed() || '/webhook/' || event_type || '/' || told_project);
  INSERT INTO core.webhook_event AS stored (id, project_id, type, payload)
  VALUES (event, told_project, event_type, tell_webhooks.payload)
  ON CONFLICT (id) DO UPDATE SET payload =
    core.join_subjects(stored.payload, excluded.payload) || jsonb_strip_nulls(jsonb_build_object(
      'things', (stored.payload ->> 'things')::bigint + (excluded.payload ->> 'things')::bigint));
  INSERT INTO core.webhook_delivery (event_id, webhook_id)
  SELECT event, id FROM core.webhook
  WHERE project_id = told_project AND is_enabled AND event_type = ANY (types)
  ON CONFLICT DO NOTHING;
END $$;

COMMENT ON FUNCTION core.tell_webhooks(integer, text, jsonb) IS
  'Writes an event of the current transaction for the webhooks of a project; several of one type are one, with their arrays joined and their things added up';
`;

/** What waits for a webhook that is disabled goes nowhere; those who administer the project are told why. */
const disabling = sql`
CREATE FUNCTION core.drop_of_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE core.webhook_delivery SET state = 'dropped' WHERE webhook_id = NEW.id AND state = 'waiting';
  RETURN NULL;
END $$;

CREATE TRIGGER drop_waiting AFTER UPDATE OF is_enabled ON core.webhook
FOR EACH ROW WHEN (OLD.is_enabled AND NOT NEW.is_enabled) EXECUTE FUNCTION core.drop_of_webhook();

CREATE FUNCTION core.begin_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.told_revision := core.revision_of(NEW.project_id);
  NEW.failing_since := NULL;
  NEW.disabled_reason := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER begin_insert BEFORE INSERT ON core.webhook
FOR EACH ROW EXECUTE FUNCTION core.begin_webhook();

CREATE TRIGGER begin_update BEFORE UPDATE OF is_enabled ON core.webhook
FOR EACH ROW WHEN (NEW.is_enabled AND NOT OLD.is_enabled) EXECUTE FUNCTION core.begin_webhook();

CREATE FUNCTION core.tell_of_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell('webhook', (
    SELECT jsonb_agg(jsonb_build_object('user_id', user_id, 'project_id', NEW.project_id, 'things', 1,
      'subject', jsonb_build_object('webhook_ids', jsonb_build_array(NEW.id))))
    FROM (
      SELECT DISTINCT user_id FROM core.user_grant
      WHERE project_id IN (0, NEW.project_id) AND permissions && '{project-admin,full-access}'
    ) AS admins));
  RETURN NULL;
END $$;

CREATE TRIGGER tell_disabled AFTER UPDATE OF is_enabled ON core.webhook
FOR EACH ROW WHEN (OLD.is_enabled AND NOT NEW.is_enabled AND NEW.disabled_reason IS NOT NULL)
EXECUTE FUNCTION core.tell_of_webhook();
`;

/** Events for other systems, written in the transaction of what they tell of. */
export const webhooks = [tellWebhooks, disabling].join('\n\n');
