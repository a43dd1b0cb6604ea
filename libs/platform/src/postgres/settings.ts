import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * Server settings for a machine that runs the whole portal: bulk loads seldom wait for a
 * checkpoint, reads fit in a quarter of the memory, and the short queries of boards skip the JIT.
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
    wal_compression: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    ...LOG_WITHOUT_VALUES,
    ...(temporary ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Names the cluster of a directory in the titles of its processes. */
export function clusterName(data: string): string {
  return `portal-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
}

/**
 * Lines of the server's own processes stay, without the row or the statement in question: one says
 * what a backend that crashed was running.
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
 * For every session of every role: whatever a statement brings about goes to its client, not to the
 * log, as messages quote values. 'fatal' is not enough: any role may make its errors fatal with
 * `exit_on_error`. Role settings go before those of the command line, and superusers alone change
 * this one. Failed logins come before it, and are logged.
 */
export const SILENT_SESSIONS = "ALTER ROLE ALL SET log_min_messages = 'panic'";

function sharedBuffersMb(): number {
  // The limit of the container, when there is one, is what counts.
  const limit = process.constrainedMemory();
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  return Math.max(32, Math.min(512, Math.floor(memory / 4 / MB)));
}
