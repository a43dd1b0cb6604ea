import { DEFAULT_REPORTING_TIME_ZONE } from '@portal/contracts/constants';
import { migrate } from '../migrate.js';

/** `node dist/cli/migrate.js`: migrates the database that DATABASE_URL names. */
const url = process.env['DATABASE_URL'];
if (!url) {
  process.stderr.write('DATABASE_URL is required\n');
  process.exit(1);
}
try {
  await migrate(url, {
    reportingTimeZone: process.env['REPORTING_TIME_ZONE'] ?? DEFAULT_REPORTING_TIME_ZONE,
    say: (line) => process.stdout.write(`Migration ${line}\n`),
  });
} catch (error) {
  process.stderr.write(
    `Migration failed: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
