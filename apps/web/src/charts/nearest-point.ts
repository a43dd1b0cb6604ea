import { Voronoi } from '@visx/visx';

/** One value of a series, where it is drawn. */
export interface ChartPoint {
  readonly series: number;
  readonly category: number;
  readonly x: number;
  readonly y: number;
}

/** Finds the point nearest to a position, by the Delaunay triangulation of all points. */
export type FindPoint = (x: number, y: number) => ChartPoint | undefined;

export function nearestPoint(points: readonly ChartPoint[]): FindPoint {
  const diagram = Voronoi.voronoi<ChartPoint>({
    x: ({ x }) => x,
    y: ({ y }) => y,
    width: furthest(points.map(({ x }) => x)),
    height: furthest(points.map(({ y }) => y)),
  })([...points]);
  return (x, y) => diagram.find(x, y)?.data;
}

function furthest(positions: readonly number[]): number {
  return positions.reduce((most, position) => Math.max(most, position), 0);
}
