import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/testing/free-port';
import type { Stack } from '@portal/testing/stack';
import { startStacks, stopStacks } from '../../support/cluster.js';
import { eventually } from '../../support/eventually.js';
import { buildWorld, userWith, type World } from '../../support/world.js';
import { Database } from './database.js';
import { Link } from './link.js';
import { SmallDisk } from './small-disk.js';
import { RedisServer } from './redis.js';

/** Everything that can break: two servers and two workers, PostgreSQL with a replica, Redis, the network. */
export interface FaultCluster {
  readonly stacks: readonly [Stack, Stack];
  readonly database: Database;
  /** Undefined if the queue is in PostgreSQL. */
  readonly redis: RedisServer | undefined;
  readonly link: Link;
  /** The small one of its options. */
  readonly disk: SmallDisk | undefined;
  /** The address of the portal for its clients. */
  readonly url: string;
  readonly world: World;
  /** API tokens. */
  readonly tokens: Readonly<Record<'admin' | 'lead', string>>;
  stop(): Promise<void>;
}

/** Room for what a load stores in minutes. */
const DISK_MB = 1_500;

/** What is different from a usual cluster. */
export interface ClusterOptions {
  /** Of servers and workers. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is on a disk that can be full. */
  readonly smallDisk?: 'database' | 'uploads';
}

export async function startFaultCluster({
  env = {},
  smallDisk,
}: ClusterOptions = {}): Promise<FaultCluster> {
  // With Redis if this run has one; the tests need one of their own, which they can stop.
  const wantsRedis = process.env['PORTAL_TEST_REDIS_URL'] !== undefined;
  const dir = smallDisk === undefined ? undefined : await mkdtemp(join(tmpdir(), 'portal-disk-'));
  // The database can run as another user than this process.
  if (dir !== undefined) await chmod(dir, 0o755);
  const disk = dir === undefined ? undefined : await SmallDisk.mount(dir, DISK_MB);
  const [database, redis, port] = await Promise.all([
    Database.start(smallDisk === 'database' ? dir : undefined),
    wantsRedis ? RedisServer.open() : undefined,
    freePort(),
  ]);
  const stacks = await startStacks(port, {
    redis: redis !== undefined,
    env: {
      DATABASE_URL: database.url,
      STATS_DATABASE_URL: database.replicaUrl,
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
      PORTAL_SOCKET_LIMIT: '1000',
      ...(smallDisk === 'uploads' ? { UPLOAD_STORE: `file:${dir}/uploads` } : {}),
      ...env,
    },
  });
  const link = await Link.open(port, () => stacks.map(({ baseUrl }) => baseUrl));
  const world = await buildWorld(database.url);
  const tokens = {
    admin: await userWith(database.url, 'admin@example.com', 'admin', 0),
    lead: await userWith(database.url, 'lead@example.com', null, world.alpha),
  };
  const cluster: FaultCluster = {
    ...{ stacks, database, redis, link, disk, world, tokens },
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await link.close();
      await stopStacks(stacks);
      await redis?.remove();
      await database.stop();
      await disk?.remove();
    },
  };
  await allReady(cluster);
  return cluster;
}

/** Waits until both servers are in order, with the replica, the queue and a worker. */
export async function allReady({ stacks }: FaultCluster): Promise<void> {
  for (const { baseUrl } of stacks) {
    await eventually('a server to be in order', async () => {
      const answer = await fetch(`${baseUrl}/health/ready`);
      const text = await answer.text();
      if (answer.status === 200 && !text.includes('degraded')) return true;
      throw new Error(text);
    });
  }
}
