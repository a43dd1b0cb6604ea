import type { Fault } from '../fault.js';

/** Custom SQL cannot run; everything else goes on. */
export const replicaStopped: Fault = {
  name: 'the replica stops',
  async break({ cluster, load }) {
    const noticed = load.journal.suffers();
    await cluster.database.stopReplica();
    await noticed;
  },
  mend: ({ cluster }) => cluster.database.startReplica(),
};

/** It receives changes and does not show them: custom SQL would be wrong, and is refused. */
export const replicaLags: Fault = {
  name: 'the replica lags',
  async break({ cluster, load }) {
    const noticed = load.journal.suffers(['sql']);
    await cluster.database.pauseReplay();
    await noticed;
    await load.journal.flows(['edit', 'create', 'read', 'update', 'import']);
  },
  mend: ({ cluster }) => cluster.database.resumeReplay(),
};
