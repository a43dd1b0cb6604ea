import { memo, useId } from 'react';
import { CHART_COLORS } from './chart-colors';
import type { CategoryKind, SeriesMarks, useCategories } from './use-categories';
import { AxisText } from './value-lines';

interface CategoryMarksProps {
  kind: CategoryKind;
  marks: readonly SeriesMarks[];
}

/** Lines over more categories have no dots; an area has one only for a single value. */
const MAX_DOTS = { line: 60, area: 1 };

/** The marks of all series, the first on top; not drawn again while the pointer moves. */
export const CategoryMarks = memo(function CategoryMarks({ kind, marks }: CategoryMarksProps) {
  return marks.toReversed().map((one) => <MarksOfSeries key={one.key} kind={kind} marks={one} />);
});

/** The bars of one series, or its line. */
export function MarksOfSeries({ kind, marks }: { kind: CategoryKind; marks: SeriesMarks }) {
  const { color, bars, line, area, dots } = marks;
  const gradient = useId();
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
      {kind === 'area' && (
        <>
          <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" style={{ stopColor: color, stopOpacity: 0.26 }} />
            <stop offset="1" style={{ stopColor: color, stopOpacity: 0.01 }} />
          </linearGradient>
          <path d={area} fill={`url(#${gradient})`} />
        </>
      )}
      <path
        d={line}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        style={{ stroke: color }}
      />
      {dots.length <= MAX_DOTS[kind] &&
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
        <AxisText key={index} x={middle(index)} y={height + 18} textAnchor="middle">
          {text}
        </AxisText>
      ))}
    </>
  );
});
