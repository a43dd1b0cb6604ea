import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/**
 * Server settings for a machine that runs the whole portal: bulk loads seldom wait for a
 * checkpoint, reads fit in a quarter of the memory, and the short queries of boards skip the JIT.
 */
export function serverSettings(port: number, temporary: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
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
    ...(temporary ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function sharedBuffersMb(): number {
  // The limit of the container, when there is one, is what counts.
  const limit = process.constrainedMemory();
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem();
  return Math.max(32, Math.min(512, Math.floor(memory / 4 / MB)));
}
