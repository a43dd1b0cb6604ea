import { runAdmin } from '../admin/command.js';

/** `node dist/cli/admin.js grant|revoke|list`: for the database that DATABASE_URL names. */
process.exitCode = await runAdmin(process.argv.slice(2), process.env['DATABASE_URL'], (text) =>
  process.stdout.write(text),
);
