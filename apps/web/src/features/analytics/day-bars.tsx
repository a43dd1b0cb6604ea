import { Box } from '@mui/material';
import { useChosenRow } from '../../charts/use-chosen-row';
import { useShowTasks } from '../../entities/tasks/by-number/show-tasks';
import { formatCount, formatDay } from '../../lib/format';
import type { MemberDays } from './member-days';
import { METRIC_LABELS, type Metric } from './team-params';

interface DayBarsProps {
  member: MemberDays;
  /** Of the values of the member. */
  dates: readonly string[];
  /** The value of a full bar. */
  most: number;
  metric: Metric;
}

const HEIGHT = 24;
/** Widths in the units of the drawing, which is as wide as its cell. */
const STEP = 10;
const BAR = 7;

/**
 * The days of a member as bars. Pointing at a day, or the arrow keys, show its value; a click on it, or Enter, opens
 * its tasks.
 */
export function DayBars({ member, dates, most, metric }: DayBarsProps) {
  const { email, name, values } = member;
  const show = useShowTasks();
  const valueOf = (day: string) => values[dates.indexOf(day)] ?? null;
  const opens = (day: string) => metric === 'tasks' && show !== undefined && Boolean(valueOf(day));
  const open = (day: string) => {
    if (!opens(day)) return;
    const days = { first: day, last: day };
    show?.({ number: 'completed_in_period', user_email: email, days });
  };
  const { active, setChosen, handlers } = useChosenRow(dates, open);
  const shown = dates[active ?? dates.length - 1] ?? '';
  const value = valueOf(shown);
  const text = `${formatDay(shown)}: ${value === null ? '–' : formatCount(value)}`;
  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={`${METRIC_LABELS[metric]} per day of ${name ?? email}`}
      aria-valuemin={1}
      aria-valuemax={dates.length}
      aria-valuenow={(active ?? dates.length - 1) + 1}
      aria-valuetext={text}
      title={active === null ? undefined : text}
      {...handlers}
      onPointerLeave={() => setChosen(null)}
      // Above the link that covers the row.
      sx={{ position: 'relative', zIndex: 1, borderRadius: 0.5 }}
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        style={{ display: 'block', width: '100%', height: HEIGHT }}
      >
        {dates.map((day, at) => (
          <g
            key={day}
            onPointerEnter={() => setChosen(day)}
            onClick={() => open(day)}
            style={{ cursor: opens(day) ? 'pointer' : undefined }}
          >
            <rect x={at * STEP} width={STEP} height={HEIGHT} fill="transparent" />
            <Bar at={at} value={values[at] ?? null} most={most} isChosen={at === active} />
          </g>
        ))}
      </svg>
    </Box>
  );
}

interface BarProps {
  at: number;
  value: number | null;
  most: number;
  isChosen: boolean;
}

function Bar({ at, value, most, isChosen }: BarProps) {
  // A day without work has a line, so that its place is seen.
  const height = value === null ? 0 : Math.max(1, (value / most) * HEIGHT);
  return (
    <rect
      x={at * STEP + (STEP - BAR) / 2}
      y={HEIGHT - height}
      width={BAR}
      height={height}
      style={{
        fill: `var(--portal-palette-${isChosen ? 'primary-main' : 'status-completed'})`,
        opacity: value ? 1 : 0.4,
      }}
    />
  );
}
