import { connect } from 'node:net';
import { sql } from '@portal/persistence/sql';
import pg from 'pg';
import { z } from 'zod';

/** The server process of a connection, as needed to cancel or terminate it. */
export interface Backend {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  readonly secret: number;
}

const backendKey = z.object({ processID: z.number(), secretKey: z.number() });

/** Resolves with the client's backend when the client is connected. */
export function backendOf(client: pg.Client): Promise<Backend> {
  return new Promise((resolve, reject) => {
    client.connection.once('backendKeyData', (key: unknown) => {
      const parsed = backendKey.safeParse(key);
      if (!parsed.success) return reject(parsed.error);
      const { processID: pid, secretKey: secret } = parsed.data;
      return resolve({ host: client.host, port: client.port, pid, secret });
    });
  });
}

const CANCEL_REQUEST = 80_877_102;
const TIMEOUT_MS = 2_000;

/**
 * Cancels the backend's current statement. The cancel request of the protocol needs no login, so it
 * also works on a replica. Never rejects: the backend shows whether it worked.
 */
export function cancelBackend({ host, port, pid, secret }: Backend): Promise<void> {
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(pid, 8);
  request.writeInt32BE(secret, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('connect', () => socket.end(request));
    socket.resume();
  });
}

/** Terminates the role's session with that process id, with the login of `databaseUrl`. */
export async function terminateBackend(
  databaseUrl: string,
  role: string,
  { pid }: Backend,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'portal-server sandbox',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = $2`,
      [pid, role],
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
