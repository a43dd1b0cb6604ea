import type { WeeklyProgress } from '@portal/contracts/live';
import {
  cutPercent,
  type Goal,
  isOfWeek,
  trainersWeek,
  type TrainersWeek,
} from '@portal/domain/weekly';
import { memo, useContext } from 'react';
import { ProgressRing } from '../../../charts/progress-ring';
import { formatCount, formatPercent, plural } from '../../../lib/format';
import { MetricCard } from '../../../ui/metric-card';
import { LEVEL_WORDS, levelColor, levelWords } from '../../../entities/pods/level';
import { opensTasks } from '../../../entities/tasks/by-number/task-count';
import { ShownWeek } from '../members/member-count';
import { MEANINGS } from '../../../entities/tasks/meanings';
import { Columns } from '../../../ui/layout';

const RING = 52;

interface PodSummaryProps {
  progress: WeeklyProgress;
  podName: string;
  /** Leaves room for a long list: each figure stands beside its name. */
  isCompact: boolean;
}

/** The week of the pod's trainers: done of target, the level, and how many need attention. */
export const PodSummary = memo(function PodSummary(props: PodSummaryProps) {
  const { progress, podName, isCompact } = props;
  const totals = podTotals(progress);
  return (
    <Columns
      columns={{ xs: 2, [isCompact ? 'md' : 'lg']: totals.goal ? 4 : 2 }}
      gap={{ xs: 1.25, sm: isCompact ? 1.25 : 2 }}
      sx={{ mb: isCompact ? 1.25 : 2, ...(isCompact && COMPACT) }}
    >
      <DoneCard measure="tasks" {...{ totals, isCompact, podName }} />
      <DoneCard measure="turns" {...{ totals, isCompact }} />
      {totals.goal && (
        <>
          <LevelCard totals={totals} goal={totals.goal} isCompact={isCompact} />
          <MetricCard
            title={LEVEL_WORDS.error}
            value={totals.needAttention}
            format={formatCount}
            subtitle={`of ${plural(totals.trainers, 'trainer', 'trainers')} · ${formatCount(totals.approaching)} ${LEVEL_WORDS.warning}`}
            visual={
              <Ring
                percent={(100 * totals.needAttention) / totals.trainers}
                color={levelColor('error')}
              />
            }
          />
        </>
      )}
    </Columns>
  );
});

/** Of the cards, from the width of four beside each other on. */
const COMPACT = {
  '@media (min-width: 900px)': {
    '& > section': { py: 0.75, px: 1.5, gridTemplateRows: 'auto auto' },
    '& > section > div': { display: 'none' },
    '& > section > p': { gridArea: '1 / 2', fontSize: '1.25rem' },
    '& > section > span': {
      mt: 0,
      whiteSpace: 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
  },
} as const;

interface LevelCardProps {
  totals: PodTotals;
  goal: Goal;
  isCompact: boolean;
}

/** The number that decides the level of the pod; the share of the week, while nothing is due. */
function LevelCard({ totals, goal, isCompact }: LevelCardProps) {
  const { percent, level, level_percent: decides } = totals;
  const isOfDue = decides !== null && !isOfWeek(totals, goal);
  const wanted = isOfDue ? goal.due : goal.weekly;
  const goalWords = `of ${plural(wanted.tasks, 'task', 'tasks')} or ${plural(wanted.turns, 'turn', 'turns')}`;
  const words = [goalWords, levelWords(level)];
  return (
    <MetricCard
      title={isOfDue ? 'Due by now' : 'Weekly target'}
      value={decides ?? percent}
      format={formatPercent}
      // A line that may be cut at its end begins with the level.
      subtitle={(isCompact ? words.toReversed() : words).join(' · ')}
      visual={<Ring percent={decides ?? percent} color={levelColor(level)} />}
    />
  );
}

interface DoneCardProps {
  totals: PodTotals;
  measure: 'tasks' | 'turns';
  isCompact: boolean;
  /** The pod whose tasks can be opened. */
  podName?: string;
}

function DoneCard({ totals, measure, isCompact, podName }: DoneCardProps) {
  const { done, goal } = totals;
  const days = useContext(ShownWeek);
  const target = goal && goal.weekly;
  const percent = target ? cutPercent(done[measure], target[measure]) : null;
  return (
    <MetricCard
      title={measure === 'tasks' ? 'Tasks done' : 'Turns done'}
      meaning={measure === 'tasks' ? MEANINGS.completedInPeriod : MEANINGS.turnsInPeriod}
      value={done[measure]}
      format={formatCount}
      subtitle={
        target && percent !== null
          ? doneText(target[measure], percent, isCompact)
          : `by ${plural(totals.trainers, 'trainer', 'trainers')}`
      }
      visual={percent !== null && <Ring percent={percent} color={levelColor(totals.level)} />}
      {...(days &&
        podName !== undefined && {
          renderFigure: opensTasks(
            { number: 'completed_by_users', pod_name: podName, pod_role: 'trainer', days },
            'done by trainers',
            done.tasks,
          ),
        })}
    />
  );
}

/** Short where only one line is there. */
function doneText(target: number, percent: number, isCompact: boolean): string {
  if (isCompact) return `${formatPercent(percent)} of ${formatCount(target)}`;
  return `of ${formatCount(target)} · ${formatPercent(percent)} of the weekly target`;
}

function Ring({ percent, color }: { percent: number; color: string }) {
  return <ProgressRing value={Math.min(100, percent)} color={color} size={RING} />;
}

/** The week of all trainers of a pod together. */
interface PodTotals extends TrainersWeek {
  /** Trainers far below what is due. */
  readonly needAttention: number;
  /** Trainers a little below it. */
  readonly approaching: number;
}

/** Sums the trainers of a pod, and counts those who did less than what is due. */
export function podTotals(progress: WeeklyProgress): PodTotals {
  const trainers = progress.members.filter(({ role }) => role === 'trainer');
  return {
    ...trainersWeek(progress),
    needAttention: trainers.filter(({ level }) => level === 'error').length,
    approaching: trainers.filter(({ level }) => level === 'warning').length,
  };
}
