import { useEffect, useRef, useState } from 'react';
import { CategoryAxis, CategoryMarks, MarksOfSeries } from './category-marks';
import { formatCount } from '../lib/format';
import { CHART_COLORS } from './chart-colors';
import { CHARACTER_PIXELS } from './fit-label';
import { MAX_LEGEND } from './legend';
import { ChartTooltip } from './chart-tooltip';
import {
  areBarsNarrow,
  barsWidth,
  useCategories,
  useValueScale,
  type CategoryKind,
  type CategorySeries,
} from './use-categories';
import { Measured } from './measured';
import { useChosenValue } from './use-chosen-value';
import { ValueLines } from './value-lines';

/** A series with the text of each value, which is shown instead of the drawn number. */
export interface TextSeries extends CategorySeries {
  readonly texts: readonly string[];
}

interface CategoryChartProps {
  kind: CategoryKind;
  /** Names of the categories. */
  labels: readonly string[];
  /** Short names for the axis, such as those of days: they are not cut, rather some are left out. */
  ticks?: readonly string[];
  series: readonly TextSeries[];
  width: number;
  height: number;
  /** Accessible description of the chart. */
  label: string;
  /** What a category is, for screen readers. */
  by?: 'category' | 'day' | 'week';
  /** The text of a value on the axis; empty for a value without a line. */
  formatTick?: (value: number) => string;
  /** Whether the values of a category are parts of a sum: bars that would be narrow are stacked. */
  areParts?: boolean;
  /** Whether the bars of a category are behind each other, the first in front. */
  layered?: boolean;
}

const MARGIN = { top: 10, right: 12, bottom: 28 };
const MIN_LEFT = 36;
const SCROLLBAR = 12;
const TOOLTIP_PIXELS = 220;
/** Of the other series while one is chosen. */
const OTHERS_OPACITY = 0.25;

/** A chart that fills its place, at least `minHeight` pixels high. */
export function MeasuredChart({
  minHeight,
  ...chart
}: Omit<CategoryChartProps, 'width' | 'height'> & { minHeight: number }) {
  return (
    <Measured minHeight={minHeight}>{(size) => <CategoryChart {...chart} {...size} />}</Measured>
  );
}

/**
 * Grouped bars, lines or areas over categories, such as days. Pointing at a category or using the
 * arrow keys shows its values; with more than ten series, the nearest value. Bars that would be too
 * thin are stacked, or scrolled. For screen readers the chart is a slider over the categories.
 */
export function CategoryChart(props: CategoryChartProps) {
  const { kind, labels, series, width, height, label } = props;
  const { areParts = false, layered = false } = props;
  const { by = 'category', formatTick = wholeNumber } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);

  const plotHeight = height - MARGIN.top - MARGIN.bottom - SCROLLBAR;
  const stacked = kind === 'bar' && areParts && areBarsNarrow(labels.length, series.length, width);
  const scale = useValueScale(series, plotHeight, stacked);
  const lines = scale
    .ticks(4)
    .map((value) => ({ at: scale(value), text: formatTick(value) }))
    .filter(({ text }) => text !== '');
  const longest = Math.max(...lines.map(({ text }) => text.length));
  const left = Math.max(MIN_LEFT, Math.ceil(longest * CHARACTER_PIXELS) + 16);
  const room = Math.max(0, width - left - MARGIN.right);
  const plot = {
    width:
      kind === 'bar' && !stacked
        ? barsWidth(labels.length, layered ? 1 : series.length, room)
        : room,
    height: plotHeight,
  };
  const axis = { labels: props.ticks ?? labels, wholeLabels: props.ticks !== undefined };
  const geometry = useCategories({ kind, ...axis, series, stacked, layered, ...plot });
  const { y, step, middle, indexAt, points, xOf } = geometry;
  const nearest = series.length > MAX_LEGEND;
  const { active, resting, handlers } = useChosenValue({
    categories: labels.length,
    series: series.length,
    // The newest day or week is the last.
    first: by === 'category' ? 0 : labels.length - 1,
    nearest,
    points,
    indexAt,
  });
  const at =
    active &&
    (active.series === null ? middle(active.category) : xOf(active.series, active.category));

  useEffect(() => {
    const element = scroller.current;
    if (!element || at === null) return;
    const { scrollLeft, clientWidth } = element;
    if (at < scrollLeft || at > scrollLeft + clientWidth) element.scrollLeft = at - clientWidth / 2;
  }, [at]);

  const chosen = active?.series == null ? undefined : geometry.marks[active.series];

  if (room <= 0 || labels.length === 0) return null;
  const rowsOf = (category: number, only: number | null) =>
    series.flatMap(({ key, label: name, color, texts }, index) =>
      only === null || only === index
        ? [{ key, label: name, color, text: texts[category] ?? '' }]
        : [],
    );
  const spoken = active ?? resting;

  return (
    <div style={{ position: 'relative', width, height }}>
      <svg width={width} height={height} aria-hidden style={{ position: 'absolute' }}>
        <g transform={`translate(${left} ${MARGIN.top})`}>
          <ValueLines lines={lines} length={room} />
        </g>
      </svg>
      <div
        ref={scroller}
        onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
        style={{
          position: 'absolute',
          left,
          width: room,
          height,
          overflowX: plot.width > room ? 'auto' : 'visible',
          overflowY: plot.width > room ? 'hidden' : 'visible',
          scrollbarWidth: 'thin',
        }}
      >
        <svg
          width={plot.width}
          height={height - SCROLLBAR}
          role="img"
          aria-label={label}
          style={{ display: 'block', overflow: plot.width > room ? 'hidden' : 'visible' }}
        >
          <g transform={`translate(0 ${MARGIN.top})`}>
            {active && (
              <rect
                x={middle(active.category) - step / 2}
                width={step}
                height={plot.height}
                fill={CHART_COLORS.grid}
                opacity={0.6}
              />
            )}
            <g opacity={chosen ? OTHERS_OPACITY : 1}>
              <CategoryMarks kind={kind} marks={geometry.marks} />
            </g>
            {chosen && <MarksOfSeries kind={kind} marks={chosen} />}
            <CategoryAxis geometry={geometry} {...plot} />
            {active &&
              (kind !== 'bar' || (nearest && !stacked)) &&
              series.map(({ key, color, values }, index) => {
                const value = values[active.category] ?? null;
                if (value === null || (nearest && index !== active.series)) return null;
                return (
                  <circle
                    key={key}
                    cx={xOf(index, active.category)}
                    cy={y(value)}
                    r={4.5}
                    strokeWidth={2}
                    stroke={CHART_COLORS.ground}
                    style={{ fill: color }}
                  />
                );
              })}
          </g>
        </svg>
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${label}, by ${by}`}
          aria-valuemin={1}
          aria-valuemax={labels.length}
          aria-valuenow={spoken.category + 1}
          aria-valuetext={`${labels[spoken.category] ?? ''}: ${rowsOf(
            spoken.category,
            spoken.series,
          )
            .map((row) => `${row.label} ${row.text}`)
            .join(', ')}`}
          {...handlers}
          style={{
            position: 'absolute',
            left: 0,
            top: MARGIN.top,
            width: plot.width,
            height: plot.height,
            touchAction: plot.width > room ? 'auto' : 'pan-y',
            borderRadius: 4,
          }}
        />
      </div>
      {active && at !== null && (
        <ChartTooltip
          title={labels[active.category] ?? ''}
          anchor={left + at - scrolled}
          chartWidth={width}
          width={Math.min(TOOLTIP_PIXELS, width)}
          rows={rowsOf(active.category, active.series)}
        />
      )}
    </div>
  );
}

/** Counts have no fractions. */
function wholeNumber(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : '';
}
