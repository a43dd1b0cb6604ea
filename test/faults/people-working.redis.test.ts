import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type FaultCluster, startFaultCluster } from './cluster/fault-cluster.js';
import { connectionsCut, databaseKilled } from './faults/database.js';
import { networkCut } from './faults/network.js';
import { redisRestarted } from './faults/redis.js';
import { replicaStopped } from './faults/replica.js';
import { serverKilled } from './faults/server-killed.js';
import { workerKilledInImport, workerStoppedInImport } from './faults/worker-killed.js';
import { run } from './run-fault.js';

/** Those that find most, in every run. */
const ALWAYS = [
  workerKilledInImport,
  workerStoppedInImport,
  serverKilled,
  connectionsCut,
  databaseKilled,
  networkCut,
];

/** Minutes: only `npm run test:long` has them. */
const IN_LONG_RUNS = [replicaStopped, redisRestarted];

/** With Redis they run on it. */
const hasRedis = process.env['PORTAL_TEST_REDIS_URL'] !== undefined;
const isLong = process.env['PORTAL_TEST_LONG'] !== undefined;
const faults = [...ALWAYS, ...(isLong ? IN_LONG_RUNS : [])].filter(
  ({ needsRedis = false }) => hasRedis || !needsRedis,
);

let cluster: FaultCluster;

describe('while people work', () => {
  beforeAll(async () => {
    cluster = await startFaultCluster();
  });
  afterAll(() => cluster.stop());

  it.each(faults)('$name', async (fault) => {
    const begun = Date.now();
    const noticed = await run(cluster, fault);
    console.log(`${fault.name}, ${Date.now() - begun} ms: ${noticed}`);
  });
});
