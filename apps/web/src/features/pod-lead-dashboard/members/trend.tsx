import { memo } from 'react';
import { formatPercent, plural } from '../../../lib/format';
import type { TrendWeek } from '../api';
import { formatWeek } from '../week/weeks';
import { levelColor } from '../../../entities/pods/level';

const WIDTH = 88;
const HEIGHT = 32;
const GAP = 3;
/** A full bar is this percentage of the target; higher ones are cut. */
const FULL = 120;
const SMALLEST = 2;

interface TrendProps {
  /** Oldest week first. */
  weeks: readonly TrendWeek[];
  /** The Monday of the week that the page shows. */
  selected: string;
}

/**
 * The percentages of the last weeks as small bars in the colours of their levels; the tasks, if no
 * week has a target.
 */
export const Trend = memo(function Trend({ weeks, selected }: TrendProps) {
  const hasTarget = weeks.some((week) => week.hasTarget);
  const shares = hasTarget ? weeks.map(({ percent }) => percent / FULL) : sharesOfTasks(weeks);
  const step = (WIDTH + GAP) / Math.max(1, weeks.length);
  const goal = HEIGHT - (100 / FULL) * HEIGHT;
  return (
    <svg
      role="img"
      aria-label={`Last ${weeks.length} weeks: ${weeks.map(numberText).join(', ')}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      style={{ width: '5.5rem', height: '2rem', display: 'block' }}
    >
      <title>
        {weeks.map((week) => `${formatWeek(week.week_start)}: ${numberText(week)}`).join('\n')}
      </title>
      {hasTarget && (
        <line
          x1={0}
          x2={WIDTH}
          y1={goal}
          y2={goal}
          strokeDasharray="2 3"
          style={{ stroke: 'var(--portal-palette-line-strong)' }}
        />
      )}
      {weeks.map((week, index) => {
        const height = Math.max(SMALLEST, Math.min(1, shares[index] ?? 0) * HEIGHT);
        return (
          <rect
            key={week.week_start}
            x={index * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            rx={1.5}
            style={{
              fill: levelColor(week.level),
              opacity: week.week_start === selected ? 1 : 0.45,
            }}
          />
        );
      })}
    </svg>
  );
});

function sharesOfTasks(weeks: readonly TrendWeek[]): number[] {
  const most = Math.max(1, ...weeks.map(({ tasks }) => tasks));
  return weeks.map(({ tasks }) => tasks / most);
}

function numberText({ hasTarget, percent, tasks }: TrendWeek): string {
  return hasTarget ? formatPercent(percent) : plural(tasks, 'task', 'tasks');
}
