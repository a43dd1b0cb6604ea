/** Milliseconds without a connection after which the data counts as stale. */
const STALE_AFTER_MS = 15_000;

/** The tab's connection; `since` is the start of this status in epoch milliseconds. */
export type Connection =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting'; readonly since: number }
  | { readonly kind: 'live'; readonly since: number }
  | { readonly kind: 'reconnecting'; readonly since: number }
  | { readonly kind: 'stale'; readonly since: number };

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
