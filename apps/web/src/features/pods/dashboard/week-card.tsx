import EventBusyIcon from '~icons/ic/outline-event-busy';
import FlagIcon from '~icons/ic/outline-flag';
import { Box, Skeleton, Typography } from '@mui/material';
import type { WeeklyProgress } from '@portal/contracts/live';
import { weeklyTarget } from '@portal/domain/weekly';
import { useMemo, type ReactNode } from 'react';
import { formatCount, formatDays, formatPercent, plural } from '../../../lib/format';
import { isOver } from '../../../entities/pods/week';
import { useReportingZone, useToday } from '../../../entities/portal/use-today';
import { SectionCard } from '../../../ui/section-card';
import { MessagePanel } from '../../../ui/message-panel';
import { GoalBar } from '../../../ui/goal-bar';
import { PaceList } from './pace-list';
import { FailurePanel } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { weekGlance, type WeekGlance } from './week-glance';

interface WeekCardProps {
  /** Undefined while it is not loaded. */
  week: WeeklyProgress | undefined;
  failed: boolean;
  onRetry: () => void;
}

/** The current week of the pod's trainers: target, done, pace, and who is ahead or needs help. */
export function WeekCard({ week, failed, onRetry }: WeekCardProps) {
  const zone = useReportingZone();
  const today = useToday();
  const title = isOver(week, today) ? 'Last known week' : 'This week';
  return (
    <SectionCard title={title} detail={week ? detailOf(week, zone) : '\u00a0'} sx={{ mb: 2 }}>
      <QueryView
        query={{ data: week, error: failed, refetch: onRetry }}
        pending={<Loading />}
        renderFailure={() => (
          <FailurePanel
            icon={EventBusyIcon}
            title="The week could not be loaded"
            onRetry={onRetry}
          />
        )}
      >
        {(data) => <Week week={data} />}
      </QueryView>
    </SectionCard>
  );
}

function Week({ week }: { week: WeeklyProgress }) {
  const glance = useMemo(() => weekGlance(week), [week]);
  const { done, goal } = glance;
  if (glance.trainers === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        This pod has no trainers.
      </Typography>
    );
  }
  return (
    <>
      <Figures>
        <Work label="Tasks done" done={done.tasks} goal={goal && partOf(goal, 'tasks')} />
        <Work label="Turns done" done={done.turns} goal={goal && partOf(goal, 'turns')} />
        {goal && <Pace pace={goal.pace} />}
      </Figures>
      {goal ? (
        <Box
          sx={{
            display: 'grid',
            rowGap: 3,
            columnGap: 6,
            mt: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <PaceList
            title="Needs help"
            none="No trainer is far behind."
            color="error.main"
            members={goal.needHelp}
          />
          <PaceList
            title="Ahead"
            none="No trainer is ahead yet."
            color="success.main"
            members={goal.ahead}
          />
        </Box>
      ) : (
        <MessagePanel
          icon={FlagIcon}
          title="No weekly targets set for this period"
          detail="Without a target there is no pace. A pod lead sets the targets."
        />
      )}
    </>
  );
}

interface WorkProps {
  label: string;
  done: number;
  /** Null without a target. */
  goal: { readonly target: number; readonly expected: number } | null;
}

/** Done of a target as figures and a bar, with a mark at what is expected by today. */
function Work({ label, done, goal }: WorkProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="p"
        sx={{ fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.3, mb: 1 }}
      >
        {formatCount(done)}
        {goal && (
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', ml: 1 }}>
            of {formatCount(goal.target)}
          </Box>
        )}
      </Typography>
      {goal && (
        <>
          <GoalBar label={label} done={done} goal={goal.target} expected={goal.expected} />
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.75 }}>
            {formatCount(goal.expected)} expected by today
          </Typography>
        </>
      )}
    </Box>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      {children}
    </Box>
  );
}

function Pace({ pace }: { pace: number }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        Pace
      </Typography>
      <Typography component="p" sx={{ fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.3 }}>
        {formatPercent(pace)}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
        of the work expected by today
      </Typography>
    </Box>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label="Loading the week">
      <Figures>
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} variant="rounded" height={92} />
        ))}
      </Figures>
      <Skeleton variant="rounded" height={236} sx={{ mt: 3 }} />
    </Box>
  );
}

function detailOf({ week_start, week_end, target }: WeeklyProgress, zone: string): string {
  const days = `${formatDays(week_start, week_end)}, days of ${zone}`;
  if (!target) return days;
  const { tasks, turns } = weeklyTarget(target);
  return `${days} · target of each trainer: ${plural(tasks, 'task', 'tasks')}, ${formatCount(turns)} turns`;
}

function partOf({ target, expected }: NonNullable<WeekGlance['goal']>, part: 'tasks' | 'turns') {
  return { target: target[part], expected: expected[part] };
}
