import { Db } from '@portal/persistence/db';
import type { Config } from '@portal/platform/config';
import type { OutageLog } from '@portal/platform/outage-log';

/**
 * Reads. The database refuses changes on the connections of this and the next two classes: no statement there waits
 * for a lock of a change, and changes that wait cannot take these connections.
 */
export class Reads extends Db {}

/**
 * Prepared reads of large tables: lists and desks in the order of an index. Without connections of
 * their own each of them would need a transaction for its settings.
 */
export class IndexedReads extends Db {}

/** Scans of a list and exports, so that other requests never wait for one. See `ListConnections`. */
export class Scans extends Db {}

/** Changes by users, in `AuditedTransactions`, and what a boot prepares. */
export class Changes extends Db {}

/**
 * What the portal itself writes: sessions, counted sign-ins, uses of API tokens, keys of requests,
 * roles of custom SQL.
 * These transactions are short, so that callers are served while changes wait.
 */
export class Sessions extends Db {}

/** Running at a time on each server. */
export const SCANS = 2;
export const EXPORTS = 2;

/** The longest wait for a connection that changes something. */
const CONNECT_MS = 5_000;

/** The database refuses changes. */
const READ_ONLY = { default_transaction_read_only: 'on' };

/** A read that takes longer is cancelled, unless its pool sets another limit: its user has given up by then. */
const READ_LIMIT = { statement_timeout: '30s' };

/**
 * The hot data is in memory. With the default cost of a spinning disk the planner prefers a full
 * scan of a small table, once per row of another table, to an index lookup.
 */
const PLANNER_SETTINGS = { random_page_cost: '1.1' };

/**
 * Use the order of an index instead of another access path and a sort. The plan does not depend on the
 * values, so a generic plan is made once.
 */
export const INDEXED_SETTINGS = {
  enable_sort: 'off',
  enable_incremental_sort: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;

/** Compiling a scan takes longer than it saves. A cursor is read to its end. */
const SCAN_SETTINGS = { ...PLANNER_SETTINGS, jit: 'off', cursor_tuple_fraction: '1' };

/** Each pool: its class, its name in the metrics, its connections. */
export const POOLS = [
  {
    db: Reads,
    name: 'reads',
    applicationName: 'portal-server',
    poolSize: 12,
    settings: { ...PLANNER_SETTINGS, ...READ_ONLY, ...READ_LIMIT },
  },
  {
    db: Changes,
    name: 'changes',
    applicationName: 'portal-server changes',
    poolSize: 10,
    connectMs: CONNECT_MS,
    settings: PLANNER_SETTINGS,
  },
  {
    db: Sessions,
    name: 'sessions',
    applicationName: 'portal-server sessions',
    poolSize: 4,
    connectMs: CONNECT_MS,
    settings: { lock_timeout: '2s' },
  },
  {
    db: IndexedReads,
    name: 'large-lists',
    applicationName: 'portal-server lists',
    poolSize: 8,
    settings: { ...INDEXED_SETTINGS, ...READ_ONLY, ...READ_LIMIT },
  },
  {
    db: Scans,
    name: 'list-scans',
    applicationName: 'portal-server scans',
    poolSize: SCANS + EXPORTS,
    settings: { ...SCAN_SETTINGS, ...READ_ONLY },
  },
] as const;

/** The open pools by name. */
export class Pools extends Map<string, Db> {}

export function openPools({ databaseUrl: url }: Config, outages: OutageLog): Pools {
  const reports = {
    onAway: (error: unknown) => outages.failed('the database', error),
    onWorks: () => outages.works('the database'),
  };
  return new Pools(
    POOLS.map(({ db, name, ...settings }) => [name, new db({ url, ...reports, ...settings })]),
  );
}
