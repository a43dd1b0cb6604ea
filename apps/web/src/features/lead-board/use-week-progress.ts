import { type Drawn, useDrawn } from '../../lib/use-drawn';
import { newestState } from '../../live/newest-state';
import { pushedUntil } from '../../live/room-status';
import { useLiveState, useRoom } from '../../live/use-live';
import { useToday } from '../../entities/portal/use-today';
import { useWeeklyProgress } from './api';
import { mondayOf } from './week/weeks';

/**
 * The progress of a pod in one week: the pushed state of the current week, or the response of the
 * server.
 * @param wanted the Monday of the URL; null for the current week
 */
export function useWeekProgress(projectId: number, podName: string, wanted: string | null) {
  const room = useRoom(projectId, podName);
  const state = useLiveState('weekly-progress', projectId, podName);
  const project = useLiveState('dashboard-changed', projectId);
  const today = useToday();
  const thisWeek = room.kind === 'live' && state ? state.week_start : mondayOf(today);
  const week = wanted ?? thisWeek;
  const isCurrent = week === thisWeek;

  const updates = { room, pushed: project };
  const fetched = useWeeklyProgress(podName, isCurrent ? null : week, updates);
  const pushed = isCurrent && state?.week_start === week ? state : undefined;
  const newest = newestState(room, pushed, fetched.data);
  const drawn: Drawn<NonNullable<typeof newest>, boolean> | undefined = useDrawn(
    {
      data: newest,
      isPending: fetched.isPending,
      dataUpdatedAt: Math.max(fetched.dataUpdatedAt, pushed ? pushedUntil(room) : 0),
    },
    isCurrent,
  );
  return {
    room,
    thisWeek,
    week,
    updates,
    fetched,
    /** The progress, labelled by whether it is that of the current week. */
    drawn,
  };
}
