import { sql } from '../../sql.js';

/**
 * The evaluation of an alert notifies each user whom the alert names, if the user may see the alert. It also notifies
 * the Slack channel of the alert.
 */
export const ofAlerts = sql`
CREATE FUNCTION core.may_see_alert(asked_alert integer, asked_user integer) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM core.alert
    LEFT JOIN core.custom_stat AS stat ON stat.id = alert.stat_id
    JOIN core.user_grant AS held ON held.user_id = asked_user AND held.project_id IN (0, alert.project_id)
    WHERE alert.id = asked_alert AND (
      held.permissions && ARRAY['full-access', 'admin-view', 'project-admin', 'project-manage']
      OR (stat.is_active AND stat.audience = 'members')
      OR ((stat.is_active OR alert.number IS NOT NULL) AND held.permissions && ARRAY['pod-info-public-view'])));
END $$;

COMMENT ON FUNCTION core.may_see_alert(integer, integer) IS
  'Whether the user sees the alert, as visibility/rows.ts says it of a caller';

CREATE FUNCTION core.tell_alert(told_alert integer, told_project integer, subject jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core.tell_webhooks(told_project, 'alert.changed', jsonb_strip_nulls(jsonb_build_object(
    'alert_ids', jsonb_build_array(told_alert), 'things', 1, 'fired', subject -> 'fired', 'still', subject -> 'still',
    'recovered', subject -> 'recovered', 'lost', subject -> 'lost', 'revision', core.revision_of(told_project),
    'import_id', nullif(subject -> 'import_id', 'null'))));
  INSERT INTO core.notification (id, slack_channel, project_id, kind, things, subject)
  SELECT core.hashed_id(core.deed() || '/alert/' || slack_channel), slack_channel, told_project, 'alert', 1,
    jsonb_strip_nulls(subject)
  FROM core.alert WHERE id = told_alert AND slack_channel IS NOT NULL;
  PERFORM core.tell('alert', coalesce(jsonb_agg(jsonb_build_object(
    'user_id', told.id, 'project_id', told_project, 'things', 1, 'subject', jsonb_strip_nulls(subject))), '[]'))
  FROM (
    SELECT app_user.id FROM core.alert JOIN core.app_user ON app_user.id = ANY (alert.user_ids)
    WHERE alert.id = told_alert
    UNION
    SELECT given.user_id FROM core.alert
    JOIN core.user_role AS given ON given.role_id = ANY (alert.role_ids) AND given.project_id IN (0, told_project)
    WHERE alert.id = told_alert
    UNION
    SELECT app_user.id FROM core.alert
    JOIN core.pod ON pod.id = ANY (alert.pod_ids) AND pod.project_id = told_project
    JOIN core.pod_member AS member ON member.pod_name = pod.name
    JOIN core.app_user ON app_user.email = member.user_email
    WHERE alert.id = told_alert
  ) AS told
  WHERE core.may_see_alert(told_alert, told.id);
END $$;
`;
