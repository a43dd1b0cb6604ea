import { Box, Typography } from '@mui/material';
import { MAX_STATS_DAYS } from '@portal/contracts/constants';
import type { ActivityEntry } from '@portal/contracts/dashboard';
import { useMemo } from 'react';
import { ChartOrTable } from '../../../charts/chart-or-table';
import type { Days } from '@portal/domain/periods';
import { formatCount, formatDay, formatDays, formatMonthDay } from '../../../lib/format';
import {
  activityDays,
  activityRows,
  activityTotal,
  periodLabel,
  type ActivityRow,
} from './activity';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { SectionCard } from '../../../ui/section-card';
import { ChartEmpty } from '../../../ui/chart-empty';
import { hasDates, type ProjectFilters } from '../../../entities/batches/filters';
import { useToday } from '../../../entities/portal/use-today';
import { MEANINGS } from '../meanings';
import type { ActivityView } from '../view';
import { PlainTable, type PlainColumn } from '../../../tables/plain-table';
import { MeasuredChart, type TextSeries } from '../../../charts/category-chart';
import { Legend } from '../../../charts/legend';
import { statusColor } from '../../../ui/status-color';
import { Row } from '../../../ui/layout';

interface ActivityCardProps {
  /** Oldest first. */
  entries: readonly ActivityEntry[];
  filters: ProjectFilters;
  view: ActivityView;
  onView: (view: ActivityView) => void;
}

/** Tasks completed, reviewed and in progress per day. */
export function ActivityCard({ entries, filters, view, onView }: ActivityCardProps) {
  const today = useToday();
  const days = useMemo(() => activityDays(entries, filters, today), [entries, filters, today]);
  const rows = useMemo(() => activityRows(entries), [entries]);
  const total = useMemo(() => activityTotal(days), [days]);
  const empty = rows.every((row) => row.total === 0);

  return (
    <SectionCard
      title="Activity Timeline"
      meaning={MEANINGS.activity}
      detail={
        <Row component="span" wrap align="stretch" sx={{ columnGap: 0.75 }}>
          <span>{periodLabel(filters)}</span>
          {COUNTS.map((of) => {
            if (!('word' in of) || total[of.key] === 0) return null;
            return (
              <span key={of.key}>
                {'· '}
                <DayCount
                  of={of}
                  row={total}
                  first={days[0]?.date ?? ''}
                  last={days.at(-1)?.date ?? ''}
                >
                  {`${formatCount(total[of.key])} ${of.word}`}
                </DayCount>
              </span>
            );
          })}
        </Row>
      }
      actions={<ChartOrTable label="Activity view" view={view} onView={onView} />}
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
      {empty ? (
        <ChartEmpty
          title="No activity data available"
          detail={
            hasDates(filters) ? 'Try expanding the date range' : 'No data for the selected period'
          }
        />
      ) : view === 'chart' ? (
        <ActivityChart days={days} period={periodLabel(filters)} />
      ) : (
        <ActivityTable rows={rows} of={entries.length} />
      )}
    </SectionCard>
  );
}

const DAY_MS = 86_400_000;

const COUNTS = [
  { key: 'completed', head: 'Completed', number: 'completed_in_period', word: 'completed' },
  { key: 'reviewed', head: 'Reviewed', number: 'reviews_in_period', word: 'reviewed' },
  { key: 'inProgress', head: 'In Progress', number: 'in_progress_in_period' },
  { key: 'total', head: 'Total Activity' },
] as const;

function columnOf(
  of: Count,
  total: Omit<ActivityRow, 'date'>,
  days: Days,
): PlainColumn<ActivityRow> {
  return {
    head: of.head,
    cell: (row) => <DayCount of={of} row={row} first={row.date} last={row.date} />,
    foot: <DayCount of={of} row={total} {...days} />,
    numeric: true,
  };
}

type Count = (typeof COUNTS)[number];

interface DayCountProps extends Days {
  of: Count;
  row: Omit<ActivityRow, 'date'>;
  children?: string;
}

/** A number of a day or of all days; opens its tasks, but the sum of three numbers has none, nor has a too long period. */
function DayCount({ of, row, first, last, children = formatCount(row[of.key]) }: DayCountProps) {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (!('number' in of) || days >= MAX_STATS_DAYS) return children;
  return (
    <TaskCount
      of={{ number: of.number, days: { first, last } }}
      name={`${of.head}, ${formatDays(first, last)}`}
      count={row[of.key]}
      ofAll
    >
      {children}
    </TaskCount>
  );
}

interface ActivityTableProps {
  rows: readonly ActivityRow[];
  /** The number of days with activity; the rows are the newest of them. */
  of: number;
}

/** Days with activity, newest first; a total if there is more than one. */
function ActivityTable({ rows, of }: ActivityTableProps) {
  const total = activityTotal(rows);
  // Newest first; days without activity between them add nothing.
  const days = { first: rows.at(-1)?.date ?? '', last: rows[0]?.date ?? '' };
  const columns: PlainColumn<ActivityRow>[] = [
    {
      head: 'Date',
      cell: ({ date }) => formatDay(date),
      ...(rows.length > 1 && { foot: `Total (${rows.length} days)` }),
      sx: { whiteSpace: 'nowrap' },
    },
    ...COUNTS.map((count) => columnOf(count, total, days)),
  ];
  return (
    <>
      {of > rows.length && (
        <Typography variant="caption" color="textSecondary" sx={{ mt: -1.5, mb: 1 }}>
          The newest {rows.length} of {formatCount(of)} days with activity. The counts above are of
          the whole period.
        </Typography>
      )}
      {/* As high as the card, whatever its rows. */}
      <Box sx={{ position: 'relative', flex: 1, minHeight: 320 }}>
        <Row align="stretch" sx={{ position: 'absolute', inset: 0 }}>
          <PlainTable
            label="Activity timeline"
            columns={columns}
            rows={rows}
            rowKey={({ date }) => date}
            maxHeight="100%"
            sx={{ '& .MuiTableCell-root': { px: 1 } }}
          />
        </Row>
      </Box>
    </>
  );
}

interface ActivityChartProps {
  /** Every day of the period, oldest first. */
  days: readonly ActivityRow[];
  period: string;
}

const MIN_HEIGHT = 286;

/** The days of the period as lines, with a legend. */
function ActivityChart({ days, period }: ActivityChartProps) {
  const series = useMemo(() => seriesOf(days), [days]);
  const labels = useMemo(() => days.map(({ date }) => formatDay(date)), [days]);
  const ticks = useMemo(() => days.map(({ date }) => formatMonthDay(date)), [days]);
  return (
    <>
      <MeasuredChart
        minHeight={MIN_HEIGHT}
        kind="area"
        by="day"
        labels={labels}
        ticks={ticks}
        series={series}
        label={`Activity timeline, ${period}`}
      />
      <Legend series={series} />
    </>
  );
}

/** In reading order: completed first. */
const SERIES = [
  { key: 'completed', label: 'Completed', status: 'completed' },
  { key: 'reviewed', label: 'Reviewed', status: 'reviewed' },
  { key: 'inProgress', label: 'In Progress', status: 'in_progress' },
] as const;

function seriesOf(days: readonly ActivityRow[]): TextSeries[] {
  return SERIES.map(({ key, label, status }) => {
    const values = days.map((day) => day[key]);
    return { key, label, color: statusColor(status), values, texts: values.map(formatCount) };
  });
}
