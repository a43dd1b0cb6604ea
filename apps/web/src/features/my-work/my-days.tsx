import type { PodStatsRow } from '@portal/contracts/task-stats';
import { type Days, eachDay } from '@portal/domain/periods';
import { useMemo } from 'react';
import { CategoryChart } from '../../charts/category-chart';
import { TableOfChart } from '../../charts/chart-or-table';
import type { ChartView } from '../../charts/chart-view';
import { Measured } from '../../charts/measured';
import { memberColor } from '../../charts/palette';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { formatCount, formatDay, formatWeekday } from '../../lib/format';
import { Row } from '../../ui/layout';

interface MyDaysProps {
  days: Days;
  today: string;
  /** Undefined while loading. */
  rows: readonly PodStatsRow[] | undefined;
  email: string;
  view: ChartView;
}

const CHART_HEIGHT = 168;
const TABLE_HEIGHT = 300;

/** The user's work on each day of the week, as a chart or a table. */
export function MyDays({ days, today, rows, email, view }: MyDaysProps) {
  const dates = useMemo(() => eachDay(days), [days]);
  const { tasks, turns } = useMemo(() => {
    const rowOf = new Map(rows?.map((row) => [row.date, row]));
    const seriesOf = (key: string, label: string, pick: (row: PodStatsRow) => number) => {
      const values = dates.map((day) => {
        const row = rowOf.get(day);
        return row ? pick(row) : day > today ? null : 0;
      });
      const texts = values.map((value) => (value === null ? '–' : formatCount(value)));
      return { key, label, color: memberColor(0), values, texts };
    };
    return {
      tasks: seriesOf('tasks', 'Tasks', (row) => row.task_count),
      turns: seriesOf('turns', 'Turns', (row) => row.total_turns),
    };
  }, [rows, dates, today]);
  const series = useMemo(() => [tasks], [tasks]);
  return (
    <Row align="stretch" sx={{ flex: '1 1 300px', minWidth: 0 }}>
      {view === 'table' && rows ? (
        <TableOfChart
          labels={dates.map(formatDay)}
          series={[tasks, turns]}
          heading="Day"
          label="Your work per day of this week"
          maxHeight={TABLE_HEIGHT}
          renderCell={(text, index) => {
            const [day = '', count] = [dates[index], tasks.values[index]];
            if (!count) return text;
            const of = {
              number: 'completed_in_period',
              user_email: email,
              days: { first: day, last: day },
            } as const;
            return <TaskCount of={of} name={`completed on ${formatDay(day)}`} count={count} />;
          }}
        />
      ) : (
        <Measured minHeight={CHART_HEIGHT}>
          {({ width, height }) =>
            rows && (
              <CategoryChart
                kind="bar"
                labels={dates.map(formatWeekday)}
                series={series}
                width={width}
                height={height}
                label="Tasks completed per day of this week"
              />
            )
          }
        </Measured>
      )}
    </Row>
  );
}
