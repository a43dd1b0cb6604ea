import { memo } from 'react';
import { formatPercent } from '../../../lib/format';
import type { TrendWeek } from '../requests/weekly-history';
import { formatWeek } from '../week/weeks';
import { levelColor } from './level-color';

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

/** The percentages of the last weeks as small bars in the colours of their levels. */
export const Trend = memo(function Trend({ weeks, selected }: TrendProps) {
  const step = (WIDTH + GAP) / Math.max(1, weeks.length);
  const goal = HEIGHT - (100 / FULL) * HEIGHT;
  return (
    <svg
      role="img"
      aria-label={`Last ${weeks.length} weeks: ${weeks.map(percentText).join(', ')}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      style={{ width: '5.5rem', height: '2rem', display: 'block' }}
    >
      <title>
        {weeks.map((week) => `${formatWeek(week.week_start)}: ${percentText(week)}`).join('\n')}
      </title>
      <line
        x1={0}
        x2={WIDTH}
        y1={goal}
        y2={goal}
        strokeDasharray="2 3"
        style={{ stroke: 'var(--portal-palette-line-strong)' }}
      />
      {weeks.map((week, index) => {
        const height = Math.max(SMALLEST, (Math.min(week.percent, FULL) / FULL) * HEIGHT);
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

function percentText({ level, percent }: TrendWeek): string {
  return level === null ? 'no target' : formatPercent(percent);
}
