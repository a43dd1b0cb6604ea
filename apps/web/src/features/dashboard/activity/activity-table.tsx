import Box from '@mui/material/Box';
import { formatCount, formatDay } from '../../../lib/format';
import { PlainTable, type PlainColumn } from '../../../tables/plain-table';
import { activityTotal, type ActivityRow } from './activity';

const COUNTS = [
  { key: 'completed', head: 'Completed' },
  { key: 'reviewed', head: 'Reviewed' },
  { key: 'inProgress', head: 'In Progress' },
  { key: 'total', head: 'Total Activity' },
] as const;

/** Days with activity, newest first; a total if there is more than one. */
export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  const total = activityTotal(rows);
  const columns: PlainColumn<ActivityRow>[] = [
    {
      head: 'Date',
      cell: ({ date }) => formatDay(date),
      ...(rows.length > 1 && { foot: `Total (${rows.length} days)` }),
      sx: { whiteSpace: 'nowrap' },
    },
    ...COUNTS.map(({ key, head }) => ({
      head,
      cell: (row: ActivityRow) => formatCount(row[key]),
      foot: formatCount(total[key]),
      numeric: true,
    })),
  ];
  return (
    // As high as the card, whatever its rows.
    <Box sx={{ position: 'relative', flex: 1, minHeight: 320 }}>
      <Box sx={{ position: 'absolute', inset: 0, display: 'flex' }}>
        <PlainTable
          label="Activity timeline"
          columns={columns}
          rows={rows}
          rowKey={({ date }) => date}
          maxHeight="100%"
          sx={{ '& .MuiTableCell-root': { px: 1 } }}
        />
      </Box>
    </Box>
  );
}
