import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type FaultCluster, startFaultCluster } from './cluster/fault-cluster.js';
import { mayMount } from './cluster/small-disk.js';
import type { Fault } from './fault.js';
import { connectionsCut, databaseKilled } from './faults/database.js';
import { clockJumps, hasFaketime } from './faults/clock.js';
import { databaseDiskFull, uploadsFull } from './faults/disk-full.js';
import { failover, lossyFailover } from './faults/failover.js';
import { migratedWhileServing } from './faults/migration.js';
import { networkCut, networkSlow } from './faults/network.js';
import { poisonImport } from './faults/poison.js';
import { poolExhausted } from './faults/pool-exhausted.js';
import { workerKilledAnywhereInImport, workerKilledAnywhereInUndo } from './faults/random-kills.js';
import { redisEmptied, redisGone, redisRestarted } from './faults/redis.js';
import { replicaLags, replicaStopped } from './faults/replica.js';
import { serverKilled } from './faults/server-killed.js';
import {
  workerKilledInImport,
  workerKilledInReading,
  workerStoppedInImport,
} from './faults/worker-killed.js';
import { run } from './run-fault.js';

/**
 * Those that find most, in every run. A queue on PostgreSQL dies with the database, so that run has what meets the
 * queue; servers, the network and the listeners for changes do not, and have theirs beside Redis.
 */
const SHORT = {
  PostgreSQL: [workerKilledInReading, workerStoppedInImport, databaseKilled],
  Redis: [serverKilled, networkCut, connectionsCut],
};

/** Minutes, only in `npm run test:long`: each one alone, which says what people notice of it. */
const LONG = [
  workerKilledInImport,
  workerStoppedInImport,
  databaseKilled,
  connectionsCut,
  serverKilled,
  networkCut,
  networkSlow,
  replicaStopped,
  replicaLags,
  redisRestarted,
  redisEmptied,
  redisGone,
  poolExhausted,
  poisonImport,
  workerKilledAnywhereInImport,
  workerKilledAnywhereInUndo,
  clockJumps,
  migratedWhileServing,
];

/** Each one has a cluster of its own. */
const LONG_ALONE = [databaseDiskFull, uploadsFull, failover, lossyFailover];

const isLong = process.env['PORTAL_TEST_LONG'] !== undefined;
const has: Readonly<Record<NonNullable<Fault['needs']>, boolean>> = {
  Redis: process.env['PORTAL_TEST_REDIS_URL'] !== undefined,
  'a disk to mount': isLong && mayMount(),
  faketime: hasFaketime,
};

/** A test of the fault; skipped, and says what it needs, if it is not there. */
function testOf(fault: Fault, test: () => Promise<string>): void {
  const { name, needs } = fault;
  if (needs !== undefined && !has[needs]) return it.skip(`SYS-258 ${name} (needs ${needs})`, test);
  it(`SYS-258 ${name}`, async () => console.log(`${name}: ${await test()}`));
}

describe('while people work', () => {
  let cluster: FaultCluster;
  beforeAll(async () => {
    cluster = await startFaultCluster();
  });
  afterAll(() => cluster.stop());

  if (isLong) for (const fault of LONG) testOf(fault, () => run(cluster, [fault]));
  else if (has.Redis) {
    it('SYS-143, SYS-147 and SYS-258 one thing after the other breaks beside a queue on Redis', async () => {
      await run(cluster, SHORT.Redis);
    });
  } else {
    it('SYS-140, SYS-141, SYS-145, SYS-146 and SYS-258 one thing after the other breaks', async () => {
      await run(cluster, SHORT.PostgreSQL);
    });
  }
});

describe('while people work on a cluster of their own', () => {
  for (const fault of isLong ? LONG_ALONE : []) {
    testOf(fault, async () => {
      const cluster = await startFaultCluster(fault.ownCluster);
      try {
        return await run(cluster, [fault]);
      } finally {
        await cluster.stop();
      }
    });
  }
});
