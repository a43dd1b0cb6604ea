import { formatCount, plural } from '../../../lib/format';
import type { DeskState } from './desk-motion';

/** What a screen reader says about a change of the desk. */
export function deskSentence(before: DeskState, next: DeskState): string {
  const now = `${formatCount(next.pending)} pending, ${formatCount(next.done)} done today.`;
  if (before.day !== next.day) return `A new day begins. ${now}`;
  const drop = before.pending - next.pending;
  const rise = next.done - before.done;
  const reviewed = Math.min(drop, rise);
  if (reviewed > 0) return `${plural(reviewed, 'review', 'reviews')} finished. ${now}`;
  return now;
}
