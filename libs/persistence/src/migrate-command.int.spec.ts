import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { VERSION } from '@portal/contracts/version';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMigrate } from './migrate-command.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

describe('the command that migrates', () => {
  it('DATA-1 RUN-1 says that the database is ready; an empty zone counts as unset', async () => {
    for (const zone of ['', ' ', undefined, DEFAULT_REPORTING_TIME_ZONE]) {
      expect(await run({ DATABASE_URL: database.url, REPORTING_TIME_ZONE: zone })).toEqual({
        code: 0,
        complaint: '',
        text: `The database is ready for version ${VERSION}.\n`,
      });
    }
  });

  it('DATA-2 fails with the reason', async () => {
    const { code, complaint, text } = await run({
      DATABASE_URL: database.url,
      REPORTING_TIME_ZONE: 'Asia/Tokyo',
    });
    expect(code).toBe(1);
    expect(text).toBe('');
    expect(complaint).toMatch(/^Migration failed: REPORTING_TIME_ZONE is Asia\/Tokyo.*\n$/);
  });

  it('RUN-3 requires a database', async () => {
    expect(await run({ DATABASE_URL: '' })).toEqual({
      code: 1,
      complaint: 'DATABASE_URL is required\n',
      text: '',
    });
  });
});

async function run(env: NodeJS.ProcessEnv) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runMigrate(
    env,
    (text) => printed.push(text),
    (text) => complaints.push(text),
  );
  return { code, complaint: complaints.join(''), text: printed.join('') };
}
