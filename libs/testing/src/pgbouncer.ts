import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAccount } from '@portal/launcher/postgres/account';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from './free-port.js';
import { PATIENCE } from './patience.js';

/** Debian installs it where the PATH of an ordinary user does not look. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];

/** The PgBouncer of this machine; undefined if there is none. */
export const PGBOUNCER = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find(existsSync);

/** PgBouncer in session mode before a database; it drops the settings of connections. */
export async function startPgBouncer(
  databaseUrl: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (PGBOUNCER === undefined) throw new Error('PgBouncer is not installed');
  const dir = await mkdtemp(join(tmpdir(), 'portal-pgbouncer-'));
  // It refuses to run as root.
  await chmod(dir, 0o755);
  const target = new URL(databaseUrl);
  const port = await freePort();
  const config = join(dir, 'pgbouncer.ini');
  await writeFile(
    config,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
ignore_startup_parameters = options, extra_float_digits
`,
  );
  const pooler = spawn(PGBOUNCER, ['-q', config], { ...databaseAccount(), stdio: 'ignore' });
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  await vi.waitFor(() => accepts(url), PATIENCE);
  return {
    url,
    async stop() {
      const ended = once(pooler, 'exit');
      pooler.kill('SIGINT');
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}

async function accepts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}
