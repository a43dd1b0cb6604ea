import { Box, Button, Link as MuiLink, Typography } from '@mui/material';
import type { Alert } from '@portal/contracts/alerts';
import { MANAGES_STATS } from '@portal/domain/custom-stats';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { useDialog } from '../../ui/dialogs/use-dialog';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { lazyPart } from '../../ui/lazy-part';
import { TintedChip } from '../../ui/tinted-chip';
import { useAlerts } from './api';
import { STATE_COLORS, STATE_WORDS } from './words';

const AlertDialog = lazyPart(() => import('./alert-dialog'));

interface StatAlertsProps {
  stat: { readonly id: number; readonly project_id: number; readonly name: string };
}

/** The alerts that look at a statistic, below its result. Nothing where there is nothing to see or do. */
export function StatAlerts({ stat: { id, project_id: projectId, name } }: StatAlertsProps) {
  const { data, isError, refetch } = useAlerts(projectId);
  const mayManage = useMay()(MANAGES_STATS);
  const { dialog, open } = useDialog();
  const alerts = (data ?? []).filter(({ stat_id }) => stat_id === id);
  const isFailed = isError && data === undefined;
  if (alerts.length === 0 && !mayManage && !isFailed) return null;
  return (
    <Box
      component="section"
      aria-label={`Alerts of ${name}`}
      sx={{ mt: 1.5, pt: 1, borderTop: 1, borderColor: 'divider' }}
    >
      {alerts.length > 0 && (
        <Box component="ul">
          {alerts.map((alert) => (
            <AlertLine key={alert.id} alert={alert} />
          ))}
        </Box>
      )}
      {isFailed && (
        <Row wrap gap={1}>
          <Typography variant="body2" color="error">
            Failed to load the alerts
          </Typography>
          <Button size="small" onClick={() => void refetch()}>
            Try Again
          </Button>
        </Row>
      )}
      {mayManage && (
        <Button
          size="small"
          aria-label={`Add alert on ${name}`}
          onClick={() => open((onClose) => <AlertDialog {...{ projectId, statId: id, onClose }} />)}
          sx={{ ml: -0.75 }}
        >
          Add alert
        </Button>
      )}
      {dialog}
    </Box>
  );
}

function AlertLine({ alert }: { alert: Alert }) {
  const { id, project_id: projectId, name, state, is_active: isActive, keys } = alert;
  const changed = keys
    .map(({ since }) => since)
    .toSorted()
    .at(-1);
  return (
    <Row component="li" align="flex-start" gap={1} sx={{ py: 0.5 }}>
      <TintedChip
        label={isActive ? STATE_WORDS[state] : 'Not active'}
        color={STATE_COLORS[isActive ? state : 'not_evaluated']}
      />
      <Box sx={{ minWidth: 0 }}>
        <MuiLink
          component={Link}
          variant="body2"
          to={`${paths.projectAlerts(projectId)}?alert=${id}`}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </MuiLink>
        {changed !== undefined && (
          <Typography variant="caption" component="div" color="textSecondary">
            Last change <Instant at={changed} />
          </Typography>
        )}
      </Box>
    </Row>
  );
}
