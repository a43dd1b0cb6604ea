import { SUCCESS_PERCENT, WARNING_PERCENT } from '@portal/domain/weekly';
import type { Level } from './crossings';

/** The colour of a pace in percent, with the thresholds of the weekly target. */
export function paceColor(pace: number): string {
  if (pace >= SUCCESS_PERCENT) return levelColor('success');
  return levelColor(pace >= WARNING_PERCENT ? 'warning' : 'error');
}

/** The CSS colour of a level; a neutral one without a target. */
export function levelColor(level: Level | null): string {
  return level === null
    ? 'var(--portal-palette-status-other)'
    : `var(--portal-palette-${level}-main)`;
}
