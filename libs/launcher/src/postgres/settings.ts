import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * Settings for a machine that runs the whole portal: bulk loads seldom wait for a checkpoint, reads
 * can use a quarter of the memory, and the short queries of dashboards skip the JIT. The WAL is not compressed:
 * this build has only pglz, which doubles the time of an import after a checkpoint.
 */
export function serverSettings(data: string, port: number, temporary: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    cluster_name: clusterName(data),
    max_connections: '100',
    shared_buffers: `${sharedBuffersMb()}MB`,
    maintenance_work_mem: '128MB',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...LOG_WITHOUT_VALUES,
    ...(temporary ? TEMPORARY : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Tests run two clusters of two servers and two workers at once: 108 connections each at most. */
const TEMPORARY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

/** Name of the cluster in the titles of its processes. */
export function clusterName(data: string): string {
  return `portal-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
}

/**
 * The server's own messages stay in the log, without the row or the statement: one message reports
 * what a crashed backend was running.
 */
const LOG_WITHOUT_VALUES = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_duration: 'off',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/**
 * For every session of every role: errors of a statement go to the client and not to the log,
 * because messages quote values. 'fatal' is not enough: `exit_on_error` makes any error fatal. A
 * role setting overrides the command line, and only superusers can change this one. A failed login
 * happens before the role setting applies and is logged.
 */
export const SILENT_SESSIONS = "ALTER ROLE ALL SET log_min_messages = 'panic'";

function sharedBuffersMb(): number {
  // The memory limit of the container, if there is one.
  const limit = process.constrainedMemory();
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  return Math.max(32, Math.min(512, Math.floor(memory / 4 / MB)));
}
