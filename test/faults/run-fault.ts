import { expect } from '@jest/globals';
import { checkImports, importsEnd } from './checks/imports.js';
import { checkNumbers, checkSockets } from './checks/numbers.js';
import { checkCreations, checkEdits } from './checks/writes.js';
import { allReady, type FaultCluster } from './cluster/fault-cluster.js';
import type { Fault, Scene } from './fault.js';
import { allConnected, startLoad } from './load/load.js';

/**
 * People work; something breaks and is mended; they go on. In the end everything that was acknowledged is
 * there, once, and every number is exact.
 * @returns what the people noticed
 */
export async function run(cluster: FaultCluster, fault: Fault): Promise<string> {
  const load = await startLoad(cluster, fault.refusals);
  const scene = { cluster, load };
  try {
    await load.journal.flows();
    await fault.break(scene);
    await fault.mend(scene);
    await load.journal.flows();
    await load.stop();
    await settle(scene);
    await fault.breakInSilence?.(scene);
    await check(scene, fault);
    return load.journal.summary();
  } finally {
    await load.stop();
    load.close();
  }
}

async function settle({ cluster, load }: Scene): Promise<void> {
  await allReady(cluster);
  await importsEnd(cluster.database.url);
  await allConnected(load);
}

async function check({ cluster, load }: Scene, fault: Fault): Promise<void> {
  const { url } = cluster.database;
  expect(load.journal.surprises).toEqual([]);
  await checkEdits(url, load);
  await checkCreations(url, load);
  await checkImports(url, load, fault.failure);
  await checkSockets(cluster, load);
  await checkNumbers(cluster, load);
}
