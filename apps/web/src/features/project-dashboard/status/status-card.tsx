import BarChartIcon from '~icons/ic/baseline-bar-chart';
import DonutLargeIcon from '~icons/ic/baseline-donut-large';
import TableRowsIcon from '~icons/ic/outline-table-rows';
import { useMemo } from 'react';
import { Bars } from '../../../charts/bars';
import { Measured } from '../../../charts/measured';
import { formatPercent, plural } from '../../../lib/format';
import { SectionCard } from '../../../ui/section-card';
import { ChartEmpty } from '../../../ui/chart-empty';
import { StatusDoughnut } from '../../../charts/status/status-doughnut';
import { StatusTable } from '../../../charts/status/status-table';
import { statusRows } from '../../../charts/status/statuses';
import { useShowTasks } from '../../../entities/tasks/by-number/show-tasks';
import { MEANINGS } from '../meanings';
import type { StatusView } from '../view';
import { ViewToggle } from '../../../ui/view-toggle';

interface StatusCardProps {
  byStatus: Readonly<Record<string, number>>;
  filtersActive: boolean;
  view: StatusView;
  onView: (view: StatusView) => void;
}

const VIEWS = [
  { value: 'doughnut', label: 'Doughnut chart', icon: DonutLargeIcon },
  { value: 'bar', label: 'Bar chart', icon: BarChartIcon },
  { value: 'table', label: 'Table', icon: TableRowsIcon },
] as const;

const ROW_PIXELS = 42;
const AXIS_PIXELS = 34;

/** Tasks by status, as a doughnut, as bars or as a table. */
export function StatusCard({ byStatus, filtersActive, view, onView }: StatusCardProps) {
  const show = useShowTasks();
  const onStatus = show && ((status: string) => show({ number: 'tasks', status }));
  const rows = useMemo(() => statusRows(byStatus), [byStatus]);
  const total = rows.reduce((sum, row) => sum + row.value, 0);
  const label = `Task status distribution of ${plural(total, 'task', 'tasks')}: ${rows
    .map((row) => `${row.label} ${formatPercent(row.percentage)}`)
    .join(', ')}`;
  const barsHeight = Math.max(240, rows.length * ROW_PIXELS + AXIS_PIXELS);

  return (
    <SectionCard
      title="Task Status Distribution"
      meaning={MEANINGS.statuses}
      actions={<ViewToggle label="Status view" value={view} views={VIEWS} onChange={onView} />}
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
      {rows.length === 0 ? (
        <ChartEmpty
          title="No status data available"
          detail={filtersActive ? 'No tasks match the current filters' : 'No tasks found'}
        />
      ) : view === 'doughnut' ? (
        <StatusDoughnut {...{ rows, total, label, onStatus }} />
      ) : view === 'bar' ? (
        <Measured minHeight={barsHeight}>
          {(size) => (
            <Bars values={rows} measure="Tasks" label={label} onOpen={onStatus} {...size} />
          )}
        </Measured>
      ) : (
        <StatusTable {...{ rows, total, onStatus }} />
      )}
    </SectionCard>
  );
}
