import { expect } from '@jest/globals';
import type { Fault } from '../fault.js';
import { importIn } from '../load/large-import.js';
import { query } from '../../support/world.js';

/** The machine of the database fails in the middle of an import, and comes back. */
export const databaseKilled: Fault = {
  name: 'the database is killed in the middle of an import',
  async break(scene) {
    const { cluster, load } = scene;
    const large = await importIn(scene, 'reading', 'below');
    const noticed = load.journal.suffers();
    await cluster.database.killPrimary();
    await noticed;
    await cluster.database.startPrimary();
    await large.completes();
  },
  mend: () => Promise.resolve(),
};

/** Every connection of servers and workers, also those that listen for changes. */
export const connectionsCut: Fault = {
  name: 'all connections to the database are cut',
  async break({ cluster }) {
    expect(await cluster.database.cutConnections()).toBeGreaterThan(0);
  },
  mend: () => Promise.resolve(),
  async breakInSilence({ cluster: { database }, load }) {
    expect(await database.cutConnections()).toBeGreaterThan(0);
    // While nobody listens.
    await query(database.url, `UPDATE core.task SET status = 'rework' WHERE turing_task_id = $1`, [
      load.firstTaskId,
    ]);
    await query(database.url, `UPDATE core.task SET status = 'new' WHERE turing_task_id = $1`, [
      load.firstTaskId + 1,
    ]);
  },
};
