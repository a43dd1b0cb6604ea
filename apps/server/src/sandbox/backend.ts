import { connect } from 'node:net';
import { sql } from '@portal/persistence/sql';
import pg from 'pg';
import { z } from 'zod';

/** The server's end of a connection, to be reached from outside of it. */
export interface Backend {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  readonly secret: number;
}

const backendKey = z.object({ processID: z.number(), secretKey: z.number() });

/** Resolves with the address of the client's backend once the client is connected. */
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
const PATIENCE_MS = 2_000;

/**
 * Asks the server to cancel what the backend does. The protocol's own request needs no rights and
 * no login, so it works on a replica as well. Never rejects: what it did shows at the backend.
 */
export function cancelBackend({ host, port, pid, secret }: Backend): Promise<void> {
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(CANCEL_REQUEST, 4);
  request.writeInt32BE(pid, 8);
  request.writeInt32BE(secret, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('connect', () => socket.end(request));
    socket.resume();
  });
}

/** Ends the role's session with that process number, with the login of the address itself. */
export async function terminateBackend(
  address: string,
  role: string,
  { pid }: Backend,
): Promise<void> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'portal-server sandbox',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
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
