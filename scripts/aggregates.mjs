/**
 * Verifies or rebuilds the aggregates of DATABASE_URL, or of the database that `npm start` runs
 * here.
 */
import { buildStale } from './lib/build.mjs';
import { requireDatabaseUrl } from './lib/running-portals.mjs';

await buildStale(['portal']);
requireDatabaseUrl();
await import('../libs/persistence/dist/cli/aggregates.js');
