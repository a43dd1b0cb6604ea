import { connectTo } from '@portal/testing/query-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { fileOf, row } from '../imports/spec-support/rows.js';
import {
  clearHousekeeping,
  keepHouse,
  makeNightlyDue,
  resultOf,
} from './spec-support/housekeeping.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => clearHousekeeping(world));
afterAll(() => world.drop());

describe('the audit', () => {
  /** A group of changes that began some days ago; the last of each is a minute later. */
  const changed = (group: number, days: number, entity = 'pod', entityId = '1') =>
    world.db.query(
      `INSERT INTO core.audit (id, at, action, entity, entity_id, group_id)
       OVERRIDING SYSTEM VALUE
       SELECT $1::bigint + n, now() - make_interval(days => $2) + n * interval '1 minute',
         'update', $3, $4, $1 FROM generate_series(0, 1) AS n`,
      [group, days, entity, entityId],
    );
  const kept = async () =>
    (
      await world.rows<{ group_id: number }>(
        `SELECT DISTINCT group_id FROM core.audit WHERE group_id >= 1000000 ORDER BY 1`,
      )
    ).map(({ group_id: group }) => group - 1_000_000);
  const GROUPS = 1_000_000;
  afterEach(() => world.db.query('DELETE FROM core.audit'));

  it('OPS-41 is deleted by whole groups after its days, batch by batch; with 0 it stays', async () => {
    await changed(GROUPS, 401);
    // Its last change is younger than that, but belongs to the first.
    await changed(GROUPS + 10, 400);
    await changed(GROUPS + 20, 399);
    await world.db.query(`
      INSERT INTO core.audit (id, at, action, entity, entity_id, group_id)
      OVERRIDING SYSTEM VALUE
      SELECT n, now() - interval '500 days', 'update', 'pod', '1', n
      FROM generate_series(2000001, 2001200) AS n`);
    await keepHouse(world, { PORTAL_AUDIT_DAYS: '0' });
    expect(await kept()).toHaveLength(1203);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await kept()).toEqual([20]);
    expect((await resultOf(world)).removed).toMatchObject({ audit: { count: 1204, bytes: null } });
    await makeNightlyDue(world);
    await keepHouse(world, { PORTAL_AUDIT_DAYS: '398' });
    expect(await kept()).toEqual([]);
  });

  it('OPS-42 waits for nobody: a group that is being undone stays for the next one', async () => {
    await changed(GROUPS, 401);
    await changed(GROUPS + 10, 401);
    const undo = await connectTo(world.url);
    try {
      await undo.query('BEGIN');
      await undo.query(`SELECT FROM core.audit WHERE id = ${GROUPS} FOR UPDATE`);
      await keepHouse(world);
      expect(await kept()).toEqual([0]);
      await undo.query('COMMIT');
      await makeNightlyDue(world);
      await keepHouse(world);
      expect(await kept()).toEqual([]);
    } finally {
      await undo.close();
    }
  });

  it('OPS-42 keeps the end of an import for as long as the import can be undone', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '500' }).run(id);
    await world.db.query(`UPDATE core.audit SET at = now() - interval '450 days'`);
    await keepHouse(world);
    expect(await world.count('FROM core.audit')).toBe(1);
    const undo = (await world.undo(id)) ?? '';
    await world.handler().run(undo);
    const undoes = await world.rows(
      `SELECT undoes = (SELECT group_id FROM core.audit WHERE entity_id = $1) AS "isLinked"
       FROM core.audit WHERE entity_id = $2`,
      [id, undo],
    );
    expect(undoes).toEqual([{ isLinked: true }]);
    await world.db.query(`UPDATE core.task_import SET undo_until = now()`);
    await world.db.query(`UPDATE core.audit SET at = now() - interval '450 days'`);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await world.count('FROM core.audit')).toBe(0);
  });

  it('OPS-46 imports go with their records, unless a task, a file or an undo refers to them', async () => {
    const run = async (rows: unknown, options = {}) => {
      const id = await world.upload(fileOf(rows), options);
      await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '0' }).run(id);
      return id;
    };
    await run(row(1));
    const last = await run(row(1, { status: 'delivered' }));
    await run(row(2), { dryRun: true });
    await run({ wrong: true });
    const withFile = await run(row(3), { dryRun: true });
    const recent = await run(row(4), { dryRun: true });
    await world.db.query(
      `UPDATE core.task_import SET finished_at = now() - interval '401 days', has_file = id = $1 WHERE id <> $2;`
        .replace('$1', `'${withFile}'`)
        .replace('$2', `'${recent}'`),
    );
    await world.db.query(`UPDATE core.audit SET at = now() - interval '401 days'`);
    await world.db.query('UPDATE core.task_import SET file_days = 1000');
    const left = async () =>
      new Set(
        (await world.rows<{ id: string }>('SELECT id FROM core.task_import')).map(({ id }) => id),
      );
    await keepHouse(world, { PORTAL_AUDIT_DAYS: '0' });
    expect((await left()).size).toBe(6);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await left()).toEqual(new Set([last, withFile, recent]));
    expect(
      await world.count(
        'FROM core.task JOIN core.task_transaction ON xid = changed_in WHERE import_id = $1',
        [last],
      ),
    ).toBe(1);
    expect(await world.count('FROM core.task_transaction')).toBe(1);
  });

  it('OPS-46 an import stays while it or its undo can be undone', async () => {
    const source = await world.upload(fileOf(row(1)));
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '500' }).run(source);
    const undo = (await world.undo(source)) ?? '';
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '0' }).run(undo);
    const ages = async () => {
      await world.db.query(
        `UPDATE core.task_import SET finished_at = finished_at - interval '401 days', has_file = false`,
      );
      await world.db.query(`UPDATE core.audit SET at = now() - interval '401 days'`);
      await makeNightlyDue(world);
      await keepHouse(world);
    };
    await keepHouse(world);
    await ages();
    expect(await world.count('FROM core.task_import')).toBe(2);
    await world.db.query('UPDATE core.task_import SET undo_until = now()');
    // The first nightly housekeeping removes the records and the undo, the next one the import.
    await ages();
    await ages();
    expect(await world.count('FROM core.task_import')).toBe(0);
  });

  it('OPS-46 an import stays as long as its undo does', async () => {
    const source = await world.upload(fileOf(row(1)));
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '500' }).run(source);
    const undo = (await world.undo(source)) ?? '';
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '0' }).run(undo);
    await world.db.query('UPDATE core.task_import SET has_file = false, undo_until = now()');
    await world.db.query('DELETE FROM core.audit');
    const isOld = (id: string) =>
      world.db.query(
        `UPDATE core.task_import SET finished_at = now() - interval '401 days' WHERE id = $1`,
        [id],
      );
    const left = async () => {
      await makeNightlyDue(world);
      await keepHouse(world);
      return world.count('FROM core.task_import');
    };
    await isOld(source);
    expect([await left(), (await resultOf(world)).failed]).toEqual([2, []]);
    await isOld(undo);
    expect([await left(), await left()]).toEqual([1, 0]);
  });

  it('OPS-41 who changed a task is forgotten with it', async () => {
    await world.import(fileOf(row(1)));
    await world.db.query(`UPDATE core.task SET status = 'rework'`);
    const persons = () => world.count('FROM core.task_transaction WHERE import_id IS NULL');
    await world.db.query(`UPDATE core.task_transaction SET at = now() - interval '401 days'`);
    await keepHouse(world, { PORTAL_AUDIT_DAYS: '0' });
    expect(await persons()).toBe(1);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await persons()).toBe(0);
  });
});
