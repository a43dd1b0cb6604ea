import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { QueryFailedError } from 'typeorm';
import { afterEach, describe, expect, it } from 'vitest';
import { isDatabaseAway } from './database-away.js';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** The port of a server that is no database. */
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
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return address.port;
}

/** What the driver says of it. */
async function failure(connection: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client({ host: '127.0.0.1', user: 'nobody', ...connection });
  client.on('error', () => undefined);
  return client.connect().catch((error: unknown) => error);
}

describe('a database that is away', () => {
  it('ERR-5 is known when it hangs up, by a query’s error as well', async () => {
    const port = await impostor((socket) => socket.once('data', () => socket.end()));
    const error = await failure({ port });
    if (!(error instanceof Error)) throw new Error('it connected');
    expect(error).not.toHaveProperty('code');
    expect(isDatabaseAway(error)).toBe(true);
    expect(isDatabaseAway(new QueryFailedError('SELECT 1', [], error))).toBe(true);
  });

  it('ERR-5 is known when it does not answer', async () => {
    const port = await impostor((socket) => void socket.on('error', () => undefined));
    expect(isDatabaseAway(await failure({ port, connectionTimeoutMillis: 20 }))).toBe(true);
    const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 20 });
    const errors = await Promise.all(
      [1, 2].map(() => pool.query('SELECT 1').catch((error: unknown) => error)),
    );
    expect(errors.map(isDatabaseAway)).toEqual([true, true]);
    await pool.end();
  });

  it('ERR-5 is known when nobody listens', async () => {
    const port = await impostor(() => undefined);
    for (const close of opened.splice(0)) close();
    expect(isDatabaseAway(await failure({ port }))).toBe(true);
  });

  it.each(['08006', '57P01', '53300', 'ENOTFOUND', 'ETIMEDOUT'])('ERR-5 is known by %s', (code) =>
    expect(isDatabaseAway(Object.assign(new Error('to 10.0.0.5'), { code }))).toBe(true),
  );

  it.each<[string, unknown]>([
    ['what it refuses', Object.assign(new Error('duplicate key'), { code: '23505' })],
    ['what it could not understand', Object.assign(new Error('x'), { code: '08P01' })],
    ['a query that was cancelled', Object.assign(new Error('x'), { code: '57014' })],
    ['any other error', new Error('The Connection terminated')],
    ['a text', 'Connection terminated'],
    ['nothing', undefined],
  ])('ERR-5 is not meant by %s', (_name, error) => expect(isDatabaseAway(error)).toBe(false));
});
