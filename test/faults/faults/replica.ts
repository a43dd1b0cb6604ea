import type { Fault } from '../fault.js';

/** Custom SQL cannot run; everything else goes on. */
export const replicaStopped: Fault = {
  name: 'SYS-258 the replica stops',
  async break({ cluster, load }) {
    const noticed = load.journal.suffers();
    await cluster.database.stopReplica();
    await noticed;
  },
  mend: ({ cluster }) => cluster.database.startReplica(),
};
