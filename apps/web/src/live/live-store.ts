import type { RoomClosed } from '@portal/contracts/live';
import { create } from 'zustand';
import { cacheState, dropRoom, type AnyState, type LiveStateCache } from './live-state-cache';

/** Milliseconds without a connection after which the data counts as stale. */
export const STALE_AFTER_MS = 15_000;

/** The tab's connection; `since` is the start of this status in epoch milliseconds. */
export type Connection =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly since: number }
  | { readonly kind: 'live'; readonly since: number }
  | { readonly kind: 'reconnecting'; readonly since: number }
  | { readonly kind: 'stale'; readonly since: number };

export interface LiveStoreState {
  readonly connection: Connection;
  /** Number of connections of this tab so far. */
  readonly epoch: number;
  readonly states: LiveStateCache;
  /** The connection is open. */
  connected(now: number): void;
  /** The connection is lost or not open yet; the time of the first loss is kept. */
  lost(now: number): void;
  /** Signed out: no connection, and all states of the last user are dropped. */
  off(): void;
  take(entry: AnyState): void;
  /** The states of a closed room are dropped: nothing updates them any more. */
  closed(room: RoomClosed): void;
}

export const useLiveStore = create<LiveStoreState>()((set) => ({
  connection: { kind: 'off' },
  epoch: 0,
  states: {},
  connected(now) {
    set(({ epoch }) => ({ connection: { kind: 'live', since: now }, epoch: epoch + 1 }));
  },
  lost(now) {
    set(({ connection }) => ({ connection: afterLoss(connection, now) }));
  },
  off() {
    set({ connection: { kind: 'off' }, states: {} });
  },
  take(entry) {
    set(({ states, epoch }) => ({ states: cacheState(states, entry, epoch) }));
  },
  closed({ project_id, pod_name }) {
    set(({ states }) => ({ states: dropRoom(states, project_id, pod_name) }));
  },
}));

/** The connection status at `now` without a connection; call it again as time passes. */
export function afterLoss(connection: Connection, now: number): Connection {
  switch (connection.kind) {
    case 'off':
      return { kind: 'connecting', since: now };
    case 'live':
      return { kind: 'reconnecting', since: now };
    case 'connecting':
    case 'reconnecting':
      return now - connection.since >= STALE_AFTER_MS
        ? { kind: 'stale', since: connection.since }
        : connection;
    case 'stale':
      return connection;
  }
}
