import { Redis } from 'ioredis';

/** Redis has 16 numbered databases by default; tests do not use database 0. */
const DATABASES = 15;

let handedOut = 0;

/**
 * An empty Redis database, so that queues and sockets of parallel stacks are separate. Undefined
 * without Redis.
 */
export async function testRedisUrl(): Promise<string | undefined> {
  const server = process.env['PORTAL_TEST_REDIS_URL'];
  if (server === undefined) return undefined;

  // Test processes are numbered from 1; each one uses every other database.
  const worker = Number(process.env['JEST_WORKER_ID'] ?? process.env['VITEST_POOL_ID'] ?? '1');
  const number = 1 + ((worker + 2 * handedOut++) % DATABASES);
  const url = new URL(server);
  url.pathname = `/${number}`;
  await emptyRedis(url.href);
  return url.href;
}

/** Removes the data of one Redis database. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 2 });
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
