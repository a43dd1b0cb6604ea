import BellIcon from '~icons/ic/outline-notifications';
import { Alert as Note, Button, Card, Skeleton } from '@mui/material';
import type { Alert } from '@portal/contracts/alerts';
import { idParamSchema } from '@portal/contracts/scalars';
import { MANAGES_STATS } from '@portal/domain/custom-stats';
import { useParams } from 'react-router';
import { z } from 'zod';
import { urlParam, useUrlState } from '../../lib/url-state';
import { useMay } from '../../session/permissions';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { lazyPart } from '../../ui/lazy-part';
import { Columns } from '../../ui/layout';
import { LoadError } from '../../ui/load-error';
import { MessagePanel } from '../../ui/message-panel';
import { PageHeader } from '../../ui/page-header';
import { QueryView } from '../../ui/query-view';
import { AlertCard } from './alert-card';
import { useAlerts, useDeleteAlert } from './api';

const AlertDialog = lazyPart(() => import('./alert-dialog'));
const PARAMS = { alert: urlParam(z.coerce.number().int(), null) };
const FAILED = 'Failed to load the alerts';

/** The alerts of the project in the URL. */
export function AlertsPage() {
  const parsed = idParamSchema.safeParse(useParams()['projectId']);
  if (parsed.success) return <Alerts key={parsed.data} projectId={parsed.data} />;
  return <Note severity="info">Please select a project from the sidebar to view its alerts.</Note>;
}

function Alerts({ projectId }: { projectId: number }) {
  const query = useAlerts(projectId);
  const mayManage = useMay()(MANAGES_STATS);
  const remove = useDeleteAlert(projectId);
  const [{ alert: opened }] = useUrlState(PARAMS);
  const { dialog, open, confirm } = useDialog();
  const edit = (alert?: Alert) =>
    open((onClose) => <AlertDialog {...{ projectId, onClose, ...(alert && { alert }) }} />);
  const { data, error, errorUpdatedAt } = query;
  return (
    <>
      <PageHeader
        title="Alerts"
        subtitle="They look at statistics and numbers of the project, and tell people."
        actions={
          mayManage && (
            <Button size="small" variant="contained" onClick={() => edit()}>
              New alert
            </Button>
          )
        }
      />
      {data && <LoadError error={error} at={errorUpdatedAt} fallback={FAILED} />}
      <QueryView
        query={query}
        pending={<Skeleton variant="rounded" height={160} />}
        failed={FAILED}
      >
        {(alerts) =>
          alerts.length === 0 ? (
            <Card>
              <MessagePanel
                icon={BellIcon}
                title="No alerts"
                detail={
                  mayManage
                    ? 'An alert tells people when a number is over its limit.'
                    : 'A project administrator can make them.'
                }
              />
            </Card>
          ) : (
            // An open history makes its own card longer, not the one beside it.
            <Columns columns={{ lg: 2 }} gap={2} sx={{ alignItems: 'start' }}>
              {alerts.map((alert) => (
                <AlertCard
                  key={alert.id}
                  alert={alert}
                  isOpen={alert.id === opened}
                  mayManage={mayManage}
                  onEdit={() => edit(alert)}
                  onDelete={() =>
                    confirm({
                      title: 'Delete this alert?',
                      text: `'${alert.name}', its states and its history are deleted.`,
                      confirm: 'Delete',
                      onConfirm: () => remove.mutate(alert),
                    })
                  }
                />
              ))}
            </Columns>
          )
        }
      </QueryView>
      {dialog}
    </>
  );
}
