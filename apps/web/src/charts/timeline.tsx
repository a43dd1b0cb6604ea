import { Axis, Grid, Group } from '@visx/visx';
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { AxisLabel } from './axis-label';
import { CHART_COLORS } from './chart-colors';
import { indexAfterKey } from './index-after-key';
import { TimelineTooltip } from './timeline-tooltip';
import { useTimeline, type TimelineSeries } from './use-timeline';

export interface TimelineDay {
  /** Label on the axis. */
  readonly tick: string;
  /** Title of the tooltip, also read aloud. */
  readonly title: string;
}

interface TimelineProps {
  days: readonly TimelineDay[];
  series: readonly TimelineSeries[];
  width: number;
  height: number;
  /** Accessible description of the chart. */
  label: string;
  formatValue: (value: number) => string;
}

/** Page Up and Page Down go this many days. */
const WEEK = 7;
const MARGIN = { top: 10, right: 14, bottom: 28, left: 46 };

/**
 * Daily counts as lines with areas. Pointing at a day or using the arrow keys shows its values. For
 * screen readers the chart is a slider over the days.
 */
export function Timeline({ days, series, width, height, label, formatValue }: TimelineProps) {
  const gradient = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const plot = {
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.top - MARGIN.bottom,
  };
  const geometry = useTimeline({ days: days.length, series, ...plot });
  const { x, y, dayAt, labels } = geometry;
  if (plot.width <= 0 || days.length === 0) return null;

  // The period can become shorter after the day was selected.
  const active = chosen === null ? null : Math.min(chosen, days.length - 1);
  const activeDay = active === null ? undefined : days[active];
  // The first series is drawn last, on top of the others.
  const paths = geometry.paths.toReversed();
  const ticks = y.ticks(4).filter(Number.isInteger);

  const point = (event: PointerEvent<HTMLElement>) =>
    setChosen(dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left) ?? null);
  const move = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, active, days.length, WEEK);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };

  return (
    <div style={{ position: 'relative', width, height }}>
      <svg width={width} height={height} role="img" aria-label={label}>
        <defs>
          {paths.map((path) => (
            <linearGradient
              key={path.key}
              id={`${gradient}-${path.key}`}
              x1="0"
              x2="0"
              y1="0"
              y2="1"
            >
              <stop offset="0" style={{ stopColor: path.color, stopOpacity: 0.26 }} />
              <stop offset="1" style={{ stopColor: path.color, stopOpacity: 0.01 }} />
            </linearGradient>
          ))}
        </defs>
        <Group.Group left={MARGIN.left} top={MARGIN.top}>
          <Grid.GridRows
            scale={y}
            width={plot.width}
            tickValues={ticks}
            stroke={CHART_COLORS.grid}
          />
          {active !== null && (
            <line x1={x(active)} x2={x(active)} y2={plot.height} stroke={CHART_COLORS.cursor} />
          )}
          {paths.map((path) => (
            <path key={path.key} d={path.area} fill={`url(#${gradient}-${path.key})`} />
          ))}
          {paths.map((path) => (
            <path
              key={path.key}
              d={path.line}
              fill="none"
              strokeWidth={2}
              strokeLinejoin="round"
              strokeLinecap="round"
              style={{ stroke: path.color }}
            />
          ))}
          {(days.length === 1 || active !== null) &&
            paths.map((path) => (
              <circle
                key={path.key}
                cx={x(active ?? 0)}
                cy={path.y[active ?? 0]}
                r={4}
                strokeWidth={2}
                stroke={CHART_COLORS.ground}
                style={{ fill: path.color }}
              />
            ))}
          <Axis.AxisLeft
            scale={y}
            tickValues={ticks}
            tickFormat={(value) => formatValue(Number(value))}
            tickComponent={AxisLabel}
            tickLabelProps={{ textAnchor: 'end', dx: '-0.3em', dy: '0.32em' }}
            hideTicks
            hideAxisLine
          />
          <Axis.AxisBottom
            top={plot.height}
            scale={x}
            tickValues={labels}
            tickFormat={(index) => days[Number(index)]?.tick}
            tickComponent={AxisLabel}
            tickLabelProps={(index) => ({
              textAnchor: Number(index) === days.length - 1 && days.length > 1 ? 'end' : 'middle',
              dy: '0.5em',
            })}
            hideTicks
            stroke={CHART_COLORS.cursor}
          />
        </Group.Group>
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}, by day`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={(active ?? days.length - 1) + 1}
        aria-valuetext={valueText(days, series, active ?? days.length - 1, formatValue)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) setChosen(active ?? days.length - 1);
        }}
        onBlur={() => setChosen(null)}
        onKeyDown={move}
        style={{
          position: 'absolute',
          left: MARGIN.left,
          top: MARGIN.top,
          width: plot.width,
          height: plot.height,
          touchAction: 'pan-y',
          borderRadius: 4,
        }}
      />
      {active !== null && activeDay && (
        <TimelineTooltip
          title={activeDay.title}
          anchor={MARGIN.left + x(active)}
          chartWidth={width}
          rows={series.map((one) => ({
            key: one.key,
            label: one.label,
            color: one.color,
            text: formatValue(one.values[active] ?? 0),
          }))}
        />
      )}
    </div>
  );
}

function valueText(
  days: readonly TimelineDay[],
  series: readonly TimelineSeries[],
  day: number,
  formatValue: (value: number) => string,
): string {
  const values = series.map((one) => `${one.label} ${formatValue(one.values[day] ?? 0)}`);
  return `${days[day]?.title ?? ''}: ${values.join(', ')}`;
}
