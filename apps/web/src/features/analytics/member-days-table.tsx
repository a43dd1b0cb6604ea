import { TableSortLabel, Typography } from '@mui/material';
import type { Days } from '@portal/domain/periods';
import { formatCount, plural } from '../../lib/format';
import { PlainTable, type PlainColumn } from '../../tables/plain-table';
import { DayBars } from './day-bars';
import type { MemberDays } from './member-days';
import { CompletedTasks, Member } from './member-rows';
import { METRIC_LABELS, type MemberOrder, type Metric } from './team-params';

interface MemberDaysTableProps {
  /** In the order. */
  members: readonly MemberDays[];
  metric: Metric;
  order: MemberOrder;
  onOrder: (order: MemberOrder) => void;
  /** What the change is against. */
  against: string;
  /** The page of a member; null if the user may not open it. */
  linkTo: (email: string) => string | null;
  /** The days of the total. */
  days: Days;
  /** The days of the bars. */
  dates: readonly string[];
}

/** A row per member: the days as bars on one scale, the total and its change. */
export function MemberDaysTable(props: MemberDaysTableProps) {
  const { members, metric } = props;
  return (
    <>
      <Typography variant="subtitle1" component="h3" sx={{ mt: 2, mb: 0.5 }}>
        {plural(members.length, 'member', 'members')}
      </Typography>
      <PlainTable
        label={`${METRIC_LABELS[metric]} per member and day`}
        columns={columnsOf(props)}
        rows={members}
        rowKey={({ email }) => email}
        rowSx={{ position: 'relative' }}
        sx={tableSx}
      />
    </>
  );
}

/** On a phone the name has the place of the picture, and only the order has its arrow. */
const tableSx = {
  tableLayout: 'fixed',
  '& .MuiAvatar-root': { display: { xs: 'none', sm: 'flex' } },
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
    display: { xs: 'none', sm: 'block' },
  },
} as const;

/** The order that a first click on a head gives, and the other one. */
const ORDERS = {
  name: ['name_asc', 'name_desc'],
  total: ['total_desc', 'total_asc'],
  change: ['change_asc', 'change_desc'],
} as const;

function columnsOf(props: MemberDaysTableProps): PlainColumn<MemberDays>[] {
  const { members, metric, order, onOrder, against, linkTo, days, dates } = props;
  const most = members.reduce(
    (high, { values }) => values.reduce<number>((top, value) => Math.max(top, value ?? 0), high),
    1,
  );
  const sortable = (by: keyof typeof ORDERS, text: string) => {
    const [first, second] = ORDERS[by];
    const isActive = order === first || order === second;
    const direction: 'asc' | 'desc' = order.endsWith('_asc') ? 'asc' : 'desc';
    return {
      head: (
        <TableSortLabel
          active={isActive}
          direction={isActive ? direction : 'desc'}
          onClick={() => onOrder(order === first ? second : first)}
        >
          {text}
        </TableSortLabel>
      ),
      sorted: isActive ? direction : undefined,
    };
  };
  return [
    {
      ...sortable('name', 'Member'),
      cell: (member) => <Member member={member} to={linkTo(member.email)} />,
      sx: { px: 1, '&.MuiTableCell-body': { py: 0.5 } },
    },
    {
      head: 'Days',
      cell: (member) => <DayBars {...{ member, dates, most, metric }} />,
      sx: { width: { xs: 68, sm: '34%' }, px: { xs: 0.5, sm: 1 } },
    },
    {
      ...sortable('total', 'Total'),
      cell: (member) => (
        <CompletedTasks
          member={member}
          count={member.total}
          period={metric === 'tasks' ? { days } : undefined}
        />
      ),
      numeric: true,
      sx: {
        width: { xs: 62, sm: 104 },
        px: { xs: 0.5, sm: 1 },
        '&.MuiTableCell-body': { fontWeight: 650 },
      },
    },
    {
      ...sortable('change', 'Change'),
      title: against,
      cell: ({ change }) => changeText(change),
      numeric: true,
      sx: { width: { xs: 60, sm: 112 }, px: { xs: 0.5, sm: 1 } },
    },
  ];
}

function changeText(change: number | null): string {
  if (change === null) return '';
  if (change === 0) return '0';
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}
