import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { VERSION } from '@portal/contracts/version';
import { readDatabaseUrl } from './database-url.js';
import { migrate } from './migrate.js';

/**
 * Migrates the database of DATABASE_URL. Reports through `print`, or why not through `complain`.
 * @returns the exit code
 */
export async function runMigrate(
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  const text = env['DATABASE_URL'];
  if (!text) {
    complain('DATABASE_URL is required\n');
    return 1;
  }
  const read = readDatabaseUrl(text);
  if ('problem' in read) {
    complain(`${read.problem}\n`);
    return 1;
  }
  try {
    await migrate(read.url, {
      reportingTimeZone: env['REPORTING_TIME_ZONE']?.trim() || DEFAULT_REPORTING_TIME_ZONE,
      say: (line) => print(`Migration ${line}\n`),
    });
  } catch (error) {
    complain(`Migration failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  print(`The database is ready for version ${VERSION}.\n`);
  return 0;
}
