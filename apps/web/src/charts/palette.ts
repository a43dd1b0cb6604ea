const NAMES = [
  'reviewed',
  'in_progress',
  'pending',
  'ready_for_review',
  'completed',
  'rework',
  'delivered',
  'other',
] as const;

/** The colour of the n-th series or slice, from 0; eight colours that repeat. */
export function seriesColor(index: number): string {
  return `var(--portal-palette-status-${NAMES[index % NAMES.length] ?? 'other'})`;
}
