import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { fileOf, review, row } from '../imports/spec-support/rows.js';
import {
  clearHousekeeping,
  isStored,
  keepHouse,
  makeNightlyDue,
  resultOf,
  storedHoursAgo,
} from './spec-support/housekeeping.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => clearHousekeeping(world));
afterAll(() => world.drop());

describe('a file in the upload store', () => {
  it('UP-17 is removed a day later if no import has it, whole or not', async () => {
    const lost = await storedHoursAgo(world, randomUUID(), 25);
    const draft = await storedHoursAgo(world, `${randomUUID()}.part`, 25);
    const recent = await storedHoursAgo(world, randomUUID(), 23);
    const id = await world.upload('[1]');
    const queued = await storedHoursAgo(world, id, 25);
    await keepHouse(world);
    const kept = [await isStored(world, lost), await isStored(world, draft)];
    expect([...kept, await isStored(world, recent), await isStored(world, queued)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await readdir(join(world.storeDir, 'imports'))).sort()).toEqual(
      [recent, queued].map((key) => key.slice('imports/'.length)).sort(),
    );
  });
});

describe('the history of an import', () => {
  it('IMP-85 is kept until its time is over; then the import cannot be undone', async () => {
    const kept = `(
      SELECT count(*) FROM core.task_before) + (SELECT count(*) FROM core.task_reviews_before)
      + (SELECT count(*) FROM core.task_created) + (SELECT count(*) FROM core.batch_before)`;
    const rows = async () => (await world.rows<{ n: number }>(`SELECT ${kept} AS n`))[0]?.n;
    await world.import(fileOf(row(1, { reviews: [review(1)] })));
    await world.db.query(`UPDATE core.task_import SET undo_until = now()`);
    const id = await world.upload(fileOf(row(1, { status: 'rework', reviews: [] }), row(2)));
    await world.handler().run(id);
    expect(await rows()).toBe(5);
    await keepHouse(world);
    expect(await rows()).toBe(3);
    const undo = await world.undo(id);
    expect(undo).toBeDefined();
    await world.db.query(`UPDATE core.task_import SET undo_until = now()`);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await rows()).toBe(3);
    await world.handler().run(undo ?? '');
    expect(await world.taskOf(1)).toMatchObject({ status: 'completed' });

    await world.db.query(`UPDATE core.task_import SET undo_until = now()`);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await rows()).toBe(0);
    expect(await world.undo(undo ?? '')).toBeUndefined();
  });

  it('IMP-85 is not kept for 0 days', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '0' }).run(id);
    expect(await world.count('FROM core.task_created')).toBe(0);
    expect(await world.undo(id)).toBeUndefined();
  });
});

describe('deletions of tasks', () => {
  it('TASK-52 are forgotten after 30 days, and the last forgotten one is noted', async () => {
    await world.import(fileOf(row(1), row(2)));
    await world.db.query('DELETE FROM core.task WHERE turing_task_id = 1');
    await world.db.query(`UPDATE core.task_transaction SET at = at - interval '31 days'`);
    await world.db.query('DELETE FROM core.task WHERE turing_task_id = 2');
    await keepHouse(world);
    const removals = await world.rows('SELECT turing_task_id AS id FROM core.task_removal');
    expect(removals).toEqual([{ id: 2 }]);
    const [noted] = await world.rows<{ isOld: boolean }>(
      `SELECT value::xid8 < (SELECT xid FROM core.task_removal) AS "isOld" FROM core.meta
       WHERE key = 'task_removals_pruned_through'`,
    );
    expect(noted).toEqual({ isOld: true });
  });
});

describe('the keys of requests', () => {
  it('API-73 are deleted by the nightly jobs after their day, with their answers', async () => {
    await world.db.query(`
      INSERT INTO core.idempotency_key
        (user_id, route, key, fingerprint, request_id, claimed_at, leased_until, status, body)
      SELECT 1, '/pods', n || ' hours', 'a', gen_random_uuid(), now() - n * interval '1 hour', now(),
        201, '{}'
      FROM unnest(ARRAY[25, 23]) AS n`);
    await keepHouse(world);
    expect(await world.rows('SELECT key FROM core.idempotency_key')).toEqual([{ key: '23 hours' }]);
    expect((await resultOf(world)).removed).toMatchObject({
      idempotency_keys: { count: 1, bytes: null },
    });
  });
});

describe('the errors of an import', () => {
  it('OPS-43 are deleted after their days, with its sample; their numbers stay', async () => {
    await world.import(fileOf(row(1)));
    const id = await world.upload(fileOf(row(1, { status: 'rework' }), row(2, { status: '' })), {
      onError: 'skip',
    });
    await world.handler().run(id);
    const facts = async () => [
      await world.reads.firstIssues(id, 10),
      await world.reads.sample(id),
      await world.reads.issueFields(id),
    ];
    const ago = (days: number) =>
      world.db.query(
        `UPDATE core.task_import SET finished_at = now() - make_interval(days => $1)`,
        [days],
      );
    const before = await facts();
    expect(before).toMatchObject([[{ row: 2 }], [{ turing_task_id: 1 }], [{ count: 1 }]]);
    await ago(89);
    await keepHouse(world);
    await ago(91);
    await makeNightlyDue(world);
    await keepHouse(world, { PORTAL_IMPORT_ISSUE_DAYS: '0' });
    expect(await facts()).toEqual(before);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect(await facts()).toEqual([[], [], before[2]]);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', error_count: 1 });
    // Nothing of the import is touched again.
    await makeNightlyDue(world);
    await keepHouse(world);
    expect((await resultOf(world)).removed).toMatchObject({ import_issues: { count: 0 } });
  });
});

describe('the log files of npm start', () => {
  it('OPS-44 are removed when their last line is old, but not the one that is written', async () => {
    const logs = join(world.storeDir, 'logs');
    await mkdir(logs, { recursive: true });
    const names = ['server.log', 'server.log.1', 'server.log.2', 'other.txt'];
    for (const [index, name] of names.entries()) {
      await writeFile(join(logs, name), 'line');
      const moment = new Date(Date.now() - (index === 1 ? 23 : 25) * 24 * 3_600_000);
      await utimes(join(logs, name), moment, moment);
    }
    await keepHouse(world, { PORTAL_LOG_DAYS: '0' });
    expect(await readdir(logs)).toHaveLength(4);
    await makeNightlyDue(world);
    await keepHouse(world);
    expect((await readdir(logs)).toSorted()).toEqual(['other.txt', 'server.log', 'server.log.1']);
    expect((await resultOf(world)).removed).toMatchObject({ log_files: { count: 1, bytes: 4 } });
  });
});
