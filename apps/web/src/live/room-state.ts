import type { RoomState } from '@portal/contracts/live';
import type { AnyState } from './live-state-cache';

/** The states in the acknowledgement of a subscription. */
export function statesOfRoom(room: RoomState): AnyState[] {
  const states: AnyState[] = [
    { topic: 'sync-time', state: room.sync_time },
    { topic: 'dashboard-changed', state: room.dashboard },
    { topic: 'review-counters', state: room.review_counters },
  ];
  if (room.weekly_progress) states.push({ topic: 'weekly-progress', state: room.weekly_progress });
  return states;
}
