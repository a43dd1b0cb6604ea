import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type FaultCluster, startFaultCluster } from './cluster/fault-cluster.js';
import { connectionsCut, databaseKilled } from './faults/database.js';
import { failover } from './faults/failover.js';
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
  failover,
];

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});
afterAll(() => cluster.stop());

describe('while people work', () => {
  it.each(FAULTS)('SYS-170 $name', async (fault) => {
    if (fault.impossible?.(cluster) !== undefined) return;
    const begun = Date.now();
    const noticed = await run(cluster, fault);
    console.log(`${fault.name}, ${Date.now() - begun} ms: ${noticed}`);
  });
});
