import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { PATIENCE } from '@portal/testing/patience';
import { vi } from 'vitest';
import type { TestServer } from '../../testing/test-server.js';
import { backendOf, terminateBackend } from '../backend.js';
import { sandboxRoleUrl, sandboxRolePassword } from '../sandbox-role-credentials.js';
import { SandboxRoles } from '../sandbox-roles.js';
import type { HostileGround } from './hostile-ground.js';

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 4_000;

/**
 * Runs a statement as a sandbox role, without guard, cursor and runner. Returns the whole response,
 * rows or error, as text.
 * @param protocol `simple` accepts several statements, which may commit
 */
export async function runRaw(
  { server }: HostileGround,
  statement: string,
  protocol: 'extended' | 'simple',
): Promise<string> {
  const roles = new SandboxRoles(server.db, 8);
  const bound = await roles.bind(1, randomUUID(), 60);
  if (!bound) throw new Error('no sandbox role is free');
  try {
    return await runAs(server, bound.role, statement, protocol);
  } finally {
    await roles.release(bound);
  }
}

async function runAs(
  server: TestServer,
  role: string,
  statement: string,
  protocol: 'extended' | 'simple',
): Promise<string> {
  const { statsDatabaseUrl, jwtSecret } = server.config;
  const client = new pg.Client({
    connectionString: sandboxRoleUrl(statsDatabaseUrl, role, sandboxRolePassword(jwtSecret, role)),
    // Endless attacks use all of it.
    statement_timeout: 250,
  });
  client.on('error', () => undefined);
  const backend = backendOf(client);
  await client.connect();
  let bytes = 0;
  client.connection.stream.prependListener('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) client.connection.stream.destroy();
  });
  // On a busy machine the connection for this may come too late; then the statement's timeout ends it.
  const end = async (): Promise<void> =>
    terminateBackend(statsDatabaseUrl, role, await backend).catch(() => undefined);
  const watchdog = setTimeout(() => void end(), TIMEOUT_MS);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SELECT run_id FROM reporting.binding');
    const result: unknown = await client.query(
      protocol === 'simple'
        ? { text: statement, rowMode: 'array' }
        : { name: 'raw', text: statement, rowMode: 'array' },
    );
    return JSON.stringify(result);
  } catch (error) {
    return error instanceof pg.DatabaseError
      ? `${error.message} ${JSON.stringify(error)}`
      : String(error);
  } finally {
    clearTimeout(watchdog);
    client.connection.stream.destroy();
    await end();
    // A role has one session at a time, and the next run may use this role immediately.
    await vi.waitUntil(async () => !(await hasSession(server, role)), {
      ...PATIENCE,
      interval: 5,
    });
  }
}

async function hasSession({ db }: TestServer, role: string): Promise<boolean> {
  const sessions = await db.query<unknown>('SELECT pid FROM pg_stat_activity WHERE usename = $1', [
    role,
  ]);
  return sessions.length > 0;
}
