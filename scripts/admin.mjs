/** Gives, takes and lists roles in DATABASE_URL, or in the database that `npm start` runs here. */
import { buildStale } from './lib/build.mjs';
import { requireDatabaseUrl } from './lib/running-portals.mjs';

await buildStale(['portal']);
requireDatabaseUrl();
await import('../libs/persistence/dist/cli/admin.js');
