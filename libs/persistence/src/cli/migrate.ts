import { runMigrate } from '../migrate-command.js';

/** `node dist/cli/migrate.js`: migrates the database that DATABASE_URL names. */
process.exitCode = await runMigrate(
  process.env,
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
