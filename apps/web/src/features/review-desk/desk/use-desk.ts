import type { Stamp } from '@portal/contracts/stamp';
import { useState } from 'react';
import { newestState } from '../../../live/newest-state';
import { pushedUntil, type RoomStatus } from '../../../live/room-status';
import { useLiveState, useRoom } from '../../../live/use-live';
import { useReportingZone, useToday } from '../../../entities/portal/use-today';
import { useReviewStats } from '../api';
import type { DeskState } from './desk-motion';

interface Counters extends Stamp {
  readonly pending: number;
  readonly done: number;
}

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
  const pushed = useLiveState('review-counters', projectId, podName);
  const day = useToday();
  const zone = useReportingZone();
  const isLive = room.kind === 'live' && pushed !== undefined;
  const polled = useReviewStats({ projectId, podName, day, zone }, isLive);
  const counters = newestState<Counters, Counters>(room, pushed, polled.data);
  const state = useStateOfDay(counters, day);
  return {
    room,
    state,
    asOf: (counters !== polled.data && pushedUntil(room)) || polled.dataUpdatedAt,
    error: state ? null : polled.error,
    retry: () => void polled.refetch(),
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
