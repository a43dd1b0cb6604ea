import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { counts, ImportWorld } from '../spec-support/import-world.js';
import { fileOf, row } from '../spec-support/rows.js';

const [ANN, BEN] = ['nobody@example.com', 'admin@example.com'];
const FILE = fileOf(row(1, { updated_at: '2026-06-02T10:00:00Z' }));

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

const edit = async (email: string, status: string) => {
  await world.db.query('BEGIN');
  await world.db.query(
    `SELECT set_config('portal.actor', (SELECT id::text FROM core.app_user WHERE email = $1), true)`,
    [email],
  );
  await world.db.query('UPDATE core.task SET status = $1, updated_at = now()', [status]);
  await world.db.query('COMMIT');
};

it('IMP-153 IMP-154 the portal keeps what its last editor gave, unless the file is to win', async () => {
  await world.import(FILE);
  await edit(ANN, 'rework');
  await edit(ANN, 'pending');
  await edit(BEN, 'rework');
  const kept = await world.import(FILE);
  expect([kept.conflict_count, ...counts(kept)]).toEqual([1, 0, 0, 1]);
  expect(await world.taskOf(1)).toMatchObject({ status: 'rework' });
  const editors = await world.rows(
    `SELECT email FROM core.import_conflict JOIN core.app_user ON app_user.id = changed_by`,
  );
  expect(editors).toEqual([{ email: BEN }]);
  const won = await world.import(FILE, { onConflict: 'file' });
  expect([won.conflict_count, ...counts(won)]).toEqual([1, 0, 1, 0]);
  expect(await world.taskOf(1)).toMatchObject({ status: 'completed' });
});
