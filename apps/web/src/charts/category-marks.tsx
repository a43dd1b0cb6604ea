import { memo } from 'react';
import { CHART_COLORS } from './chart-colors';
import type { CategorySeries, useCategories } from './use-categories';

interface CategoryMarksProps {
  kind: 'bar' | 'line';
  series: readonly CategorySeries[];
  geometry: ReturnType<typeof useCategories>;
  width: number;
  height: number;
}

const MAX_DOTS = 60;

/** Bars or lines with the labels of their categories; not drawn again while the pointer moves. */
export const CategoryMarks = memo(function CategoryMarks({
  kind,
  series,
  geometry: { bars, paths, ticks, middle, y },
  width,
  height,
}: CategoryMarksProps) {
  const categories = series[0]?.values.length ?? 0;
  return (
    <>
      {kind === 'bar'
        ? bars.map(({ key, color, ...box }) => (
            <rect key={key} {...box} rx={Math.min(3, box.width / 3)} style={{ fill: color }} />
          ))
        : paths.map(({ key, color, line }) => (
            <path
              key={key}
              d={line}
              fill="none"
              strokeWidth={2}
              strokeLinejoin="round"
              strokeLinecap="round"
              style={{ stroke: color }}
            />
          ))}
      {kind === 'line' &&
        categories <= MAX_DOTS &&
        series.flatMap(({ key, color, values }) =>
          values.map((value, index) =>
            value === null ? null : (
              <circle
                key={`${key} ${index}`}
                cx={middle(index)}
                cy={y(value)}
                r={2.5}
                style={{ fill: color }}
              />
            ),
          ),
        )}
      <line x2={width} y1={y(0)} y2={y(0)} stroke={CHART_COLORS.cursor} />
      {ticks.map(({ index, text }) => (
        <text
          key={index}
          x={middle(index)}
          y={height + 18}
          textAnchor="middle"
          fontSize={11.5}
          fill={CHART_COLORS.text}
        >
          {text}
        </text>
      ))}
    </>
  );
});
