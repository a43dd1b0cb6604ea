/**
 * The minimal server for lists: looks up the caller while it runs the statement with the number in
 * the path, both prepared, and sends the rows as JSON. No routes, no checks, no log.
 */
import { createServer } from 'node:http';
import pg from 'pg';

let lookUp;
let statements = [];
let pool;
const server = createServer((incoming, response) => void answer(incoming.url, response));

async function answer(path, response) {
  const index = Number(path.slice(1));
  const [{ rows }] = await Promise.all([
    pool.query({ name: `list-${index}`, ...statements[index] }),
    pool.query({ name: 'caller', ...lookUp }),
  ]);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(rows));
}

process.on('message', (given) => {
  ({ lookUp, statements } = given);
  pool = new pg.Pool({ connectionString: given.url, min: 2 });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.on('disconnect', () => process.exit(0));
