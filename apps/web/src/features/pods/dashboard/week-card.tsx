import EventBusyIcon from '~icons/ic/outline-event-busy';
import FlagIcon from '~icons/ic/outline-flag';
import { Box, Skeleton, Typography } from '@mui/material';
import type { WeeklyProgress } from '@portal/contracts/live';
import { type Goal, weeklyTarget } from '@portal/domain/weekly';
import { useMemo, type ReactNode } from 'react';
import { formatCount, formatDays, formatPercent, plural, formatZone } from '../../../lib/format';
import type { ShownTasks } from '../../../entities/tasks/by-number/show-tasks';
import { TaskCount } from '../../../entities/tasks/by-number/task-count';
import { isOver } from '../../../entities/pods/week';
import { useReportingZone, useToday } from '../../../entities/portal/use-today';
import { SectionCard } from '../../../ui/section-card';
import { MessagePanel } from '../../../ui/message-panel';
import { GoalBar } from '../../../ui/goal-bar';
import { LevelList } from './level-list';
import { FailurePanel } from '../../../ui/failure';
import { QueryView } from '../../../ui/query-view';
import { weekGlance, type WeekGlance } from './week-glance';
import { LEVEL_WORDS, levelBasis, levelWords } from '../../../entities/pods/level';
import { Columns } from '../../../ui/layout';

interface WeekCardProps {
  /** Undefined while it is not loaded. */
  week: WeeklyProgress | undefined;
  failed: boolean;
  onRetry: () => void;
}

/** The current week of the pod's trainers: target, done, level, and who is on target or needs attention. */
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
  const days = { first: week.week_start, last: week.week_end };
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
        <Work
          label="Tasks done"
          done={done.tasks}
          goal={goal && partOf(goal, 'tasks')}
          of={{
            number: 'completed_by_users',
            pod_name: week.pod_name,
            pod_role: 'trainer',
            days,
          }}
        />
        <Work label="Turns done" done={done.turns} goal={goal && partOf(goal, 'turns')} />
        {goal && <Level glance={glance} goal={goal} />}
      </Figures>
      {goal ? (
        <Columns columns={{ md: 2 }} sx={{ rowGap: 3, columnGap: 6, mt: 3 }}>
          <LevelList
            title={LEVEL_WORDS.error}
            none="No trainer needs attention."
            color="error.main"
            members={glance.needAttention}
            days={days}
          />
          <LevelList
            title={LEVEL_WORDS.success}
            none="No trainer is on target yet."
            color="success.main"
            members={glance.onTarget}
            days={days}
          />
        </Columns>
      ) : (
        <MessagePanel
          icon={FlagIcon}
          title="No weekly targets set for this period"
          detail="A pod lead sets the targets."
        />
      )}
    </>
  );
}

interface WorkProps {
  label: string;
  done: number;
  /** Null without a target. */
  goal: { readonly weekly: number; readonly due: number } | null;
  /** What the number opens. */
  of?: ShownTasks;
}

/** Done of a target as figures and a bar, with a mark at what is due by now. */
function Work({ label, done, goal, of }: WorkProps) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="p"
        sx={{ fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.3, mb: 1 }}
      >
        {of ? <TaskCount of={of} name={label} count={done} /> : formatCount(done)}
        {goal && (
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', ml: 1 }}>
            of {formatCount(goal.weekly)}
          </Box>
        )}
      </Typography>
      {goal && (
        <>
          <GoalBar label={label} done={done} goal={goal.weekly} due={goal.due} />
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.75 }}>
            {goal.due > 0 ? `${formatCount(goal.due)} due by now` : levelWords(null)}
          </Typography>
        </>
      )}
    </Box>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return (
    <Columns columns={{ sm: 3 }} gap={3}>
      {children}
    </Columns>
  );
}

/** The number that decides the level of the pod, with its words. */
function Level({ glance, goal }: { glance: WeekGlance; goal: Goal }) {
  const { level, level_percent: decides } = glance;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3" color="textSecondary">
        {levelWords(level)}
      </Typography>
      {decides !== null && (
        <>
          <Typography component="p" sx={{ fontSize: '1.625rem', fontWeight: 650, lineHeight: 1.3 }}>
            {formatPercent(decides)}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
            {levelBasis(glance, goal)}
          </Typography>
        </>
      )}
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
  const days = `${formatDays(week_start, week_end)}, ${formatZone(zone)}`;
  if (!target) return days;
  const { tasks, turns } = weeklyTarget(target);
  return `${days} · target of each trainer: ${plural(tasks, 'task', 'tasks')}, ${formatCount(turns)} turns`;
}

function partOf({ weekly, due }: Goal, part: 'tasks' | 'turns') {
  return { weekly: weekly[part], due: due[part] };
}
