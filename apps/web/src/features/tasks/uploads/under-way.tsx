import { Box, Button, Card, CardContent, Link, Typography } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { formatBytes, formatCount, plural } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Instant } from '../../../ui/instant';
import { CancelButton, RunningProgress } from './import-running';
import { hasNumbers, type KnownImport } from '../../../live/pushed-imports';
import { MoveMenu } from './queue/move-menu';
import { WaitsForLine } from './queue/waits-for';
import { OptionChips } from './option-chips';
import { useImportsUnderWay } from './api';
import { importTitle } from './undo/undo-text';
import { Columns, Row } from '../../../ui/layout';

/** Every waiting and running import with its live progress; nothing if there is none. */
export function UnderWay() {
  const imports = useImportsUnderWay();
  if (imports.length === 0) return null;
  const waiting = countOf(imports, 'queued');
  const asking = countOf(imports, 'unconfirmed');
  return (
    <Card component="section" aria-labelledby="under-way-heading" sx={{ mt: 3 }}>
      <CardContent>
        <Typography id="under-way-heading" variant="h3" component="h2">
          Under way
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[
            ...(asking > 0
              ? [plural(asking, 'waits for a confirmation', 'wait for a confirmation')]
              : []),
            `${formatCount(imports.length - waiting - asking)} running`,
            `${formatCount(waiting)} waiting`,
          ].join(', ')}
        </Typography>
        <Box component="ul">
          {imports.map((summary) => (
            <Item key={summary.import_id} summary={summary} />
          ))}
        </Box>
      </CardContent>
    </Card>
  );
}

function Item({ summary }: { summary: KnownImport }) {
  const { import_id, undoes, bytes_total, uploaded_by, created_at, error_count } = summary;
  return (
    <Columns
      component="li"
      aria-label={importTitle(summary)}
      gap={1}
      sx={{
        py: 2,
        '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' },
        '&:last-of-type': { pb: 0 },
      }}
    >
      <Row wrap gap={1}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Row gap={1} sx={{ minWidth: 0 }}>
            <Link
              component={RouterLink}
              to={paths.adminImport(import_id)}
              noWrap
              sx={{ fontWeight: 550, minWidth: 0 }}
            >
              {importTitle(summary)}
            </Link>
            <OptionChips summary={summary} />
          </Row>
          <Typography variant="caption" color="textSecondary" component="div">
            {undoes === null ? `${formatBytes(bytes_total)} · uploaded ` : 'asked for '}
            <Instant at={created_at} /> by {uploaded_by}
            {error_count > 0 && ` · ${plural(error_count, 'error', 'errors')} so far`}
          </Typography>
        </Box>
        <Row align="stretch" gap={1}>
          {summary.status === 'unconfirmed' && (
            <Button
              component={RouterLink}
              to={paths.adminImport(import_id)}
              variant="contained"
              size="small"
              aria-label={`Decide about ${importTitle(summary)}`}
            >
              Decide
            </Button>
          )}
          <MoveMenu summary={summary} named />
          <CancelButton summary={summary} named />
        </Row>
      </Row>
      {!hasNumbers(summary) && <RunningProgress summary={summary} />}
      {summary.waits_for && (summary.queue_place !== null || summary.waits_for.confirmation) && (
        <WaitsForLine summary={summary} waitsFor={summary.waits_for} />
      )}
    </Columns>
  );
}

function countOf(imports: readonly ImportSummary[], state: ImportSummary['status']): number {
  return imports.filter(({ status }) => status === state).length;
}
