import { Db } from '@portal/persistence/db';
import { migrate } from '@portal/persistence/migrate';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { untilMigrated } from './until-migrated.js';

const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const open = (url: string) => Db.open({ url, applicationName: 'spec', poolSize: 1 });

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

describe('a worker', () => {
  it('SYS-296 waits for a server of its version to migrate the database, and says so', async () => {
    const db = open(database.url);
    let isOver = false;
    const waited = untilMigrated(db, logger).then(() => (isOver = true));
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toContain('waiting for a server of this version to migrate the database');
    expect(isOver).toBe(false);
    await migrate(database.url, { reportingTimeZone: 'UTC' });
    await waited;
    await untilMigrated(db, logger);
    expect(lines).toHaveLength(1);
    await db.end();
  });

  it('SYS-296 does not wait for a database that is away', async () => {
    const db = open('postgres://nobody@127.0.0.1:1/none');
    await untilMigrated(db, logger);
    expect(lines).toHaveLength(1);
    await db.end();
  });
});
