import type { ChartType } from './use-views';

/** The grid of cards: twelve columns. */
export const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gap: 2,
} as const;

const SPANS: Readonly<Record<ChartType, number>> = { table: 12, bar: 6, line: 6, doughnut: 4 };

/** `gridColumn` of a card by the default chart type of its statistic; phones show one column. */
export function cardSpan(type: ChartType) {
  const wide = SPANS[type];
  return { xs: 'span 12', md: `span ${Math.max(6, wide)}`, lg: `span ${wide}` };
}

/**
 * Height of a card below its header in CSS pixels, while the query runs: of a chart with its legend, and of
 * a table with a page of rows. A chart keeps it, so that the cards below do not move.
 */
export const BODY_HEIGHT: Readonly<Record<ChartType, number>> = {
  table: 520,
  bar: 420,
  line: 420,
  doughnut: 420,
};
