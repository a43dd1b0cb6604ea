import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { emptyDatabase, type TestDatabase } from './postgres.js';

/** Works from src and from dist: both have the same depth. */
const FILE = new URL('../databases/0.2.0.sql.br', import.meta.url);

/**
 * A database as version 0.2.0 made and filled it, roles of custom SQL included. The file was made once, by the program
 * of that version: `git log -- scripts/old-database.mjs` has the script.
 */
export async function oldDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  try {
    await restore(database.url);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

async function restore(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(brotliDecompressSync(readFileSync(FILE)).toString('utf8'));
  } finally {
    await client.end();
  }
}
