import { useState, useEffect } from 'react';
import type { RoomStatus } from '../../../live/room-status';
import { useRoom } from '../../../live/use-live';
import { useToday } from '../../../entities/portal/use-today';
import { type Counters, useCounters } from '../api';
import type { DeskState } from './desk-motion';
import { afterRowsLeft } from '../left-rows';

export interface Desk {
  readonly room: RoomStatus;
  /** Undefined until the first counters arrive. */
  readonly state: DeskState | undefined;
  /** Time up to which the state is known to be true, in epoch milliseconds. */
  readonly asOf: number;
  readonly error: Error | null;
  retry(): void;
}

/** The counters of a pod's desk: pushed while its room is live, polled otherwise. */
export function useDesk(projectId: number, podName: string): Desk {
  const room = useRoom(projectId, podName);
  const { data, dataUpdatedAt, error, refetch } = useCounters(projectId, podName, room);
  const state = useStateOfDay(data, useToday());
  return {
    room,
    state,
    asOf: dataUpdatedAt,
    error: state ? null : error,
    retry: () => void refetch(),
  };
}

interface Dated {
  readonly counters: Counters;
  readonly state: DeskState;
}

/**
 * The counters with the day on which they arrived. They contain no day, and after midnight the last
 * ones are still those of yesterday until the server sends new ones.
 */
function useStateOfDay(counters: Counters | undefined, day: string): DeskState | undefined {
  const [dated, setDated] = useState<Dated>();
  if (!counters) return dated?.state;
  if (dated?.counters === counters) return dated.state;
  const { pending, done } = counters;
  const same = dated?.state.pending === pending && dated.state.done === done;
  const state = same && dated.state.day === day ? dated.state : { day, pending, done };
  setDated({ counters, state });
  return state;
}

/** The state as the paper shows it: a sheet leaves when its row leaves the queue, which is loaded after the counters. */
export function useAfterRows(state: DeskState): DeskState {
  const [paper, setPaper] = useState({ shown: state, next: state });
  // Each state has its own motion: one that still waits is shown as the next one comes.
  if (paper.next !== state) setPaper({ shown: paper.next, next: state });
  useEffect(() => {
    if (paper.shown === paper.next) return;
    return afterRowsLeft(() => setPaper({ shown: paper.next, next: paper.next }));
  }, [paper]);
  return paper.shown;
}
