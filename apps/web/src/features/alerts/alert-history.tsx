import { Box, Link as MuiLink, Skeleton, Typography } from '@mui/material';
import type { Alert, AlertHistory } from '@portal/contracts/alerts';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';
import { QueryView } from '../../ui/query-view';
import { TintedChip } from '../../ui/tinted-chip';
import { useAlertHistory } from './api';
import { STATE_COLORS, STATE_WORDS, valueWords } from './words';

/** The last changes of the states of an alert. */
export function AlertHistoryList({ alert }: { alert: Alert }) {
  return (
    <QueryView
      query={useAlertHistory(alert)}
      pending={<Skeleton variant="rounded" height={80} />}
      failed="Failed to load the history"
    >
      {({ items }) =>
        items.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            Nothing has changed yet.
          </Typography>
        ) : (
          <Box component="ul" aria-label="History">
            {items.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </Box>
        )
      }
    </QueryView>
  );
}

function Change({ change }: { change: AlertHistory['items'][number] }) {
  const { at, key, state, value, reason, import_id, import_name, by } = change;
  return (
    <Row component="li" wrap gap={1} sx={{ py: 0.75 }}>
      <TintedChip label={STATE_WORDS[state]} color={STATE_COLORS[state]} />
      <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere' }}>
        {[key, value === null ? null : valueWords(value), reason]
          .filter((part) => part !== null)
          .join(' · ')}
      </Typography>
      <Typography variant="body2" component="span" color="textSecondary">
        <Instant at={at} />
        {by !== null && `, after a change by ${by}`}
        {import_id !== null && (
          <>
            , after the import of{' '}
            <MuiLink component={Link} to={paths.adminImport(import_id)}>
              {import_name ?? 'a file'}
            </MuiLink>
          </>
        )}
      </Typography>
    </Row>
  );
}
