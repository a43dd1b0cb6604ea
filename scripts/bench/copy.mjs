import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createBaselineTables, dropBaselineTables } from './baseline-tables.mjs';

const TABLES = ['task', 'task_review'];

/**
 * COPY of the imported rows, as CSV, into empty tables with the same columns, constraints and
 * indexes: by psql if it is installed, else by the same COPY from Node.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @returns {Promise<{ ms: number, by: string }>} the faster of two runs
 */
export async function benchCopy(portal) {
  const { database, dir } = portal;
  for (const table of TABLES) {
    const out = database.query(
      copyTo(`COPY (SELECT * FROM core.${table} ORDER BY turing_task_id) TO STDOUT (FORMAT csv)`),
    );
    await pipeline(out, createWriteStream(join(dir, `${table}.csv`)));
  }
  const hasPsql = spawnSync('psql', ['--version']).status === 0;
  const run = hasPsql ? copyByPsql : copyByClient;
  let best = Infinity;
  for (let attempt = 0; attempt < 2; attempt++) {
    await createBaselineTables(database);
    await database.query('CHECKPOINT');
    const started = performance.now();
    await run(portal);
    best = Math.min(best, performance.now() - started);
  }
  const { rows } = await database.query(
    `SELECT (SELECT count(*) FROM baseline.task) = (SELECT count(*) FROM core.task)
       AND (SELECT count(*) FROM baseline.task_review) = (SELECT count(*) FROM core.task_review)
       AS same`,
  );
  if (!rows[0].same) throw new Error('the baseline differs from the rows of the portal');
  await dropBaselineTables(database);
  return { ms: best, by: hasPsql ? 'psql \\copy' : 'COPY' };
}

/** @param {import('./portal.mjs').BenchPortal} portal */
async function copyByPsql({ stack, dir }) {
  const commands = TABLES.flatMap((table) => [
    '--command',
    `\\copy baseline.${table} FROM '${join(dir, `${table}.csv`)}' (FORMAT csv)`,
  ]);
  const psql = spawn(
    'psql',
    ['--quiet', '--set', 'ON_ERROR_STOP=1', ...commands, stack.databaseUrl],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [code] = await once(psql, 'exit');
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

/** @param {import('./portal.mjs').BenchPortal} portal */
async function copyByClient({ stack, dir }) {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  for (const table of TABLES) {
    const sink = client.query(copyFrom(`COPY baseline.${table} FROM STDIN (FORMAT csv)`));
    await pipeline(createReadStream(join(dir, `${table}.csv`), { highWaterMark: 1 << 20 }), sink);
  }
  await client.end();
}
