const MEMBERS = 4;
const SLICES = 8;

/** The colour of the n-th member in a chart, from 0; four colours that repeat. */
export function memberColor(index: number): string {
  return `var(--portal-palette-chart-member${index % MEMBERS})`;
}

/** The colour of the n-th series or slice, from 0; eight colours that repeat. */
export function seriesColor(index: number): string {
  return `var(--portal-palette-chart-slice${index % SLICES})`;
}
