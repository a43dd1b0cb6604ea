import { Box, Skeleton, Typography } from '@mui/material';
import type { PodStatsRow } from '@portal/contracts/task-stats';
import type { Days } from '@portal/domain/periods';
import type { ReactNode } from 'react';
import { ChartOrTable } from '../../charts/chart-or-table';
import type { ChartView } from '../../charts/chart-view';
import type { Membership } from '../../entities/pods/api';
import type { ShownTasks } from '../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { MEANINGS } from '../../entities/tasks/meanings';
import { formatCount, formatDays, formatZone } from '../../lib/format';
import { Explained } from '../../ui/explained';
import { Row } from '../../ui/layout';
import { SectionCard } from '../../ui/section-card';
import { MyDays } from './my-days';
import { PodWeeks } from './pod-weeks';
import { StandingLine } from './standing';

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
  /** Shows how current the numbers are. */
  freshness: ReactNode;
  view: ChartView;
  onView: (view: ChartView) => void;
}

/** The user's week: where the user stands, the days if there is work in them, and the pods. */
export function MyWeekCard(props: MyWeekCardProps) {
  const { days, today, zone, rows, failed, pods, podsFailed, email } = props;
  const { freshness, view, onView } = props;
  const sum = (pick: (row: PodStatsRow) => number) =>
    rows?.reduce((total, row) => total + pick(row), 0);
  const tasks = sum((row) => row.task_count);
  const turns = sum((row) => row.total_turns);
  const isIdle = tasks === 0 && turns === 0;
  return (
    <SectionCard
      title="Your week"
      detail={`${formatDays(days.first, days.last)}, ${formatZone(zone)}`}
      actions={
        <Row wrap gap={1.5}>
          {freshness}
          {!isIdle && <ChartOrTable label="View of your week" view={view} onView={onView} />}
        </Row>
      }
    >
      <StandingLine {...{ pods, podsFailed, email, tasks, failed }} />
      {!isIdle && (
        <Row wrap align="stretch" sx={{ columnGap: 4, rowGap: 1, mb: 2 }}>
          <Row component="dl" align="stretch" gap={4} sx={{ alignSelf: 'center' }}>
            <Figure
              label="Tasks completed"
              meaning={MEANINGS.completedInPeriod}
              value={tasks}
              failed={failed}
              of={{ number: 'completed_in_period', user_email: email, days }}
            />
            <Figure label="Turns" meaning={MEANINGS.turnsInPeriod} value={turns} failed={failed} />
          </Row>
          {!(failed && !rows) && <MyDays {...{ days, today, rows, email, view }} />}
        </Row>
      )}
      {!pods && podsFailed && <Line text="Your pods could not be loaded." />}
      {!pods && !podsFailed && (
        <Skeleton variant="rounded" sx={{ height: { xs: 115, sm: 93 }, mt: 2 }} />
      )}
      {pods && pods.length > 0 && <PodWeeks pods={pods} email={email} withBars={pods.length > 1} />}
      {pods?.length === 0 && (
        <Line text="You are not in a pod of this project, so there is no weekly target." />
      )}
    </SectionCard>
  );
}

function Line({ text }: { text: string }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {text}
    </Typography>
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
        sx={{ fontSize: '2rem', lineHeight: 1.25, fontWeight: 650, letterSpacing: '-0.028em' }}
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
