import { createMigrator } from '@portal/persistence/data-source';
import { runPending } from '@portal/persistence/migrations/run-pending';
import type { Fault } from '../fault.js';
import { startLargeImport } from '../load/large-import.js';
import { ColumnOfNextVersion, ConditionOfNextVersion, IndexOfNextVersion } from './next-version.js';

const TASKS = 12_000;

/** Servers of this version serve, and an import runs, while the next version changes the largest table. */
export const migratedWhileServing: Fault = {
  name: 'the next version migrates',
  // Afterwards no server of this version can start on it.
  ownCluster: {},
  async break(scene) {
    const large = await startLargeImport(scene, TASKS, 'above');
    await large.reaches('loading');
    const migrator = createMigrator(scene.cluster.database.url, {});
    migrator.setOptions({
      migrations: [ColumnOfNextVersion, ConditionOfNextVersion, IndexOfNextVersion],
    });
    await migrator.initialize();
    try {
      await runPending(migrator, (line) => console.log(`Migration ${line}`));
    } finally {
      await migrator.destroy();
    }
    await large.completes();
  },
  mend: () => Promise.resolve(),
};
