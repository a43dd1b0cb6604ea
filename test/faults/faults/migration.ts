import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { query } from '../../support/world.js';
import type { Fault } from '../fault.js';
import { startLargeImport } from '../load/large-import.js';

const MIGRATE = fileURLToPath(
  new URL('../../../libs/persistence/dist/cli/migrate.js', import.meta.url),
);
const TASKS = 40_000;

/** The slowest kind of a migration, the index of a large table, runs again while people and an import change it. */
export const migratedWhileServing: Fault = {
  name: 'a migration builds an index of the tasks',
  async break(scene) {
    const { url } = scene.cluster.database;
    const filled = await startLargeImport(scene, TASKS, 'above');
    await filled.completes();
    const forgotten = await query(
      url,
      `DELETE FROM portal_migration WHERE name LIKE 'IndexOfChanges%' RETURNING name`,
    );
    expect(forgotten).toHaveLength(1);
    const large = await startLargeImport(scene, TASKS, 'above');
    expect(await large.reaches('loading')).toBe(true);
    const env = { PATH: process.env['PATH'], DATABASE_URL: url };
    const { stdout } = await promisify(execFile)(process.execPath, [MIGRATE], { env });
    expect(stdout).toContain('Migration 1 of 1: IndexOfChanges');
    await large.completes();
    expect(await query(url, `SELECT FROM pg_class WHERE relname = 'task_changed'`)).toHaveLength(1);
  },
  mend: () => Promise.resolve(),
};
