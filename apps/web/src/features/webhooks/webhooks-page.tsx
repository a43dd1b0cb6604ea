import WebhookIcon from '~icons/ic/outline-webhook';
import { Button, Card, Switch, Typography } from '@mui/material';
import { idParamSchema } from '@portal/contracts/scalars';
import { MAX_WEBHOOKS, type Webhook } from '@portal/contracts/webhooks';
import { useParams } from 'react-router';
import { useOwnProject } from '../../entities/projects/api';
import { paths } from '../../lib/paths';
import { HistoryLink } from '../../lists/list/history-link';
import { BackButton } from '../../ui/back-button';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { FailurePanel } from '../../ui/failure';
import { Instant } from '../../ui/instant';
import { Columns, Row } from '../../ui/layout';
import { MessagePanel } from '../../ui/message-panel';
import { PageHeader } from '../../ui/page-header';
import { PageLoading } from '../../ui/page-loading';
import { QueryView } from '../../ui/query-view';
import { SectionCard } from '../../ui/section-card';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook, useWebhooks } from './api';
import { LogDialog } from './log-dialog';
import { TYPE_NAMES } from './names';
import { RotateDialog } from './rotate-dialog';
import { WebhookDialog } from './webhook-dialog';

/** The webhooks of a project. */
export function WebhooksPage() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  if (!parsed.success) return <FailurePanel level="h1" title="Resource not found" detail="" />;
  return <Webhooks key={parsed.data} projectId={parsed.data} />;
}

function Webhooks({ projectId }: { projectId: number }) {
  const project = useOwnProject(projectId);
  const webhooks = useWebhooks(projectId);
  const { dialog, open } = useDialog();
  const create = (
    <Button
      variant="contained"
      disabled={(webhooks.data?.length ?? 0) >= MAX_WEBHOOKS}
      onClick={() => open((onClose) => <WebhookDialog {...{ projectId, onClose }} />)}
    >
      New webhook
    </Button>
  );
  return (
    <>
      <BackButton to={paths.adminProject(projectId)}>{project?.name ?? 'Project'}</BackButton>
      <PageHeader
        title="Webhooks"
        subtitle="Other systems are told what happens in the project, by Standard Webhooks."
        actions={webhooks.data && webhooks.data.length > 0 && create}
      />
      <QueryView
        query={webhooks}
        pending={<PageLoading />}
        failed="The webhooks could not be loaded"
      >
        {(found) =>
          found.length === 0 ? (
            <Card>
              <MessagePanel
                icon={WebhookIcon}
                title="No webhooks yet"
                detail="A webhook is a URL of another system. The portal sends it ids of what happened, signed with a secret."
                action={create}
              />
            </Card>
          ) : (
            <Columns gap={2}>
              {found.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} />
              ))}
            </Columns>
          )
        }
      </QueryView>
      {dialog}
    </>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { name, url, types } = webhook;
  return (
    <SectionCard title={name} actions={<Enabled webhook={webhook} />}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {url}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        Is told when: {types.map((type) => TYPE_NAMES[type]).join('; ')}.
      </Typography>
      <State webhook={webhook} />
      <Actions webhook={webhook} />
    </SectionCard>
  );
}

function State({ webhook }: { webhook: Webhook }) {
  const { disabled_reason: reason, failing_since: since, waiting } = webhook;
  if (reason !== null) {
    return (
      <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere', mt: 0.5 }}>
        The portal disabled it: {reason}
      </Typography>
    );
  }
  if (since === null) return null;
  return (
    <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere', mt: 0.5 }}>
      Fails since <Instant at={since} />; {waiting} waiting
    </Typography>
  );
}

function Enabled({ webhook }: { webhook: Webhook }) {
  const change = useChangeWebhook();
  return (
    <Switch
      checked={webhook.is_enabled}
      onChange={(_event, is_enabled) => change.mutate({ webhook, is_enabled })}
      slotProps={{ input: { 'aria-label': `Enable ${webhook.name}` } }}
    />
  );
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { name, id, project_id: projectId } = webhook;
  const { dialog, open, confirm } = useDialog();
  const test = useTestWebhook();
  const remove = useDeleteWebhook();
  const action = (label: string, onClick: () => void, isDisabled = false) => (
    <Button size="small" aria-label={`${label}: ${name}`} disabled={isDisabled} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Row wrap gap={0.5} sx={{ mt: 1.5, ml: -0.75 }}>
      {action('Log', () => open((onClose) => <LogDialog {...{ webhook, onClose }} />))}
      {action('Test', () => test.mutate(webhook), !webhook.is_enabled || test.isPending)}
      {action('Edit', () =>
        open((onClose) => <WebhookDialog {...{ projectId, webhook, onClose }} />),
      )}
      {action('New secret', () => open((onClose) => <RotateDialog {...{ webhook, onClose }} />))}
      <HistoryLink entity="webhook" id={id} />
      {action('Delete', () =>
        confirm({
          title: `Delete ${name}?`,
          text: 'Its log goes with it. It cannot be brought back.',
          confirm: 'Delete',
          onConfirm: () => remove.mutate(webhook),
        }),
      )}
      {dialog}
    </Row>
  );
}
