import type { Level } from './crossings';

/** The CSS colour of a level; a neutral one without a target and while nothing is due. */
export function levelColor(level: Level | null): string {
  return level === null
    ? 'var(--portal-palette-status-other)'
    : `var(--portal-palette-${level}-main)`;
}
