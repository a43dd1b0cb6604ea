import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(async () => {
  await archive(false);
  await world.clear();
});
afterAll(() => world.drop());

const archive = (isArchived: boolean) =>
  world.db.query(
    `UPDATE core.project SET archived_at = CASE WHEN $1 THEN now() END WHERE name = 'Alpha'`,
    [isArchived],
  );

async function run(content: string, dryRun = false) {
  const id = await world.upload(content, { dryRun });
  await world.handler().run(id);
  const { state, failure_code, failure_detail } = await world.stored(id);
  return { id, state, failure_code, failure_detail };
}

const NAMES_IT: unknown = expect.stringContaining("'Alpha'");
const REFUSED = {
  state: 'failed',
  failure_code: 'project-archived',
  failure_detail: NAMES_IT,
};

describe('the import into an archived project', () => {
  it('PROJ-25 fails and names it, whether its tasks are new, changed, previewed or moved away', async () => {
    await world.import(fileOf(row(1)));
    await archive(true);
    expect(await run(fileOf(row(2)))).toMatchObject(REFUSED);
    expect(await run(fileOf(row(1, { status: 'rework' })))).toMatchObject(REFUSED);
    expect(await run(fileOf(row(1, { status: 'rework' })), true)).toMatchObject(REFUSED);
    const toBeta = { turing_project_id: 1002 };
    expect(await run(fileOf(row(1, toBeta)))).toMatchObject(REFUSED);
    expect(await run(fileOf(row(3, toBeta)))).toMatchObject({ state: 'completed' });
    expect(await world.count('FROM core.task')).toBe(2);
    await archive(false);
    expect(await run(fileOf(row(2)))).toMatchObject({ state: 'completed' });
  });

  it('PROJ-25 is not undone either', async () => {
    const { id } = await run(fileOf(row(1)));
    await archive(true);
    const undo = (await world.undo(id)) ?? '';
    await world.handler().run(undo);
    expect(await world.stored(undo)).toMatchObject(REFUSED);
    await archive(false);
    const again = (await world.undo(id)) ?? '';
    await world.handler().run(again);
    expect(await world.stored(again)).toMatchObject({ state: 'completed', removed: 1 });
  });
});
