import type { RoomClosed } from '@portal/contracts/live';
import { create } from 'zustand';
import { afterLoss, type Connection } from './connection-status';
import { cacheState, dropRoom, type AnyState, type LiveStateCache } from './live-state-cache';
import { afterAnswer, afterLeaving, type RoomAnswer, type RoomAnswers } from './room-status';
import { roomKey } from './rooms';

export interface LiveStoreState {
  readonly connection: Connection;
  /** Number of connections of this tab so far. */
  readonly epoch: number;
  /** When the last connection was lost, in epoch milliseconds; null before the first loss. */
  readonly lostAt: number | null;
  readonly states: LiveStateCache;
  /** The server's answer to each subscription, by room. */
  readonly rooms: RoomAnswers;
  /** The connection is open. */
  connected(now: number): void;
  /** The connection is lost or not open yet; the time of the first loss is kept. */
  lost(now: number): void;
  /** Signed out: no connection, and all states of the last user are dropped. */
  off(): void;
  take(entry: AnyState): void;
  /** The server accepted or refused a subscription. */
  answered(room: string, answer: RoomAnswer, now: number): void;
  /** No component uses the room any more. */
  left(room: string): void;
  /** The server closed a room: its states are dropped, since nothing updates them. */
  closed(room: RoomClosed, now: number): void;
}

export const useLiveStore = create<LiveStoreState>()((set) => ({
  connection: { kind: 'off' },
  epoch: 0,
  lostAt: null,
  states: {},
  rooms: {},
  connected(now) {
    set(({ epoch }) => ({ connection: { kind: 'live', since: now }, epoch: epoch + 1 }));
  },
  lost(now) {
    set(({ connection, lostAt }) => ({
      connection: afterLoss(connection, now),
      lostAt: connection.kind === 'live' ? now : lostAt,
    }));
  },
  off() {
    set({ connection: { kind: 'off' }, lostAt: null, states: {}, rooms: {} });
  },
  take(entry) {
    set(({ states, epoch }) => ({ states: cacheState(states, entry, epoch) }));
  },
  answered(room, answer, now) {
    set(({ rooms, epoch }) => ({ rooms: afterAnswer(rooms, room, { answer, epoch, now }) }));
  },
  left(room) {
    set(({ rooms }) => ({ rooms: afterLeaving(rooms, room) }));
  },
  closed({ project_id, pod_name, detail, code, moved_to }, now) {
    const room = roomKey({ project_id, ...(pod_name !== null && { pod_name }) });
    set(({ states, rooms, epoch }) => ({
      states: dropRoom(states, project_id, pod_name),
      rooms: afterAnswer(rooms, room, {
        answer: { ok: false, detail, closing: { code, moved_to } },
        epoch,
        now,
      }),
    }));
  },
}));
