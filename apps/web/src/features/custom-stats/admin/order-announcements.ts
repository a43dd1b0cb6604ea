import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';
import type { CustomStat } from '@portal/contracts/custom-stats';

/** What a screen reader says while a statistic is moved. */
export function orderAnnouncements(stats: readonly CustomStat[]) {
  const nameOf = (id: unknown): string => stats.find((stat) => stat.id === id)?.name ?? '';
  const placeOf = (id: unknown): string =>
    `position ${stats.findIndex((stat) => stat.id === id) + 1} of ${stats.length}`;
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Moving ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is at ${placeOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was moved to ${placeOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} was not moved.`,
  };
  const screenReaderInstructions: ScreenReaderInstructions = {
    draggable:
      'Press Space to move this statistic, the arrow keys to change its position, Space to save, Escape to cancel.',
  };
  return { announcements, screenReaderInstructions };
}
