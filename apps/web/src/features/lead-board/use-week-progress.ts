import type { WeeklyProgress } from '@portal/contracts/live';
import { isOlder } from '@portal/domain/stamps';
import { replaceEqualDeep } from '@tanstack/react-query';
import { useState } from 'react';
import { pushedUntil, type RoomStatus } from '../../live/room-status';
import { useLiveState, useRoom } from '../../live/use-live';
import { useToday } from '../../session/use-today';
import { useWeeklyProgress } from './requests/weekly-progress';
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
  const week = wanted !== null && wanted < thisWeek ? wanted : thisWeek;
  const isCurrent = week === thisWeek;

  const fetched = useWeeklyProgress(podName, isCurrent ? null : week, { room, pushed: project });
  const pushed = isCurrent && state?.week_start === week ? state : undefined;
  const newest = newestOf(room, pushed, fetched.isPlaceholderData ? undefined : fetched.data);
  const progress = useShared(newest ?? fetched.data);
  return {
    room,
    thisWeek,
    week,
    isCurrent,
    /** The newest pushed state of the project. */
    project,
    fetched,
    progress,
    /** Whether `progress` is that of another week while the wanted one loads. */
    isPlaceholder: newest === undefined,
    /** Time of the numbers in epoch milliseconds. */
    asOf: Math.max(fetched.dataUpdatedAt, pushed ? pushedUntil(room) : 0),
  };
}

/** On a live connection the pushed state; else the newer one. */
function newestOf(
  room: RoomStatus,
  pushed: WeeklyProgress | undefined,
  fetched: WeeklyProgress | undefined,
): WeeklyProgress | undefined {
  if (!pushed || !fetched || room.kind === 'live') return pushed ?? fetched;
  return isOlder(fetched, pushed) ? pushed : fetched;
}

/** The same value with the objects of the last one where they are equal, so that rows can skip. */
function useShared(value: WeeklyProgress | undefined): WeeklyProgress | undefined {
  const [shared, setShared] = useState(value);
  const next = replaceEqualDeep(shared, value);
  if (next !== shared) setShared(next);
  return next;
}
