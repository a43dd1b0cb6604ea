import type { Queryable } from '@portal/persistence/queryable';
import { pgTypes } from '@portal/persistence/pg-types';
import pg from 'pg';

/** One database connection with the type parsers of the portal's connections. */
export interface QueryClient extends Queryable {
  /** Process id of the backend. */
  readonly backend: number;
  /** Payloads of the notifications that arrived on a channel, in order; listens from the first call. */
  listen(channel: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Connects to the database at `url`. The server can end the connection without an error here. */
export async function connectTo(url: string): Promise<QueryClient> {
  const client = new pg.Client({ connectionString: url, types: pgTypes });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return {
    backend: rows[0]?.pid ?? 0,
    async query<T>(text: string, values?: unknown[]): Promise<T[]> {
      const result = await client.query<T & pg.QueryResultRow>(text, values);
      return result.rows;
    },
    async listen(channel) {
      const payloads: string[] = [];
      client.on('notification', (message) => {
        if (message.channel === channel) payloads.push(message.payload ?? '');
      });
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      return payloads;
    },
    close: () => client.end(),
  };
}
