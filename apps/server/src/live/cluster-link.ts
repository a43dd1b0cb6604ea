import type { Config } from '@portal/platform/config';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Server } from 'socket.io';

/** Connects the Socket.IO servers of several processes. */
export interface ClusterLink {
  readonly adapter: NonNullable<Parameters<Server['adapter']>[0]>;
  /** Null on Redis. */
  readonly pool: pg.Pool | null;
  close(): Promise<void>;
}

/** One connection for LISTEN, one for NOTIFY. */
const POOL_SIZE = 2;
/** Maximum time that the stream reader delays a shutdown. */
const REDIS_BLOCK_MS = 1_000;

/** Uses Redis if configured, else the database. */
export function openClusterLink({ redisUrl, databaseUrl }: Config, logger: Logger): ClusterLink {
  return redisUrl === undefined ? onPostgres(databaseUrl, logger) : onRedis(redisUrl, logger);
}

function onPostgres(databaseUrl: string, logger: Logger): ClusterLink {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'portal-server sockets',
    max: POOL_SIZE,
  });
  const report = (error: Error): void =>
    logger.warn({ err: error }, 'the link between servers has an error');
  pool.on('error', report);
  giveBackWhenLost(pool, report);
  return {
    pool,
    adapter: createPostgresAdapter(pool, {
      tableName: 'live.socket_attachment',
      channelPrefix: 'portal_sockets',
      errorHandler: report,
    }),
    close: () => pool.end(),
  };
}

/**
 * The adapter borrows one connection permanently to listen, and drops it when it breaks. Without a
 * listener its error would crash the process, and without a release the pool would run out of
 * connections.
 */
function giveBackWhenLost(pool: pg.Pool, report: (error: Error) => void): void {
  const lent = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => lent.add(client));
  pool.on('release', (_error, client) => lent.delete(client));
  pool.on('connect', (client) => {
    client.on('error', report);
    client.once('end', () => lent.has(client) && client.release(true));
  });
}

function onRedis(redisUrl: string, logger: Logger): ClusterLink {
  const redis = new Redis(redisUrl);
  redis.on('error', (error: Error) =>
    logger.warn({ err: error }, 'the link between servers has an error'),
  );
  return {
    pool: null,
    adapter: createRedisAdapter(redis, {
      streamName: 'portal:sockets',
      channelPrefix: 'portal:sockets',
      blockTimeInMs: REDIS_BLOCK_MS,
      onlyPlaintext: true,
    }),
    close: () => Promise.resolve(redis.disconnect()),
  };
}
