import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './root.mjs';

/** Sets DATABASE_URL to the database that `npm start` runs here, unless it names another. */
export function requireDatabaseUrl() {
  process.env.DATABASE_URL ||= embeddedUrl();
  if (process.env.DATABASE_URL !== '') return;
  console.error('No database: start the portal with `npm start`, or set DATABASE_URL.');
  process.exit(2);
}

function embeddedUrl() {
  const dataDir = process.env.PORTAL_DATA_DIR || inRoot('.portal');
  const file = join(dataDir, 'postgres', 'url');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
