import { Box, IconButton, LinearProgress, Link, TableCell, TableRow, Tooltip } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import ReplayIcon from '~icons/ic/baseline-replay';
import { formatBytes, formatCount, plural } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { hasNumbers, useIsRunning } from '../../../live/pushed-imports';
import { OptionChips } from './option-chips';
import { StatusChip } from './status-chip';
import { useProgress } from './use-progress';
import { Instant } from '../../../ui/instant';
import { useRunAgain } from './api';
import { importTitle, undoCountsText } from './undo/undo-text';
import { Row } from '../../../ui/layout';

/** Cells that narrow screens hide. */
export const wideOnly = { display: { xs: 'none', md: 'table-cell' } };

/** One import in the list, with live progress. */
export function ImportRow({ summary }: { summary: ImportSummary }) {
  const counts = summary.tasks_imported;
  return (
    <TableRow>
      {/* What the other columns leave: a long name never moves them out of sight. */}
      <TableCell sx={{ maxWidth: 0, minWidth: { md: 112 }, width: '100%' }}>
        <Row wrap gap={1} sx={{ minWidth: 0 }}>
          <Link
            component={RouterLink}
            to={paths.adminImport(summary.import_id)}
            noWrap
            sx={{ fontWeight: 550, minWidth: 0, maxWidth: '100%' }}
          >
            {importTitle(summary)}
          </Link>
          <OptionChips summary={summary} />
        </Row>
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
          {summary.undoes === null ? formatBytes(summary.bytes_total) : undoLine(summary)}
          <Box component="span" sx={{ display: { md: 'none' } }}>
            {' · '}
            <Instant at={summary.created_at} />
          </Box>
        </Box>
      </TableCell>
      <TableCell sx={{ minWidth: 112 }}>
        <StatusChip status={summary.status} />
        {!hasNumbers(summary) && <RowProgress summary={summary} />}
        {hasNumbers(summary) && <RowIssues summary={summary} />}
        <UndoneMark summary={summary} />
      </TableCell>
      <TableCell align="right" sx={wideOnly}>
        {formatCount(summary.rows_total ?? summary.rows_done)}
      </TableCell>
      <TableCell align="right" sx={wideOnly}>
        {counts ? formatCount(counts.insert) : '–'}
      </TableCell>
      <TableCell align="right" sx={wideOnly}>
        {counts ? formatCount(counts.update) : '–'}
      </TableCell>
      <TableCell align="right" sx={wideOnly}>
        {counts ? formatCount(counts.unchanged) : '–'}
      </TableCell>
      <TableCell sx={{ ...wideOnly, whiteSpace: 'nowrap' }}>
        <Instant at={summary.created_at} />
        <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>by {summary.uploaded_by}</Box>
      </TableCell>
      <TableCell align="right">
        <RunAgainButton summary={summary} />
      </TableCell>
    </TableRow>
  );
}

/** What an undo did, in place of the size of a file. */
function undoLine(summary: ImportSummary): string {
  if (!summary.tasks_imported) return 'Undo';
  return undoCountsText(summary);
}

/** How many rows contradict the portal, and how many have errors or warnings. */
function RowIssues({ summary }: RowProps) {
  const {
    error_count: errors,
    warning_count: warnings,
    conflict_count: conflicts,
    undoes,
  } = summary;
  const counts = [
    ...(conflicts > 0 ? [plural(conflicts, 'conflict', 'conflicts')] : []),
    ...(errors > 0 ? [plural(errors, 'error', 'errors')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning', 'warnings')] : []),
  ];
  // Those of an undo are the tasks that it left.
  if (counts.length === 0 || undoes !== null) return null;
  return (
    <Box sx={{ mt: 0.5, color: 'text.secondary', fontSize: '0.75rem' }}>{counts.join(', ')}</Box>
  );
}

interface RowProps {
  summary: ImportSummary;
}

function RowProgress({ summary }: RowProps) {
  const { share } = useProgress(summary);
  return (
    <LinearProgress
      variant="determinate"
      value={Math.floor(share * 100)}
      aria-label={`Progress of ${importTitle(summary)}`}
      sx={{ mt: 0.75, height: 4 }}
    />
  );
}

/** Runs a listed import again while its file is kept; the new import appears in the list. */
function RunAgainButton({ summary }: { summary: ImportSummary }) {
  const { import_id: importId, file_name: name, file_kept_until: keptUntil } = summary;
  const again = useRunAgain(importId);
  if (keptUntil === null) return null;
  return (
    <Tooltip title="Run again">
      <IconButton
        size="small"
        aria-label={`Run ${name} again`}
        loading={again.isPending}
        onClick={() => again.mutate({})}
      >
        <ReplayIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

interface UndoneMarkProps {
  summary: ImportSummary;
}

/** In the list of imports: that one is undone, with a link to its undo; nothing if it is not. */
function UndoneMark({ summary: { undone_by: undoId, file_name: name } }: UndoneMarkProps) {
  const isUnderWay = useIsRunning(undoId);
  if (undoId === null) return null;
  return (
    <Link
      component={RouterLink}
      to={paths.adminImport(undoId)}
      title={`Undo of ${name}`}
      variant="caption"
      sx={{ display: 'block', mt: 0.5 }}
    >
      {isUnderWay ? 'Being undone' : 'Undone'}
    </Link>
  );
}
