import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataSource } from '../data-source.js';
import { sql } from '../sql.js';
import { AbsentSlackIds1790000000013 } from './0013-absent-slack-ids.js';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  dataSource = await createDataSource({ url: database.url, applicationName: 'spec' }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('USER-47 holds for people from before, and can be undone', async () => {
  const migration = new AbsentSlackIds1790000000013();
  const runner = dataSource.createQueryRunner();
  const stored = async (): Promise<unknown> =>
    runner.query(sql`SELECT slack_id FROM core.app_user ORDER BY email`);
  await runner.startTransaction();
  await runner.query(sql`
    INSERT INTO core.app_user (email, slack_id) VALUES ('ada@example.com', 'U1')`);
  await runner.query(sql`INSERT INTO core.app_user (email) VALUES ('bob@example.com')`);
  await migration.down(runner);
  expect(await stored()).toEqual([{ slack_id: 'U1' }, { slack_id: null }]);
  await migration.up(runner);
  expect(await stored()).toEqual([{ slack_id: 'U1' }, { slack_id: '' }]);
  await runner.rollbackTransaction();
  await runner.release();
});
