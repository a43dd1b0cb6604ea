/**
 * Verifies or rebuilds the aggregates of DATABASE_URL, or of the database that `npm start` runs
 * here.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';

await buildStale(['portal']);
process.env.DATABASE_URL ||= embeddedUrl();
if (process.env.DATABASE_URL === '') {
  console.error('No database: start the portal with `npm start`, or set DATABASE_URL.');
  process.exit(2);
}
await import('../libs/persistence/dist/cli/aggregates.js');

function embeddedUrl() {
  const dataDir = process.env.PORTAL_DATA_DIR || inRoot('.portal');
  const file = join(dataDir, 'postgres', 'url');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
