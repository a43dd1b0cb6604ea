import { eventually } from '../../support/eventually.js';
import { type FaultCluster, urlsOf } from '../cluster/fault-cluster.js';
import type { Fault, Scene } from '../fault.js';
import type { Load } from '../load/load.js';

const impossible = ({ database }: FaultCluster): string | undefined =>
  database.isPromoted ? 'the replica has been promoted before' : undefined;

/** The replica has everything when the database is lost, and becomes the database. */
export const failover: Fault = {
  name: 'the replica is promoted',
  impossible,
  async break({ cluster, load }) {
    await load.pause();
    await cluster.database.replicaHasAll();
    await cluster.database.killPrimary();
    load.resume();
  },
  mend: takeOver,
};

/** The last commits have not reached the replica when the database is lost. */
export const lossyFailover: Fault = {
  name: 'the replica is promoted without the last commits',
  impossible,
  async break({ cluster, load }) {
    await load.pause();
    await cluster.database.replicaHasAll();
    await cluster.database.stopReplica();
    const forget = load.mark();
    load.resume();
    await load.journal.flows(['edit', 'create', 'update', 'import']);
    await cluster.database.killPrimary();
    // Acknowledged, and lost with the database.
    forget();
    await cluster.database.startReplica();
  },
  mend: takeOver,
};

async function takeOver({ cluster, load }: Scene): Promise<void> {
  const before = epochsOf(load);
  await cluster.database.promote();
  const urls = urlsOf(cluster.database);
  for (const stack of cluster.stacks) {
    await stack.kill('server', 'SIGTERM');
    await stack.kill('worker', 'SIGTERM');
    await stack.restart('server', urls);
    await stack.restart('worker');
  }
  await eventually('every socket to get everything again', () =>
    epochsOf(load).every((epoch) => epoch !== undefined && !before.includes(epoch)),
  );
}

function epochsOf({ followers }: Load): (string | undefined)[] {
  return followers.map(({ held }) => held.dashboard?.epoch);
}
