import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultCluster, startFaultCluster } from './cluster/fault-cluster.js';
import { nothing } from './faults/nothing.js';
import { workersKilled } from './faults/worker-killed.js';
import { run } from './run-fault.js';

let cluster: FaultCluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
});
afterAll(() => cluster.stop());

describe('while people work', () => {
  it.each([nothing, workersKilled])('SYS-170 $name', async (fault) => {
    const begun = Date.now();
    const noticed = await run(cluster, fault);
    expect(noticed).not.toBe('');
    console.log(`${fault.name}, ${Date.now() - begun} ms: ${noticed}`);
  });
});
