import { create } from 'zustand';
import { hold, type AnyState, type LiveStateCache } from './live-state-cache';

/** After this long without a connection what is shown counts as stale, in milliseconds. */
export const STALE_AFTER_MS = 15_000;

/** The tab's connection; `since` is the epoch millisecond at which this began. */
export type Connection =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly since: number }
  | { readonly kind: 'live'; readonly since: number }
  | { readonly kind: 'reconnecting'; readonly since: number }
  | { readonly kind: 'stale'; readonly since: number };

export interface LiveStoreState {
  readonly connection: Connection;
  /** Counts the connections this tab has had. */
  readonly epoch: number;
  readonly held: LiveStateCache;
  /** A connection stands. */
  connected(now: number): void;
  /** The connection is gone or has not come yet; the time of the first loss is kept. */
  lost(now: number): void;
  /** Nobody is signed in: no connection, and nothing of the last user is kept. */
  off(): void;
  take(entry: AnyState): void;
}

export const useLiveStore = create<LiveStoreState>()((set) => ({
  connection: { kind: 'off' },
  epoch: 0,
  held: {},
  connected(now) {
    set(({ epoch }) => ({ connection: { kind: 'live', since: now }, epoch: epoch + 1 }));
  },
  lost(now) {
    set(({ connection }) => ({ connection: afterLoss(connection, now) }));
  },
  off() {
    set({ connection: { kind: 'off' }, held: {} });
  },
  take(entry) {
    set(({ held, epoch }) => ({ held: hold(held, entry, epoch) }));
  },
}));

/** The state of a connection that is not there at `now`; called again as time passes. */
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
