import { runAggregates } from '../aggregates/command.js';

/** `node dist/cli/aggregates.js verify|rebuild`: for the database that DATABASE_URL names. */
process.exitCode = await runAggregates(process.argv.slice(2), process.env, (text) =>
  process.stdout.write(text),
);
