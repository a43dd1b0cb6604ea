import { memo } from 'react';
import { CHART_COLORS } from './chart-colors';
import type { SeriesMarks, useCategories } from './use-categories';

interface CategoryMarksProps {
  kind: 'bar' | 'line';
  marks: readonly SeriesMarks[];
}

/** Lines over more categories have no dots. */
const MAX_DOTS = 60;

/** The bars or lines of all series; not drawn again while the pointer moves. */
export const CategoryMarks = memo(function CategoryMarks({ kind, marks }: CategoryMarksProps) {
  return marks.map((one) => <MarksOfSeries key={one.key} kind={kind} marks={one} />);
});

/** The bars of one series, or its line with a dot for each value. */
export function MarksOfSeries({ kind, marks }: { kind: 'bar' | 'line'; marks: SeriesMarks }) {
  const { color, bars, line, dots } = marks;
  if (kind === 'bar') {
    return bars.map((box) => (
      <rect
        key={box.x}
        {...box}
        rx={Math.min(3, box.width / 3, box.height / 6)}
        style={{ fill: color }}
      />
    ));
  }
  return (
    <>
      <path
        d={line}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        style={{ stroke: color }}
      />
      {dots.length <= MAX_DOTS &&
        dots.map(({ x, y }) => <circle key={x} cx={x} cy={y} r={2.5} style={{ fill: color }} />)}
    </>
  );
}

interface CategoryAxisProps {
  geometry: ReturnType<typeof useCategories>;
  width: number;
  height: number;
}

/** The line of zero, and the labels of the categories. */
export const CategoryAxis = memo(function CategoryAxis(props: CategoryAxisProps) {
  const { geometry, width, height } = props;
  const { ticks, middle, y } = geometry;
  return (
    <>
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
