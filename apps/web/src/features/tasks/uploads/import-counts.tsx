import type { ImportCounts, ImportSummary } from '@portal/contracts/imports';
import { Card, Typography } from '@mui/material';
import { formatCount } from '../../../lib/format';
import { undoCounts } from './undo/undo-text';
import { Columns } from '../../../ui/layout';

/** The counts of an import, or those that an unconfirmed one would have; null until they are known. */
export function countsOf({
  tasks_imported: counts,
  would_import: would,
}: Pick<ImportSummary, 'tasks_imported' | 'would_import'>): ImportCounts | null {
  return counts ?? would;
}

/** Counts of an import, an undo or a dry run, or those that an import would have; nothing until they are known. */
export function ImportCountTiles({ summary }: { summary: ImportSummary }) {
  if (summary.undoes !== null)
    return summary.status === 'completed' && <UndoTiles undo={summary} />;
  const counts = countsOf(summary);
  if (counts === null) return null;
  const tiles = [
    { label: 'Insert', value: counts.insert, color: 'success.main' },
    { label: 'Update', value: counts.update, color: 'info.main' },
    { label: 'Unchanged', value: counts.unchanged, color: 'text.primary' },
    { label: 'Newer than their row', value: summary.older_count, color: 'warning.main' },
    { label: 'Contradict the portal', value: summary.conflict_count, color: 'warning.main' },
    { label: 'Delivery batches', value: counts.delivery_batches, color: 'text.primary' },
  ];
  return <CountTiles tiles={tiles} />;
}

function UndoTiles({ undo }: { undo: ImportSummary }) {
  const { putBack, madeAgain, removed, kept, impossible } = undoCounts(undo);
  const tiles = [
    { label: 'Put back', value: putBack, color: 'info.main' },
    { label: 'Removed', value: removed, color: 'error.main' },
    { label: 'Made again', value: madeAgain, color: 'success.main', isRare: true },
    { label: 'Kept because newer', value: kept, color: 'warning.main' },
    { label: 'Kept, batch gone', value: impossible, color: 'warning.main', isRare: true },
  ];
  return <CountTiles tiles={tiles.filter(({ value, isRare }) => !isRare || value > 0)} />;
}

interface Tile {
  readonly label: string;
  readonly value: number;
  /** Of a value that is not 0. */
  readonly color: string;
}

/** Numbers with their names in a row of boxes. */
function CountTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <Columns
      component="dl"
      columns={{ xs: 2, sm: ['repeat(auto-fit, minmax(132px, 1fr))'] }}
      gap={1.5}
      sx={{ '& > :last-child:nth-of-type(odd)': { gridColumn: { xs: 'span 2', sm: 'auto' } } }}
    >
      {tiles.map(({ label, value, color }) => (
        <Card key={label} sx={{ p: 1.75, bgcolor: 'surface.sunken' }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography
            component="dd"
            variant="h2"
            sx={{ color: value > 0 ? color : 'text.secondary' }}
          >
            {formatCount(value)}
          </Typography>
        </Card>
      ))}
    </Columns>
  );
}

/** The counts as a sentence: '12 inserted, 3 updated, 4 unchanged, 2 delivery batches'. */
export function countsText(counts: ImportCounts): string {
  const { insert, update, unchanged, delivery_batches: deliveries } = counts;
  if (insert + update + unchanged === 0) return 'The file holds no tasks';
  return [
    `${formatCount(insert)} inserted`,
    `${formatCount(update)} updated`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(deliveries)} delivery ${deliveries === 1 ? 'batch' : 'batches'}`,
  ].join(', ');
}

/** '995 errors in rows that were skipped, 3 warnings' of a completed import; '' without issues. */
export function issuesText({ error_count: errors, warning_count: warnings }: IssueCounts): string {
  const parts = [];
  if (errors > 0) parts.push(`${counted(errors, 'error')} in rows that were skipped`);
  if (warnings > 0) parts.push(counted(warnings, 'warning'));
  return parts.join(', ');
}

type IssueCounts = Pick<ImportSummary, 'error_count' | 'warning_count'>;

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}
