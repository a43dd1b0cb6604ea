import type { MemberProgress } from '@portal/contracts/live';
import { type Goal, isOfWeek, type Progress } from '@portal/domain/weekly';

export type Level = NonNullable<MemberProgress['level']>;

export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  error: 'Needs Attention',
  warning: 'Approaching Target',
  success: 'On Target',
};

export function levelWords(level: Level | null): string {
  return level === null ? 'Nothing due yet' : LEVEL_WORDS[level];
}

/** What the number of a level is a percentage of. */
export function levelBasis(progress: Pick<Progress, 'percent'>, goal: Goal): string {
  return isOfWeek(progress, goal) ? 'of the weekly target' : 'of what is due by now';
}

/** The CSS colour of a level; a neutral one without a goal and while nothing is due. */
export function levelColor(level: Level | null): string {
  return level === null
    ? 'var(--portal-palette-status-other)'
    : `var(--portal-palette-${level}-main)`;
}

/** The CSS colour of what is written about a level, which is readable without a level, too. */
export function levelTextColor(level: Level | null): string {
  return level === null ? 'var(--portal-palette-text-secondary)' : levelColor(level);
}
