import { pgTypes } from '@portal/persistence/pg-types';
import type { Queryable } from '@portal/persistence/queryable';
import pg from 'pg';

interface FeedConnectionOptions {
  readonly channels: readonly string[];
  /** A slower query counts as a lost connection. */
  readonly queryTimeoutMs: number;
  readonly onNotification: (channel: string, payload: string) => void;
  /** Called once, unless this side closed the connection. */
  readonly onLost: (error: unknown) => void;
}

/** A dedicated connection that listens; its queries also check that the connection works. */
export class FeedConnection implements Queryable {
  private isListening = false;
  private isOver = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly onLost: (error: unknown) => void,
  ) {}

  /** @throws if it cannot be opened; `onLost` is not called then */
  static async open(url: string, options: FeedConnectionOptions): Promise<FeedConnection> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'portal-server change feed',
      connectionTimeoutMillis: options.queryTimeoutMs,
      query_timeout: options.queryTimeoutMs,
      keepAlive: true,
      types: pgTypes,
    });
    const connection = new FeedConnection(client, options.onLost);
    client.on('notification', ({ channel, payload }) =>
      options.onNotification(channel, payload ?? ''),
    );
    // Without a listener an error of the connection would crash the process.
    client.on('error', (error) => connection.isListening && connection.abandon(error));
    client.on('end', () => connection.isListening && connection.abandon(new Error('closed')));
    try {
      await client.connect();
      for (const channel of options.channels) {
        await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await connection.close();
      throw error;
    }
    connection.isListening = true;
    return connection;
  }

  async query<T>(text: string, values?: unknown[]): Promise<T[]> {
    const { rows } = await this.client.query<T & pg.QueryResultRow>(text, values);
    return rows;
  }

  /** Closes the connection because of `error`. */
  abandon(error: unknown): void {
    if (this.isOver) return;
    void this.close();
    this.onLost(error);
  }

  async close(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    await this.client.end().catch(() => undefined);
  }
}
