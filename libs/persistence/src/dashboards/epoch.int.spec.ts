import { copyDatabase, testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStamp } from './live-state.js';

let database: TestDatabase;
let db: QueryClient;
beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const epochOf = async (client: QueryClient) => (await readStamp(client, 0)).epoch;

/** The epoch after each change. */
async function after(...changes: string[]): Promise<string> {
  for (const change of changes) await db.query(change);
  return epochOf(db);
}

describe('the epoch', () => {
  it('REV-10 is one for all connections, settings, commits and maintenance', async () => {
    const first = await epochOf(db);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    const other = await connectTo(database.url);
    await other.query(`SET TIME ZONE 'Asia/Tokyo'`);
    await other.query(`SET datestyle = 'German'`);
    expect(await epochOf(other)).toBe(first);
    await other.close();
    const changes = [`INSERT INTO core.project (id, name) VALUES (1, 'Alpha')`, 'VACUUM ANALYZE'];
    expect(await after(...changes)).toBe(first);
  });

  it('REV-11 is another one after the revisions were emptied, built again or copied', async () => {
    const epochs = [
      await epochOf(db),
      await after('TRUNCATE agg.project_revision'),
      // As pg_restore ends: it builds the index after it has loaded the data.
      await after(
        'ALTER TABLE agg.project_revision DROP CONSTRAINT project_revision_pkey',
        'ALTER TABLE agg.project_revision ADD PRIMARY KEY (project_id)',
      ),
    ];
    await db.close();
    // A copy under another name has the same files; so has the original once it is back.
    const copy = await copyDatabase(database);
    const client = await connectTo(copy.url);
    epochs.push(await epochOf(client));
    await client.close();
    await copy.drop();
    db = await connectTo(database.url);
    expect(new Set(epochs).size).toBe(epochs.length);
    expect(await epochOf(db)).toBe(epochs[2]);
  });

  it('REV-10 needs no privilege but those on the schemas', async () => {
    await db.query('CREATE ROLE epoch_reader');
    try {
      await db.query('GRANT USAGE ON SCHEMA core, agg TO epoch_reader');
      await db.query('SET ROLE epoch_reader');
      const [row] = await db.query<{ epoch: string }>('SELECT core.epoch() AS epoch');
      expect(row?.epoch).toMatch(/^[0-9a-f]{16}$/);
    } finally {
      await db.query('RESET ROLE');
      await db.query('DROP OWNED BY epoch_reader; DROP ROLE epoch_reader');
    }
  });
});
