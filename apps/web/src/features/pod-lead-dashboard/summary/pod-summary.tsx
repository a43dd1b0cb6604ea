import { Box } from '@mui/material';
import type { WeeklyProgress } from '@portal/contracts/live';
import { cutPercent, trainersWeek, type TrainersWeek } from '@portal/domain/weekly';
import { memo } from 'react';
import { ProgressRing } from '../../../charts/progress-ring';
import { formatCount, formatPercent, plural } from '../../../lib/format';
import { MetricCard } from '../../../ui/metric-card';
import { LEVEL_WORDS } from '../members/crossings';
import { levelColor } from '../members/level-color';

const RING = 52;

interface PodSummaryProps {
  progress: WeeklyProgress;
  /** Whether it is the current week, which has not ended. */
  isCurrent: boolean;
}

/** The week of the pod's trainers: done of target, pace, and how many need attention. */
export const PodSummary = memo(function PodSummary({ progress, isCurrent }: PodSummaryProps) {
  const totals = podTotals(progress);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1.25, sm: 2 },
        mb: 2,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          lg: `repeat(${totals.target ? 4 : 2}, minmax(0, 1fr))`,
        },
      }}
    >
      <DoneCard totals={totals} measure="tasks" />
      <DoneCard totals={totals} measure="turns" />
      {totals.target && totals.expected && (
        <>
          <MetricCard
            title="Pace"
            value={totals.pace}
            format={formatPercent}
            subtitle={`${isCurrent ? 'Expected by today' : 'Expected'}: ${formatCount(totals.expected.tasks)} tasks, ${formatCount(totals.expected.turns)} turns`}
            visual={<Ring percent={totals.pace} color={levelColor(totals.level)} />}
          />
          <MetricCard
            title={LEVEL_WORDS.error}
            value={totals.needAttention}
            format={formatCount}
            subtitle={`of ${plural(totals.trainers, 'trainer', 'trainers')} · ${formatCount(totals.behind)} behind what is due`}
            visual={
              <Ring
                percent={(100 * totals.needAttention) / totals.trainers}
                color={levelColor('error')}
              />
            }
          />
        </>
      )}
    </Box>
  );
});

function DoneCard({ totals, measure }: { totals: PodTotals; measure: 'tasks' | 'turns' }) {
  const { done, target } = totals;
  const percent = target ? cutPercent(done[measure], target[measure]) : null;
  return (
    <MetricCard
      title={measure === 'tasks' ? 'Tasks done' : 'Turns done'}
      value={done[measure]}
      format={formatCount}
      subtitle={
        target && percent !== null
          ? `of ${formatCount(target[measure])} · ${formatPercent(percent)} of the weekly target`
          : `by ${plural(totals.trainers, 'trainer', 'trainers')}`
      }
      visual={percent !== null && <Ring percent={percent} color={levelColor(totals.level)} />}
    />
  );
}

function Ring({ percent, color }: { percent: number; color: string }) {
  return <ProgressRing value={Math.min(100, percent)} color={color} size={RING} />;
}

/** The week of all trainers of a pod together. */
interface PodTotals extends TrainersWeek {
  /** Trainers far below what is due. */
  readonly needAttention: number;
  /** Trainers who did less than what is due. */
  readonly behind: number;
}

/** Sums the trainers of a pod, and counts those who are behind. */
export function podTotals(progress: WeeklyProgress): PodTotals {
  const trainers = progress.members.filter(({ role }) => role === 'trainer');
  return {
    ...trainersWeek(progress),
    needAttention: trainers.filter(({ level }) => level === 'error').length,
    behind: trainers.filter(({ level }) => level === 'error' || level === 'warning').length,
  };
}
