import { useQuery } from '@tanstack/react-query';
import { weekOptions } from '../../../entities/pods/week';
import { useToday } from '../../../entities/portal/use-today';
import { useDrawn } from '../../../lib/use-drawn';
import { useLiveState, useRoom } from '../../../live/use-live';
import { useWeeklyProgress } from '../api';
import { mondayOf } from './weeks';

/**
 * The progress of a pod in one week: pushed if it is the current one, else fetched.
 * @param wanted the Monday of the URL; null for the current week
 */
export function useWeekProgress(projectId: number, podName: string, wanted: string | null) {
  const room = useRoom(projectId, podName);
  const current = useQuery({ ...weekOptions(podName), enabled: false }).data;
  const updates = { room, pushed: useLiveState('dashboard-changed', projectId) };
  const today = useToday();
  const thisWeek = room.kind === 'live' && current ? current.week_start : mondayOf(today);
  const week = wanted ?? thisWeek;
  const isCurrent = week === thisWeek;

  const fetched = useWeeklyProgress(podName, isCurrent ? null : week, updates);
  // What was fetched or pushed as the current week is an older one after Sunday's midnight.
  const isLate = fetched.data !== undefined && fetched.data.week_start !== week;
  /** The progress, labelled by whether it is that of the current week. */
  const latest = useDrawn(fetched, isCurrent && !isLate);
  const drawn = latest && isLate ? { ...latest, isOld: true } : latest;
  return { room, thisWeek, week, updates, fetched, drawn };
}
