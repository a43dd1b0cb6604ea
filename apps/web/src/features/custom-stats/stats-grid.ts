import type { ChartType } from './use-views';

/** Twelve columns for the cards. */
export const cardsSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  gap: 2,
} as const;

const COLUMNS: Readonly<Record<ChartType, number>> = { table: 12, bar: 6, line: 6, doughnut: 4 };

/** The columns of a card by the default chart type of its statistic; phones show one card in a row. */
export function cardColumns(type: ChartType) {
  const columns = COLUMNS[type];
  return {
    gridColumn: { xs: 'span 12', md: `span ${Math.max(columns, 6)}`, lg: `span ${columns}` },
  };
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
