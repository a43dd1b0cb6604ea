import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type ScreenReaderInstructions,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { List } from '@mui/material';
import type { CustomStat } from '@portal/contracts/custom-stats';
import { useActivateStat, useOrderStats } from '../api';
import type { OpenDialog } from '../stat-dialogs';
import { StatRow } from './stat-row';

interface StatOrderProps {
  projectId: number;
  stats: readonly CustomStat[];
  onOpen: (dialog: OpenDialog) => void;
}

/** The statistics of a project; the rows are sorted by dragging their handles, or by the keyboard. */
export function StatOrder({ projectId, stats, onOpen }: StatOrderProps) {
  const order = useOrderStats(projectId);
  const activate = useActivateStat(projectId);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function move({ active, over }: DragEndEvent): void {
    const from = stats.findIndex(({ id }) => id === active.id);
    const to = stats.findIndex(({ id }) => id === over?.id);
    if (from !== -1 && to !== -1 && from !== to) order.mutate(arrayMove([...stats], from, to));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={move}
      accessibility={orderAnnouncements(stats)}
    >
      <SortableContext items={stats.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <List aria-label="Custom statistics in their order" disablePadding>
          {stats.map((stat) => (
            <StatRow
              key={stat.id}
              stat={stat}
              onOpen={onOpen}
              onActivate={(active) => activate.mutate({ stat, active })}
            />
          ))}
        </List>
      </SortableContext>
    </DndContext>
  );
}

/** What a screen reader says while a statistic is moved. */
function orderAnnouncements(stats: readonly CustomStat[]) {
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
