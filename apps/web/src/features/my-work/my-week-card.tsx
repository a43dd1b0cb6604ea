import { Box, Skeleton, Typography } from '@mui/material';
import type { PodStatsRow } from '@portal/contracts/task-stats';
import { type Days, eachDay } from '@portal/domain/periods';
import { useMemo, type ReactNode } from 'react';
import { CategoryChart } from '../../charts/category-chart';
import { ChartOrTable, TableOfChart } from '../../charts/chart-or-table';
import type { ChartView } from '../../charts/chart-view';
import { Measured } from '../../charts/measured';
import { memberColor } from '../../charts/palette';
import { formatCount, formatDay, formatDays, formatWeekday, formatZone } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { PodWeeks } from './pod-weeks';
import type { Membership } from '../../entities/pods/api';
import { Row } from '../../ui/layout';
import { MEANINGS } from '../../entities/tasks/meanings';
import { Explained } from '../../ui/explained';

interface MyWeekCardProps {
  days: Days;
  today: string;
  /** The reporting time zone. */
  zone: string;
  /** Undefined while loading, or if loading failed. */
  rows: readonly PodStatsRow[] | undefined;
  failed: boolean;
  /** Undefined while loading, or if loading failed. */
  pods: readonly Membership[] | undefined;
  podsFailed: boolean;
  email: string;
  /** Whether the numbers of the pods open: those of pods of the project. */
  podsOpen: boolean;
  /** Shows how current the numbers are. */
  freshness: ReactNode;
  view: ChartView;
  onView: (view: ChartView) => void;
}

const CHART_HEIGHT = 168;
const TABLE_HEIGHT = 300;

/** The user's week: totals, days, and the progress in each pod. */
export function MyWeekCard(props: MyWeekCardProps) {
  const { days, today, zone, rows, failed, pods, podsFailed, email } = props;
  const { podsOpen, freshness, view, onView } = props;
  const own = { number: 'completed_in_period', user_email: email } as const;
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
  const sum = (pick: (row: PodStatsRow) => number) =>
    rows?.reduce((total, row) => total + pick(row), 0);
  return (
    <SectionCard
      title="Your week"
      detail={`${formatDays(days.first, days.last)}, ${formatZone(zone)}`}
      actions={
        <Row wrap gap={1.5}>
          {freshness}
          <ChartOrTable label="View of your week" view={view} onView={onView} />
        </Row>
      }
    >
      <Row wrap align="stretch" sx={{ columnGap: 4, rowGap: 1, mb: 2 }}>
        <Row component="dl" align="stretch" gap={4} sx={{ m: 0, alignSelf: 'center' }}>
          <Figure
            label="Tasks completed"
            meaning={MEANINGS.completedInPeriod}
            value={sum((row) => row.task_count)}
            failed={failed}
            of={{ ...own, days }}
          />
          <Figure
            label="Turns"
            meaning={MEANINGS.turnsInPeriod}
            value={sum((row) => row.total_turns)}
            failed={failed}
          />
        </Row>
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
                const of = { ...own, days: { first: day, last: day } };
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
      </Row>
      {!pods && podsFailed && (
        <Typography variant="body2" color="textSecondary">
          Your pods could not be loaded.
        </Typography>
      )}
      {!pods && !podsFailed && <Skeleton variant="rounded" height={122} sx={{ mt: 4 }} />}
      {pods && pods.length > 0 && (
        <PodWeeks pods={pods} email={email} days={podsOpen ? days : null} />
      )}
      {pods?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          You are not in a pod of this project, so there is no weekly target. Your completed tasks
          are still counted here.
        </Typography>
      )}
    </SectionCard>
  );
}

interface FigureProps {
  label: string;
  meaning: string;
  /** Undefined while loading, or if loading failed. */
  value: number | undefined;
  failed: boolean;
  /** What it opens. */
  of?: ShownTasks;
}

function Figure({ label, meaning, value, failed, of }: FigureProps) {
  return (
    <Box>
      <Typography component="dt" variant="caption" color="textSecondary">
        <Explained text={label} meaning={meaning} />
      </Typography>
      <Typography
        component="dd"
        sx={{
          m: 0,
          fontSize: '2rem',
          lineHeight: 1.25,
          fontWeight: 650,
          letterSpacing: '-0.028em',
        }}
      >
        {value === undefined ? (
          failed ? (
            '–'
          ) : (
            <Skeleton width={64} />
          )
        ) : of ? (
          <TaskCount {...{ of }} name={label} count={value} />
        ) : (
          formatCount(value)
        )}
      </Typography>
    </Box>
  );
}
