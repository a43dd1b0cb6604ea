import { expect } from '@jest/globals';
import { checkImports, importsEnd } from './checks/imports.js';
import { checkNumbers, checkSockets } from './checks/numbers.js';
import { checkCreations, checkEdits } from './checks/writes.js';
import { allReady, type FaultCluster } from './cluster/fault-cluster.js';
import type { Fault, Scene } from './fault.js';
import { query } from '../support/world.js';
import { allConnected, startLoad } from './load/load.js';

/**
 * People work; one thing after the other breaks and is mended; they go on. In the end everything that was
 * acknowledged is there, once, and every number is exact.
 * @returns what the people noticed
 */
export async function run(cluster: FaultCluster, faults: readonly Fault[]): Promise<string> {
  const load = await startLoad(
    cluster,
    faults.flatMap(({ refusals = [] }) => refusals),
  );
  const scene = { cluster, load };
  try {
    await load.journal.flows();
    for (const fault of faults) await happen(fault, scene);
    await load.stop();
    await settle(scene);
    for (const fault of faults) await fault.breakInSilence?.(scene);
    await check(
      scene,
      faults.flatMap(({ failure = [] }) => failure),
    );
    return load.journal.summary();
  } finally {
    await load.stop();
    load.close();
  }
}

async function happen(fault: Fault, scene: Scene): Promise<void> {
  const begun = Date.now();
  try {
    await fault.break(scene);
    await fault.mend(scene);
    // As if half a minute had passed, after which a request whose server or database died may be sent again.
    await query(
      scene.cluster.database.url,
      'UPDATE core.idempotency_key SET leased_until = now() WHERE leased_until > now()',
    );
    await scene.load.journal.flows();
  } catch (error) {
    throw new Error(`while ${fault.name}`, { cause: error });
  }
  console.log(`${fault.name}: ${Date.now() - begun} ms`);
}

async function settle({ cluster, load }: Scene): Promise<void> {
  await allReady(cluster);
  await importsEnd(cluster.database.url);
  await allConnected(load);
}

async function check({ cluster, load }: Scene, failures: readonly string[]): Promise<void> {
  const { url } = cluster.database;
  // The first ones say enough.
  expect(load.journal.surprises.slice(0, 5)).toEqual([]);
  await checkEdits(url, load);
  await checkCreations(url, load);
  await checkImports(url, load, failures);
  await checkSockets(cluster, load);
  await checkNumbers(cluster, load);
}
