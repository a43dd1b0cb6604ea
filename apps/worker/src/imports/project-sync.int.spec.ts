import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

const ALPHA = 1001;
const BETA = 1002;

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

const of = (project: number, id: number) => row(id, { turing_project_id: project });

/** The names of the projects that were synced since the last call. */
async function synced(): Promise<string[]> {
  const rows = await world.rows<{ name: string }>(
    `SELECT name FROM core.project_sync JOIN core.project ON id = project_id ORDER BY name`,
  );
  await world.db.query('DELETE FROM core.project_sync');
  return rows.map(({ name }) => name);
}

describe('the last sync of a project', () => {
  it('SYS-221 is noted by an import of some of its tasks, also if they are unchanged', async () => {
    await world.import(fileOf(of(ALPHA, 1), of(ALPHA, 2)));
    expect(await synced()).toEqual(['Alpha']);
    expect(await world.import(fileOf(of(ALPHA, 1)))).toMatchObject({ unchanged: 1 });
    expect(await synced()).toEqual(['Alpha']);
    await world.import(
      fileOf(of(BETA, 10), row(3, { turing_project_id: ALPHA, turing_batch_id: 99 }), of(ALPHA, 2)),
    );
    expect(await synced()).toEqual(['Alpha', 'Beta']);
  });

  it('SYS-221 is later with each import', async () => {
    const at = async () =>
      (await world.rows<{ at: string }>('SELECT synced_at AS at FROM core.project_sync'))[0]?.at ??
      '';
    await world.import(fileOf(of(ALPHA, 1)));
    const first = await at();
    await world.import(fileOf(of(ALPHA, 1)));
    expect((await at()) > first).toBe(true);
    await synced();
  });

  it('SYS-221 is not changed by a preview, an undo or a file that is refused', async () => {
    await world.import(fileOf(of(ALPHA, 1)), { dryRun: true });
    await world.import(fileOf(of(ALPHA, 1), row(2, { status: 'No status' })));
    expect(await synced()).toEqual([]);
    const id = await world.upload(fileOf(of(ALPHA, 100)));
    await world.handler().run(id);
    expect(await synced()).toEqual(['Alpha']);
    const undo = (await world.undo(id)) ?? '';
    await world.handler().run(undo);
    expect(await world.stored(undo)).toMatchObject({ state: 'completed', removed: 1 });
    expect(await synced()).toEqual([]);
  });
});
