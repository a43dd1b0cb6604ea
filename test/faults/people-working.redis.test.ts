import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type FaultCluster, startFaultCluster } from './cluster/fault-cluster.js';
import { connectionsCut, databaseKilled } from './faults/database.js';
import { networkCut } from './faults/network.js';
import { redisRestarted } from './faults/redis.js';
import { replicaStopped } from './faults/replica.js';
import { serverKilled } from './faults/server-killed.js';
import { workerKilledInImport, workerStoppedInImport } from './faults/worker-killed.js';
import { run } from './run-fault.js';

const FAULTS = [
  workerKilledInImport,
  workerStoppedInImport,
  serverKilled,
  connectionsCut,
  databaseKilled,
  networkCut,
  replicaStopped,
  redisRestarted,
];

/** With Redis they run on it. */
const hasRedis = process.env['PORTAL_TEST_REDIS_URL'] !== undefined;
const possible = FAULTS.filter(({ needsRedis = false }) => hasRedis || !needsRedis);
/** Minutes: only `npm run test:long` has them. */
const inLongRuns = process.env['PORTAL_TEST_LONG'] === undefined ? describe.skip : describe;

let cluster: FaultCluster;

inLongRuns('while people work', () => {
  beforeAll(async () => {
    cluster = await startFaultCluster();
  });
  afterAll(() => cluster.stop());

  it.each(possible)('SYS-258 $name', async (fault) => {
    const begun = Date.now();
    const noticed = await run(cluster, fault);
    console.log(`${fault.name}, ${Date.now() - begun} ms: ${noticed}`);
  });
});
