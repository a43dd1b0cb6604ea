import { Link, type Theme } from '@mui/material';
import { PlainTable, type PlainColumn } from '../../tables/plain-table';
import { SegmentBar } from '../segment-bar';
import { formatCount, formatPercent } from '../../lib/format';
import { StatusDot } from '../../ui/status-dot';
import type { StatusRow } from './statuses';
import { Row } from '../../ui/layout';

interface StatusTableProps {
  rows: readonly StatusRow[];
  total: number;
  /** Shows the tasks of a status. */
  onStatus?: ((status: string) => void) | undefined;
}

/** Tasks by status as a table with a total. */
export function StatusTable({ rows, total, onStatus }: StatusTableProps) {
  return (
    <PlainTable
      label="Task status distribution"
      columns={columnsOf(total, onStatus)}
      rows={rows}
      rowKey={({ key }) => key}
      sx={{ '& td, & th': { px: { xs: 1, sm: 2 } } }}
    />
  );
}

function columnsOf(
  total: number,
  onStatus: StatusTableProps['onStatus'],
): PlainColumn<StatusRow>[] {
  return [
    {
      head: 'Status',
      cell: ({ label, color }) => (
        <Row component="span" gap={1.25}>
          <StatusDot style={{ background: color }} />
          {label}
        </Row>
      ),
      foot: 'Total',
      sx: { whiteSpace: 'nowrap' },
    },
    {
      head: 'Count',
      cell: ({ key, label, text }) =>
        onStatus ? (
          <Link
            component="button"
            color="inherit"
            aria-label={`Show tasks: ${label}, ${text}`}
            onClick={() => onStatus(key)}
          >
            {text}
          </Link>
        ) : (
          text
        ),
      foot: formatCount(total),
      numeric: true,
    },
    {
      head: 'Percentage',
      cell: ({ percentage }) => formatPercent(percentage),
      foot: formatPercent(100),
      numeric: true,
    },
    {
      head: 'Progress',
      cell: ({ color, percentage }) => (
        <SegmentBar
          segments={[
            { key: 'part', value: percentage, color },
            { key: 'rest', value: 100 - percentage, color: 'transparent' },
          ]}
        />
      ),
      sx: progressSx,
    },
  ];
}

/** Narrow screens have no room for the bars. */
const progressSx = (theme: Theme) => ({
  width: '28%',
  [theme.breakpoints.down('sm')]: { display: 'none' },
});
