import type { RoomClosed } from '@portal/contracts/live';
import { create } from 'zustand';
import { afterLoss, type Connection } from './connection-status';
import { afterAnswer, afterLeaving, type RoomAnswer, type RoomAnswers } from './room-status';
import { roomKey } from './rooms';

export interface LiveStoreState {
  readonly connection: Connection;
  /** Number of connections of this tab so far. */
  readonly connectionNo: number;
  /** When the last connection was lost, in epoch milliseconds; null before the first loss. */
  readonly lostAt: number | null;
  /** How many notifications of the user are unread. */
  readonly unread: number;
  /** The epoch of the last pushed state; null before the first. */
  readonly epoch: string | null;
  /** The server's answer to each subscription, by room. */
  readonly rooms: RoomAnswers;
  /** The connection is open. */
  connected(now: number): void;
  /** The connection is lost or not open yet; the time of the first loss is kept. */
  lost(now: number): void;
  /** Signed out: no connection. */
  off(): void;
  /** A state of this epoch arrived. */
  began(epoch: string): void;
  /** The server accepted or refused a subscription. */
  answered(room: string, answer: RoomAnswer, now: number): void;
  /** No component uses the room any more. */
  left(room: string): void;
  /** The server closed a room. */
  closed(room: RoomClosed, now: number): void;
}

export const useLiveStore = create<LiveStoreState>()((set) => ({
  connection: { kind: 'off' },
  connectionNo: 0,
  lostAt: null,
  unread: 0,
  epoch: null,
  rooms: {},
  connected(now) {
    set(({ connectionNo }) => ({
      connection: { kind: 'live', since: now },
      connectionNo: connectionNo + 1,
    }));
  },
  lost(now) {
    set(({ connection, lostAt }) => ({
      connection: afterLoss(connection, now),
      lostAt: connection.kind === 'live' ? now : lostAt,
    }));
  },
  off() {
    set({ connection: { kind: 'off' }, lostAt: null, unread: 0, epoch: null, rooms: {} });
  },
  began(epoch) {
    set({ epoch });
  },
  answered(room, answer, now) {
    set(({ rooms, connectionNo }) => ({
      rooms: afterAnswer(rooms, room, { answer, connectionNo, now }),
    }));
  },
  left(room) {
    set(({ rooms }) => ({ rooms: afterLeaving(rooms, room) }));
  },
  closed({ project_id, pod_name, detail, code, moved_to }, now) {
    const room = roomKey({ project_id, ...(pod_name !== null && { pod_name }) });
    set(({ rooms, connectionNo }) => ({
      rooms: afterAnswer(rooms, room, {
        answer: { ok: false, detail, closing: { code, moved_to } },
        connectionNo,
        now,
      }),
    }));
  },
}));
