import { eventually } from '../../support/eventually.js';
import type { Fault, Scene } from '../fault.js';
import type { Load } from '../load/load.js';

/** The replica has everything when the database is lost, and becomes the database. */
export const failover: Fault = {
  name: 'the database is lost, and its replica promoted',
  ownCluster: {},
  async break({ cluster, load }) {
    await load.pause();
    await cluster.database.replicaHasAll();
    await cluster.database.killPrimary();
    load.resume();
    await load.journal.suffers();
  },
  mend: takeOver,
};

/** The last commits have not reached the replica when the database is lost. */
export const lossyFailover: Fault = {
  name: 'the database is lost, and its replica promoted without the last commits',
  ownCluster: {},
  async break({ cluster, load }) {
    await load.pause();
    await cluster.database.replicaHasAll();
    await cluster.database.stopReplica();
    const forget = load.mark();
    load.resume();
    await load.journal.flows(['edit', 'create', 'update', 'import']);
    await cluster.database.killPrimary();
    await load.journal.answered();
    // Acknowledged, and lost with the database.
    forget();
    await cluster.database.startReplica();
  },
  mend: takeOver,
};

/** As the instructions for operators say. */
async function takeOver({ cluster, load }: Scene): Promise<void> {
  const before = epochsOf(load);
  await cluster.database.promote();
  const urls = { DATABASE_URL: cluster.database.url, STATS_DATABASE_URL: '' };
  for (const stack of cluster.stacks) {
    await Promise.all([stack.kill('server', 'SIGTERM'), stack.kill('worker', 'SIGTERM')]);
    await stack.restart('server', urls);
    await stack.restart('worker');
  }
  await eventually('every socket to be in the new epoch', () =>
    epochsOf(load).every((epoch) => epoch !== undefined && !before.includes(epoch)),
  );
}

function epochsOf({ followers }: Load): (string | undefined)[] {
  return followers.map(({ held }) => held.dashboard?.epoch);
}
