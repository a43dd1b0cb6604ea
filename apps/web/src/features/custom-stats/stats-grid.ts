import type { ChartType } from './use-views';

/** The rows of cards: the cards of a row share its width. */
export const cardsSx = { display: 'flex', flexWrap: 'wrap', gap: 2 } as const;

const WIDTHS: Readonly<Record<ChartType, string>> = {
  table: '100%',
  bar: '45%',
  line: '45%',
  doughnut: '30%',
};

/** Least width of a card by the default chart type of its statistic; phones show one column. */
export function cardBasis(type: ChartType) {
  const narrow = type === 'table' ? '100%' : '45%';
  return { flexGrow: 1, flexBasis: { xs: '100%', md: narrow, lg: WIDTHS[type] } };
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
