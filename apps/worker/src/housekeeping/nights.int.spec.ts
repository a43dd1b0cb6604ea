import { connectTo } from '@portal/testing/query-client';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readHousekeeping } from '@portal/persistence/housekeeping';
import { createLogger } from '@portal/platform/logging';
import type { UploadStore } from '@portal/platform/upload-store';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { fileOf, review, row } from '../imports/spec-support/rows.js';
import { Housekeeping } from './housekeeping.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(async () => {
  await world.clear();
  await world.db.query('DELETE FROM core.chore');
});
afterAll(() => world.drop());

/** One round of a worker. Returns what its lines say of what it removed. */
async function keepHouse(
  store: UploadStore = world.store,
  settings: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const logger = createLogger('spec', 'silent');
  const info = vi.spyOn(logger, 'info');
  const housekeeping = new Housekeeping(world.db, store, logger, world.config(settings));
  housekeeping.onApplicationBootstrap();
  await housekeeping.beforeApplicationShutdown();
  return info.mock.calls.map(([line]) => line);
}

const nightPasses = () =>
  world.db.query(`UPDATE core.chore SET ran_at = ran_at - interval '1 day'`);

describe('the work of a night', () => {
  it('RUN-50 is done once by several workers, and again in the next night', async () => {
    let runs = 0;
    const counting: UploadStore = {
      ...world.store,
      async *unchangedSince() {
        runs += 1;
        yield await Promise.resolve([]);
      },
    };
    await Promise.all([keepHouse(counting), keepHouse(counting), keepHouse(counting)]);
    await keepHouse(counting);
    expect(runs).toBe(1);
    await nightPasses();
    await Promise.all([keepHouse(counting), keepHouse(counting)]);
    expect(runs).toBe(2);
  });

  it('RUN-57 keeps no transaction open while files are listed and removed', async () => {
    const importId = await world.upload(fileOf(row(1)));
    await world.handler().run(importId);
    await world.db.query(`UPDATE core.task_import SET finished_at = now() - interval '2 days'`);
    const open: unknown[] = [];
    const look = async () => {
      open.push(
        ...(await world.rows(`SELECT query, state, backend_xid::text, backend_xmin::text FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
            AND (backend_xid IS NOT NULL OR backend_xmin IS NOT NULL)`)),
      );
    };
    let removed = 0;
    await keepHouse({
      ...world.store,
      async *unchangedSince() {
        await look();
        yield await Promise.resolve([]);
      },
      async remove(key) {
        removed += 1;
        await look();
        await world.store.remove(key);
      },
    });
    expect(removed).toBe(1);
    expect(open).toEqual([]);
  });

  it('RUN-50 is tried again if it fails, and does not stop other work', async () => {
    let runs = 0;
    const failing: UploadStore = {
      ...world.store,
      unchangedSince() {
        runs += 1;
        throw new Error('away');
      },
    };
    await expiredTokens(1);
    expect(await keepHouse(failing)).toEqual([]);
    expect(await result()).toMatchObject({
      ...{ ended_at: null, removed: {}, failed: ['lost_files'] },
      since: { refresh_tokens: { count: 1, bytes: null } },
    });
    await expiredTokens(2);
    await keepHouse(failing);
    expect(runs).toBe(2);
    await keepHouse();
    expect(await result()).toMatchObject({
      ...{ since: {}, failed: [] },
      removed: { refresh_tokens: { count: 3, bytes: null } },
    });
  });
});

describe('the result of a night', () => {
  it('OPS-22 is one line and a stored result, with counts and bytes by kind', async () => {
    expect(await keepHouse()).toHaveLength(1);
    const kept = await world.upload('[1, 2]');
    await world.handler().run(kept);
    await world.db.query(`UPDATE core.task_import SET finished_at = now() - interval '25 hours'`);
    // Kept files are removed within a minute, and reported by the nightly run.
    expect(await keepHouse()).toEqual([]);
    expect(await result()).toMatchObject({ since: { kept_files: { count: 1, bytes: 6 } } });
    await storedHoursAgo(randomUUID(), 25);
    await storedHoursAgo(`${randomUUID()}.part`, 25, '[1, 2, 3');
    await storedHoursAgo(`${randomUUID()}.part`, 30, '[1');
    await expiredTokens(2);
    await nightPasses();
    const lines = await Promise.all([keepHouse(), keepHouse(), keepHouse()]);
    const { ended_at, removed, ...rest } = await result();
    // Other tests use the cluster, too: how many changes of access go is theirs.
    expect(removed).toMatchObject({
      kept_files: { count: 1, bytes: 6 },
      lost_files: { count: 1, bytes: 3 },
      unfinished_uploads: { count: 2, bytes: 10 },
      refresh_tokens: { count: 2, bytes: null },
      access_changes: { bytes: null },
      import_histories: { count: 0, bytes: null },
      imports: { count: 0, bytes: null },
      task_removals: { count: 0, bytes: null },
      read_model_rows: { count: 0, bytes: null },
      idempotency_keys: { count: 0, bytes: null },
      notifications: { count: 0, bytes: null },
      webhook_events: { count: 0, bytes: null },
      alert_changes: { count: 0, bytes: null },
      log_files: { count: 0, bytes: 0 },
      audit: { count: 0, bytes: null },
      import_issues: { count: 0, bytes: null },
    });
    expect(lines.flat()).toEqual([{ removed }]);
    expect(rest).toEqual({ since: {}, failed: [] });
    await nightPasses();
    expect(await keepHouse()).toMatchObject([
      {
        removed: { kept_files: { count: 0, bytes: 0 }, unfinished_uploads: { count: 0, bytes: 0 } },
      },
    ]);
    expect((await result()).ended_at).not.toBe(ended_at);
  });
});

/** Stores a file that has not changed for some hours. */
async function storedHoursAgo(name: string, hours: number, content = '[1]'): Promise<string> {
  const key = `imports/${name}`;
  await world.store.write(key, Readable.from([Buffer.from(content)]));
  const moment = new Date(Date.now() - hours * 3_600_000);
  await utimes(join(world.storeDir, key), moment, moment);
  return key;
}

const expiredTokens = (n: number) =>
  world.db.query(
    `INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
     SELECT (SELECT min(id) FROM core.app_user), gen_random_uuid(),
       sha256((n + random())::text::bytea), now() - interval '25 hours'
     FROM generate_series(1, $1) AS n`,
    [n],
  );

const result = () => readHousekeeping(world.db);

describe('a file in the upload store', () => {
  const isStored = (key: string): Promise<boolean> =>
    world.store.size(key).then(
      () => true,
      () => false,
    );

  it('UP-17 is removed a day later if no import has it, whole or not', async () => {
    const lost = await storedHoursAgo(randomUUID(), 25);
    const draft = await storedHoursAgo(`${randomUUID()}.part`, 25);
    const recent = await storedHoursAgo(randomUUID(), 23);
    const id = await world.upload('[1]');
    const queued = await storedHoursAgo(id, 25);
    await keepHouse();
    const kept = [await isStored(lost), await isStored(draft)];
    expect([...kept, await isStored(recent), await isStored(queued)]).toEqual([
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
    await keepHouse();
    expect(await rows()).toBe(3);
    const undo = await world.undo(id);
    expect(undo).toBeDefined();
    await world.handler().run(undo ?? '');
    expect(await world.taskOf(1)).toMatchObject({ status: 'completed' });

    await world.db.query(`UPDATE core.task_import SET undo_until = now()`);
    await nightPasses();
    await keepHouse();
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
    await keepHouse();
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
    await keepHouse();
    expect(await world.rows('SELECT key FROM core.idempotency_key')).toEqual([{ key: '23 hours' }]);
    expect((await result()).removed).toMatchObject({ idempotency_keys: { count: 1, bytes: null } });
  });
});

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
    await keepHouse(world.store, { PORTAL_AUDIT_DAYS: '0' });
    expect(await kept()).toHaveLength(1203);
    await nightPasses();
    await keepHouse();
    expect(await kept()).toEqual([20]);
    expect((await result()).removed).toMatchObject({ audit: { count: 1204, bytes: null } });
    await nightPasses();
    await keepHouse(world.store, { PORTAL_AUDIT_DAYS: '398' });
    expect(await kept()).toEqual([]);
  });

  it('OPS-42 waits for nobody: a group that is being undone stays for the next night', async () => {
    await changed(GROUPS, 401);
    await changed(GROUPS + 10, 401);
    const undo = await connectTo(world.url);
    try {
      await undo.query('BEGIN');
      await undo.query(`SELECT FROM core.audit WHERE id = ${GROUPS} FOR UPDATE`);
      await keepHouse();
      expect(await kept()).toEqual([0]);
      await undo.query('COMMIT');
      await nightPasses();
      await keepHouse();
      expect(await kept()).toEqual([]);
    } finally {
      await undo.close();
    }
  });

  it('OPS-42 keeps the end of an import for as long as the import can be undone', async () => {
    const id = await world.upload(fileOf(row(1)));
    await world.handler({ PORTAL_IMPORT_HISTORY_DAYS: '500' }).run(id);
    await world.db.query(`UPDATE core.audit SET at = now() - interval '450 days'`);
    await keepHouse();
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
    await nightPasses();
    await keepHouse();
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
    await keepHouse(world.store, { PORTAL_AUDIT_DAYS: '0' });
    expect((await left()).size).toBe(6);
    await nightPasses();
    await keepHouse();
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
      await nightPasses();
      await keepHouse();
    };
    await keepHouse();
    await ages();
    expect(await world.count('FROM core.task_import')).toBe(2);
    await world.db.query('UPDATE core.task_import SET undo_until = now()');
    // The first night removes the records and the undo, the next one the import.
    await ages();
    await ages();
    expect(await world.count('FROM core.task_import')).toBe(0);
  });

  it('OPS-41 who changed a task is forgotten with it', async () => {
    await world.import(fileOf(row(1)));
    await world.db.query(`UPDATE core.task SET status = 'rework'`);
    const persons = () => world.count('FROM core.task_transaction WHERE import_id IS NULL');
    await world.db.query(`UPDATE core.task_transaction SET at = now() - interval '401 days'`);
    await keepHouse(world.store, { PORTAL_AUDIT_DAYS: '0' });
    expect(await persons()).toBe(1);
    await nightPasses();
    await keepHouse();
    expect(await persons()).toBe(0);
  });
});

describe('the errors of an import', () => {
  it('OPS-43 are deleted after their days, with its sample; their numbers stay', async () => {
    await world.import(fileOf(row(1)));
    const id = await world.upload(fileOf(row(1, { status: 'rework' }), row(2, { status: '' })), {
      onError: 'skip',
    });
    await world.handler().run(id);
    // As version 0.1.0 stored it.
    await world.db.query(`UPDATE core.task_import SET issue_fields = NULL`);
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
    await keepHouse();
    await ago(91);
    await nightPasses();
    await keepHouse(world.store, { PORTAL_IMPORT_ISSUE_DAYS: '0' });
    expect(await facts()).toEqual(before);
    await nightPasses();
    await keepHouse();
    expect(await facts()).toEqual([[], [], before[2]]);
    expect(await world.stored(id)).toMatchObject({ state: 'completed', error_count: 1 });
    // Nothing of the import is touched again.
    await nightPasses();
    await keepHouse();
    expect((await result()).removed).toMatchObject({ import_issues: { count: 0 } });
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
    await keepHouse(world.store, { PORTAL_LOG_DAYS: '0' });
    expect(await readdir(logs)).toHaveLength(4);
    await nightPasses();
    await keepHouse();
    expect((await readdir(logs)).toSorted()).toEqual(['other.txt', 'server.log', 'server.log.1']);
    expect((await result()).removed).toMatchObject({ log_files: { count: 1, bytes: 4 } });
  });
});

describe('a session', () => {
  const tokens = () =>
    world.rows<{ hours: number }>(
      `SELECT extract(epoch FROM expires_at - now())::integer / 3600 AS hours
       FROM core.refresh_token ORDER BY expires_at`,
    );

  it('AUTH-17 is deleted by the nightly jobs after the day when it expired, which changes no access', async () => {
    await world.db.query(`
      INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
      SELECT (SELECT min(id) FROM core.app_user), gen_random_uuid(), sha256(n::text::bytea),
        now() + n * interval '1 hour'
      FROM unnest(ARRAY[-25, -23, 2]) AS n`);
    const before = await world.rows('SELECT xid FROM agg.access_change ORDER BY xid');
    await keepHouse();
    expect((await tokens()).map(({ hours }) => hours)).toEqual([-23, expect.toSatisfy(isAboutTwo)]);
    expect(await world.rows('SELECT xid FROM agg.access_change ORDER BY xid')).toEqual(before);
  });
});

const isAboutTwo = (hours: number): boolean => hours === 1 || hours === 2;

describe('changes of access', () => {
  const changes = () => world.count('FROM agg.access_change');
  const changeAccess = () =>
    world.db.query('UPDATE core.app_user SET name = name || $1 WHERE id > 0', ['x']);
  const snapshot = async (): Promise<string> => {
    const [row] = await world.rows<{ seen: string }>('SELECT pg_current_snapshot()::text AS seen');
    return row?.seen ?? '';
  };
  /** Whether every transaction that was open during a change has ended. */
  const isSettled = async (): Promise<boolean> =>
    (await world.count(
      'FROM agg.access_change WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())',
    )) === 0;
  /** The chores that ran beside a transaction that is still open. */
  const openSinceLastNight = () =>
    world.count(`FROM core.chore WHERE pg_snapshot_xmin(ran_in::pg_snapshot)
      >= pg_snapshot_xmin(pg_current_snapshot())`);
  /** As servers ask before they use a cached caller. */
  const isUnchanged = (since: string): Promise<boolean> =>
    world
      .count(
        `FROM agg.access_change WHERE xid >= pg_snapshot_xmin($1::pg_snapshot)
           AND xid < pg_snapshot_xmax(pg_current_snapshot())
           AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot)`,
        [since],
      )
      .then((found) => found === 0);

  it('PERM-40 are deleted a night later, and no caller of today is read again', async () => {
    for (let n = 0; n < 5; n += 1) await changeAccess();
    const old = await snapshot();
    await changeAccess();
    // Other tests use the cluster, too: their open transactions keep changes.
    await expect.poll(isSettled).toBe(true);
    await keepHouse();
    await expect.poll(openSinceLastNight).toBe(0);
    const seen = await snapshot();
    await nightPasses();
    await keepHouse();
    // One marker stands for all that are deleted.
    expect(await changes()).toBe(1);
    expect(await isUnchanged(seen)).toBe(true);
    // A change that this snapshot has not seen is deleted.
    expect(await isUnchanged(old)).toBe(false);
    await changeAccess();
    expect(await isUnchanged(seen)).toBe(false);
    expect(await isUnchanged(await snapshot())).toBe(true);
  });

  it('PERM-40 of a transaction that was open last night are kept', async () => {
    const other = await connectTo(world.url);
    try {
      await other.query('BEGIN');
      await other.query('UPDATE core.app_user SET is_active = is_active WHERE id > 0');
      await keepHouse();
      const seen = await snapshot();
      await other.query(`UPDATE core.app_user SET name = 'Late' WHERE id > 0`);
      await other.query('COMMIT');
      await nightPasses();
      await keepHouse();
      expect(await isUnchanged(seen)).toBe(false);
      expect(await isUnchanged(await snapshot())).toBe(true);
    } finally {
      await other.close();
    }
  });
});
