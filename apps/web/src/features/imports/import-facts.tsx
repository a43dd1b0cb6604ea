import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ImportSummary } from '@portal/contracts/imports';
import { formatBytes, formatCount, formatDuration } from '../../lib/format';
import { StatusChip } from './status-chip';
import { Instant } from '../../ui/instant';

/** Uploader, file, time and options of an import. */
export function ImportFacts({ summary }: { summary: ImportSummary }) {
  const facts = [
    { name: 'State', value: <StatusChip status={summary.status} /> },
    { name: 'Uploaded by', value: summary.uploaded_by },
    { name: 'Uploaded', value: <Instant at={summary.created_at} /> },
    { name: 'Took', value: tookText(summary) },
    { name: 'Size', value: formatBytes(summary.bytes_total) },
    { name: 'Rows', value: formatCount(summary.rows_total ?? summary.rows_done) },
    {
      name: 'Invalid rows',
      value: summary.on_error === 'skip' ? 'Skipped' : 'Stop the import',
    },
    { name: 'SHA-256', value: summary.sha256 },
  ];
  return (
    <Card
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
        gap: 2.5,
        m: 0,
        p: 2.5,
      }}
    >
      {facts.map(({ name, value }) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Card>
  );
}

function tookText({ started_at, finished_at }: ImportSummary): string {
  if (started_at === null) return 'Not started';
  if (finished_at === null) return 'Under way';
  return formatDuration((Date.parse(finished_at) - Date.parse(started_at)) / 1000);
}
