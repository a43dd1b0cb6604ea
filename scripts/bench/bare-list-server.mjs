/**
 * The minimal server for lists: looks up the caller while it runs the statement with the number in
 * the path, both prepared, and sends the rows as JSON. No routes, no checks, no log.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';

process.on('disconnect', () => process.exit(0));
const [given] = await once(process, 'message');
/** @type {{ url: string, lookUp: pg.QueryConfig, statements: pg.QueryConfig[] }} */
const { url, lookUp, statements } = given;
const pool = new pg.Pool({ connectionString: url, min: 2 });
const server = createServer((incoming, response) => void answer(incoming.url, response));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));

/**
 * @param {string | undefined} path
 * @param {import('node:http').ServerResponse} response
 */
async function answer(path, response) {
  const index = Number(path?.slice(1));
  const [{ rows }] = await Promise.all([
    pool.query({ name: `list-${index}`, text: '', ...statements[index] }),
    pool.query({ name: 'caller', ...lookUp }),
  ]);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(rows));
}
