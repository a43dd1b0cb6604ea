import { VERSION } from '@portal/contracts/version';
import { oldDatabase } from '@portal/testing/old-database';
import { PATIENCE } from '@portal/testing/patience';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Db } from './db.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/all.js';
import { PGBOUNCER, startPgBouncer } from '@portal/testing/pgbouncer';

const ZONE = 'Europe/Madrid';
const WAITS = 'waits until an import or another long change ends';
let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

describe('migrate', () => {
  it('DATA-1 brings an empty database up to date once, also if several start', async () => {
    await Promise.all(
      Array.from({ length: 3 }, () => migrate(database.url, { reportingTimeZone: ZONE })),
    );
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Those that are one transaction with the code run after those without a transaction.
    const { rows } = await client.query('SELECT name FROM portal_migration ORDER BY timestamp');
    expect(rows).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
    const zone = await client.query('SELECT core.reporting_zone() AS zone');
    expect(zone.rows).toEqual([{ zone: ZONE }]);
    await client.end();
  });

  it('DATA-2 refuses a database with another reporting time zone', async () => {
    const other = migrate(database.url, { reportingTimeZone: 'Asia/Tokyo' });
    await expect(other).rejects.toThrow(/REPORTING_TIME_ZONE is Asia\/Tokyo.*Europe\/Madrid/);
    await expect(other).rejects.toThrow(
      'REPORTING_TIME_ZONE=Asia/Tokyo npm run aggregates:rebuild',
    );
    await expect(migrate(database.url, { reportingTimeZone: ZONE })).resolves.toBeUndefined();
  });

  it.runIf(PGBOUNCER)(
    'DATA-10 refuses a pooler that drops the settings of a connection',
    async () => {
      const empty = await emptyDatabase();
      const pooler = await startPgBouncer(empty.url);
      try {
        await expect(migrate(pooler.url, { reportingTimeZone: ZONE })).rejects.toThrow(/PgBouncer/);
        await expect(migrate(empty.url, { reportingTimeZone: ZONE })).resolves.toBeUndefined();
      } finally {
        await pooler.stop();
        await empty.drop();
      }
    },
  );

  it('DATA-6 refuses a database of a newer version by the name of that version', async () => {
    const again = () => migrate(database.url, { reportingTimeZone: ZONE });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `INSERT INTO portal_migration (timestamp, name) VALUES (1, 'Later1900000000000')`,
    );
    await client.query(`UPDATE core.meta SET value = '77.0.1' WHERE key = 'version'`);
    await expect(again()).rejects.toThrow(
      `The database is of a newer version of the portal, 77.0.1: this is ${VERSION}, which does not know ` +
        `its migration Later1900000000000. Start 77.0.1 or a later one, or restore a backup of ${VERSION} or an earlier one.`,
    );
    await client.query(`DELETE FROM core.meta WHERE key = 'version'`);
    await expect(again()).rejects.toThrow(/of a newer version of the portal: this is/);
    await client.query(`DELETE FROM portal_migration WHERE name = 'Later1900000000000'`);
    await expect(again()).resolves.toBeUndefined();
    const { rows } = await client.query(`SELECT value FROM core.meta WHERE key = 'version'`);
    expect(rows).toEqual([{ value: VERSION }]);
    await client.end();
  });

  it('DATA-6 refuses a database of version 0.1.0, and says what to start first', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      CREATE TABLE kept AS TABLE portal_migration; TRUNCATE portal_migration;
      INSERT INTO portal_migration (timestamp, name) VALUES (1, 'Baseline1800000000003');
      UPDATE core.meta SET value = '0.1.0' WHERE key = 'version'`);
    await expect(migrate(database.url, { reportingTimeZone: ZONE })).rejects.toThrow(
      `The database is of version 0.1.0 of the portal, and this is ${VERSION}: it needs one that version 0.2.0 ` +
        'or a later one has migrated. Start version 0.2.0 with it first.',
    );
    await client.query(
      `TRUNCATE portal_migration; INSERT INTO portal_migration TABLE kept; DROP TABLE kept`,
    );
    await client.end();
    await expect(migrate(database.url, { reportingTimeZone: ZONE })).resolves.toBeUndefined();
  });

  it('DATA-13 waits for a long change without holding up others, and says so', async () => {
    const old = await oldDatabase();
    const [long, edit] = [
      Db.open({ url: old.url, applicationName: 'spec' }),
      Db.open({ url: old.url, applicationName: 'spec' }),
    ];
    try {
      const said: string[] = [];
      let migrating = Promise.resolve();
      await long.transaction(async (tx) => {
        await tx.query(`UPDATE core.task SET number_of_turns = 1 WHERE turing_task_id = 7000001`);
        migrating = migrate(old.url, {
          reportingTimeZone: 'America/Los_Angeles',
          say: (line) => said.push(line),
        });
        await vi.waitUntil(() => said.some((line) => line.endsWith(WAITS)), PATIENCE);
        await edit.query(`UPDATE core.task SET number_of_turns = 2 WHERE turing_task_id = 7000002`);
      });
      await migrating;
      const [first] = said;
      expect(first).toBe(`1 of ${MIGRATIONS.length - 1}: TransactionsOfSlots`);
      const turns = await edit.query(
        `SELECT number_of_turns AS turns FROM core.task WHERE turing_task_id IN (7000001, 7000002) ORDER BY turns`,
      );
      expect(turns).toEqual([{ turns: 1 }, { turns: 2 }]);
    } finally {
      await Promise.all([long.end(), edit.end()]);
      await old.drop();
    }
  });

  it('DATA-11 begins the history of tasks anew if the database comes from the dump of another cluster', async () => {
    const database = await emptyDatabase();
    const db = Db.open({ url: database.url, applicationName: 'spec' });
    try {
      await migrate(database.url, { reportingTimeZone: ZONE });
      await db.query(`
        INSERT INTO core.project (name) VALUES ('Alpha');
        INSERT INTO core.batch SELECT id, 1, 'One' FROM core.project WHERE id > 0;
        INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
        SELECT 1, id, 1, 'pending' FROM core.project WHERE id > 0`);
      const state = async () =>
        (
          await db.query<{ changed: string; noted: number }>(
            `SELECT changed_in::text AS changed, (SELECT count(*) FROM core.task_transaction) AS noted
             FROM core.task`,
          )
        )[0];
      const before = await state();
      await migrate(database.url, { reportingTimeZone: ZONE });
      expect(await state()).toEqual(before);
      expect(before?.noted).toBe(1);

      await db.query(`
        ALTER TABLE core.task DISABLE TRIGGER USER;
        UPDATE core.task SET changed_in = '9000000000';
        ALTER TABLE core.task ENABLE TRIGGER USER;
        INSERT INTO core.app_user (email, name) VALUES ('zoe@example.com', 'Zoe');
        INSERT INTO core.task_import
          (id, uploaded_by, file_name, store_key, sha256, bytes_total, history_xid, undo_until)
        SELECT gen_random_uuid(), id, 'a', 'a', repeat('a', 64), 1, '9000000000', now() + interval '9 days'
        FROM core.app_user`);
      await migrate(database.url, { reportingTimeZone: ZONE });
      expect(await state()).toEqual({ changed: '0', noted: 0 });
      const [ended] = await db.query('SELECT undo_until <= now() AS is_over FROM core.task_import');
      expect(ended).toEqual({ is_over: true });
      await db.query(`UPDATE core.task SET status = 'rework'`);
      expect((await state())?.noted).toBe(1);
    } finally {
      await db.end();
      await database.drop();
    }
  });

  it.each([
    ['transaction', `INSERT INTO core.task_transaction (xid, at) VALUES ('9000000000', now())`],
    ['removal', `INSERT INTO core.task_removal VALUES (1, '9000000000', 1)`],
  ])(
    'DATA-11 a %s of another cluster is enough to forget the whole history',
    async (_, foreign) => {
      const database = await emptyDatabase();
      const db = Db.open({ url: database.url, applicationName: 'spec' });
      const epoch = () => db.query(`SELECT core.epoch() AS epoch`);
      const kept = () =>
        db.query(`
        SELECT (SELECT count(*) FROM core.task_transaction) AS transactions,
          (SELECT count(*) FROM core.task_removal) AS removals,
          (SELECT count(*) FROM core.task_before) AS tasks,
          (SELECT count(*) FROM core.task_reviews_before) AS reviews,
          (SELECT count(*) FROM core.task_created) AS created,
          (SELECT count(*) FROM core.batch_before) AS batches`);
      try {
        await migrate(database.url, { reportingTimeZone: ZONE });
        await db.query(`
        INSERT INTO core.task_transaction (xid, at) VALUES ('1', now());
        INSERT INTO core.task_removal VALUES (1, '1', 1);
        INSERT INTO core.task_before VALUES (1, '1', '0', '{}');
        INSERT INTO core.task_reviews_before VALUES ('1', 1, '[]');
        INSERT INTO core.task_created VALUES ('1', 1, 1, '{1}');
        INSERT INTO core.batch_before VALUES ('1', 1, 1, NULL, '{}')`);
        const before = await epoch();
        const one = { transactions: 1, removals: 1, tasks: 1, reviews: 1, created: 1, batches: 1 };
        await migrate(database.url, { reportingTimeZone: ZONE });
        expect(await kept()).toEqual([one]);
        expect(await epoch()).toEqual(before);

        await db.query(foreign);
        await migrate(database.url, { reportingTimeZone: ZONE });
        expect(await kept()).toEqual([
          { transactions: 0, removals: 0, tasks: 0, reviews: 0, created: 0, batches: 0 },
        ]);
        expect(await epoch()).not.toEqual(before);
      } finally {
        await db.end();
        await database.drop();
      }
    },
  );

  it('DATA-4 reads int8 as exact numbers and days as text', async () => {
    const db = Db.open({ url: database.url, applicationName: 'spec' });
    const rows = await db.query<unknown>(`
      SELECT 9007199254740991::bigint AS id, date '2026-03-29' AS day, 0.1::numeric AS amount`);
    expect(rows).toEqual([{ id: Number.MAX_SAFE_INTEGER, day: '2026-03-29', amount: '0.1' }]);
    const tooLarge = db.query('SELECT 9007199254740993::bigint AS id');
    await expect(tooLarge).rejects.toThrow('exceeds 2^53');
    await db.end();
  });
});
