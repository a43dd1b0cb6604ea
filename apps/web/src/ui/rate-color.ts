const GOOD = 75;
const FAIR = 50;

/** Colour of a review rate in percent: green from 75, warning from 50, error below. */
export function rateColor(rate: number): string {
  const palette = rate >= GOOD ? 'success' : rate >= FAIR ? 'warning' : 'error';
  return `var(--portal-palette-${palette}-main)`;
}
