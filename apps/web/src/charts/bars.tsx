import { Scale } from '@visx/visx';
import { useMemo, type PointerEvent } from 'react';
import { formatCount } from '../lib/format';
import { CHART_COLORS } from './chart-colors';
import { fitLabel } from './fit-label';
import { ChartTooltip } from './chart-tooltip';
import type { NamedValue } from './legend-doughnut';
import { useChosenRow } from './use-chosen-row';
import { ValueLines } from './value-lines';

interface BarsProps {
  values: readonly NamedValue[];
  /** What the values count. */
  measure: string;
  width: number;
  height: number;
  /** Accessible description of the chart. */
  label: string;
  /** Opens what a row counts: a click on it, or Enter. */
  onOpen?: ((key: string) => void) | undefined;
}

const MARGIN = { top: 4, right: 76, bottom: 26, left: 128 };
const CORNER = 4;
/** Space between a label and its bar. */
const LABEL_GAP = 12;
const MAX_BAR_PIXELS = 22;
/** Height of a bar, as a fraction of its row. */
const FILL = 0.6;
/** Keeps a value above zero visible beside one a thousand times larger. */
const MIN_BAR_PIXELS = 3;

/**
 * Horizontal bars with labels on the left and values at their ends. Pointing at a row or using the arrow
 * keys shows its value. For screen readers the chart is a slider over the rows.
 */
export function Bars({ values, measure, width, height, label, onOpen }: BarsProps) {
  const plotWidth = Math.max(0, width - MARGIN.left - MARGIN.right);
  const plotHeight = height - MARGIN.top - MARGIN.bottom;
  const keys = useMemo(() => values.map(({ key }) => key), [values]);
  const { active, setChosen, handlers } = useChosenRow(keys, onOpen);
  const scale = useMemo(
    () =>
      Scale.scaleLinear<number>({
        domain: [0, Math.max(1, ...values.map(({ value }) => value))],
        range: [0, plotWidth],
        nice: 4,
      }),
    [values, plotWidth],
  );
  if (plotWidth <= 0 || values.length === 0) return null;
  const row = plotHeight / values.length;
  const thickness = Math.min(MAX_BAR_PIXELS, row * FILL);
  const lengthOf = (value: number) => (value > 0 ? Math.max(MIN_BAR_PIXELS, scale(value)) : 0);
  const chosen = active === null ? undefined : values[active];
  const spoken = chosen ?? values[0];
  const point = (event: PointerEvent<HTMLElement>) => {
    const at = (event.clientY - event.currentTarget.getBoundingClientRect().top) / row;
    setChosen(keys[Math.min(keys.length - 1, Math.max(0, Math.floor(at)))] ?? null);
  };
  const ticks = scale.ticks(Math.max(2, Math.floor(plotWidth / 90))).filter(Number.isInteger);
  return (
    <div style={{ position: 'relative', width, height }}>
      <svg width={width} height={height} role="img" aria-label={label}>
        <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
          {active !== null && (
            <rect
              x={-MARGIN.left}
              y={active * row}
              width={width}
              height={row}
              fill={CHART_COLORS.grid}
              opacity={0.6}
            />
          )}
          <ValueLines
            upright
            lines={ticks.map((value) => ({ at: scale(value), text: formatCount(value) }))}
            length={plotHeight}
          />
          {values.map(({ key, label: name, value, text, color }, index) => (
            <g key={key} transform={`translate(0 ${row * (index + 0.5)})`}>
              <text
                x={-LABEL_GAP}
                dy="0.35em"
                textAnchor="end"
                fill={CHART_COLORS.strong}
                fontSize={12.5}
              >
                <title>{name}</title>
                {fitLabel(name, MARGIN.left - LABEL_GAP)}
              </text>
              <rect
                y={-thickness / 2}
                width={lengthOf(value)}
                height={thickness}
                rx={Math.min(CORNER, lengthOf(value) / 2)}
                style={{ fill: color }}
              />
              <text x={lengthOf(value) + 8} dy="0.35em" fill={CHART_COLORS.text} fontSize={12}>
                {text}
              </text>
            </g>
          ))}
        </g>
      </svg>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}, by row`}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={values.length}
        aria-valuenow={(active ?? 0) + 1}
        aria-valuetext={spoken && `${spoken.label}: ${measure} ${spoken.text}`}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onClick={() => chosen && onOpen?.(chosen.key)}
        {...handlers}
        onKeyDown={handlers.onKeyDown}
        style={{
          position: 'absolute',
          left: 0,
          top: MARGIN.top,
          width,
          height: plotHeight,
          touchAction: 'pan-y',
          borderRadius: 4,
          cursor: onOpen && chosen ? 'pointer' : 'default',
        }}
      />
      {chosen && (
        <ChartTooltip
          title={chosen.label}
          anchor={MARGIN.left + scale(chosen.value)}
          chartWidth={width}
          rows={[{ ...chosen, label: measure }]}
        />
      )}
    </div>
  );
}
