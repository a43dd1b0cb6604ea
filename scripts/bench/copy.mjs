import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createBaselineTables } from './files.mjs';

const TABLES = ['task', 'task_review'];

/**
 * COPY of the imported rows, as CSV, into empty tables with the same columns, constraints and
 * indexes: milliseconds of the faster of two runs.
 * @param {import('./portal.mjs').BenchPortal} portal
 */
export async function timeOfCopy({ database, stack }) {
  const fileOf = (/** @type {string} */ table) => join(stack.dataDir, `${table}.csv`);
  for (const table of TABLES) {
    const rows = `COPY (SELECT * FROM core.${table} ORDER BY turing_task_id) TO STDOUT (FORMAT csv)`;
    await pipeline(database.query(copyTo(rows)), createWriteStream(fileOf(table)));
  }
  let best = Infinity;
  for (let attempt = 0; attempt < 2; attempt++) {
    await createBaselineTables(database);
    await database.query('CHECKPOINT');
    const started = performance.now();
    for (const table of TABLES) {
      const sink = database.query(copyFrom(`COPY baseline.${table} FROM STDIN (FORMAT csv)`));
      await pipeline(createReadStream(fileOf(table), { highWaterMark: 1 << 20 }), sink);
    }
    best = Math.min(best, performance.now() - started);
  }
  const { rows } = await database.query(
    `SELECT (SELECT count(*) FROM baseline.task) = (SELECT count(*) FROM core.task)
       AND (SELECT count(*) FROM baseline.task_review) = (SELECT count(*) FROM core.task_review)
       AS same`,
  );
  if (!rows[0].same) throw new Error('the baseline differs from the rows of the portal');
  await database.query('DROP SCHEMA baseline CASCADE');
  return best;
}
