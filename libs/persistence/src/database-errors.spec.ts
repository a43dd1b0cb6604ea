import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { isDatabaseAway } from './database-errors.js';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** The port of a TCP server that is not a database. */
async function impostor(meet: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    meet(socket);
  });
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** The error of the driver on connecting. */
async function failure(connection: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', user: 'nobody', ...connection });
  client.on('error', () => undefined);
  return client.connect().catch((error: unknown) => error);
}

describe('an unavailable database', () => {
  it('ERR-5 is recognized if it closes the connection', async () => {
    const port = await impostor((socket) => socket.once('data', () => socket.end()));
    const error = await failure({ port });
    if (!(error instanceof Error)) throw new Error('the client connected');
    expect(error).not.toHaveProperty('code');
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('ERR-5 is recognized if it does not respond', async () => {
    const port = await impostor((socket) => void socket.on('error', () => undefined));
    expect(isDatabaseAway(await failure({ port, connectionTimeoutMillis: 20 }))).toBe(true);
    const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 20 });
    const errors = await Promise.all(
      [1, 2].map(() => pool.query('SELECT 1').catch((error: unknown) => error)),
    );
    expect(errors.map(isDatabaseAway)).toEqual([true, true]);
    await pool.end();
  });

  it('ERR-5 is recognized if the port is closed', async () => {
    const port = await impostor(() => undefined);
    for (const close of opened.splice(0)) close();
    expect(isDatabaseAway(await failure({ port }))).toBe(true);
  });

  it.each(['08006', '28P01', '57P01', '53300', 'ENOTFOUND', 'ETIMEDOUT'])(
    'ERR-5 is recognized by %s',
    (code) => expect(isDatabaseAway(Object.assign(new Error('to 10.0.0.5'), { code }))).toBe(true),
  );

  it.each<[string, unknown]>([
    ['a statement that it refuses', Object.assign(new Error('duplicate key'), { code: '23505' })],
    ['a protocol violation', Object.assign(new Error('x'), { code: '08P01' })],
    ['a query that was cancelled', Object.assign(new Error('x'), { code: '57014' })],
    ['any other error', new Error('The Connection terminated')],
    ['a text', 'Connection terminated'],
    ['nothing', undefined],
  ])('ERR-5 is not recognized in %s', (_name, error) => expect(isDatabaseAway(error)).toBe(false));
});
