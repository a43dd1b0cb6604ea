import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresUrlSchema } from '@portal/contracts/postgres-url';
import { PATIENCE } from '@portal/testing/patience';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.js';

let parent: string;
let postgres: EmbeddedPostgres;
let own: string;
let other: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'portal-tls-'));
  postgres = await startEmbeddedPostgres({ dir: join(parent, 'postgres'), temporary: true });
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  const certificate = async (name: string): Promise<string> => {
    // By the account of the server, in its directory.
    await client.query(
      `COPY (SELECT 1) TO PROGRAM 'openssl req -x509 -newkey rsa:2048 -nodes -days 2
      -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${name}.key -out ${name}.crt
      2> ${name}.log'`.replaceAll('\n', ' '),
    );
    const { rows } = await client.query<{ text: string }>(
      `SELECT pg_read_file('${name}.crt') AS text`,
    );
    const file = join(parent, `${name}.crt`);
    writeFileSync(file, rows[0]?.text ?? '');
    return file;
  };
  own = await certificate('server');
  other = await certificate('other');
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  const isOn = async () => expect((await client.query('SHOW ssl')).rows).toEqual([{ ssl: 'on' }]);
  await vi.waitFor(isOn, PATIENCE);
  await client.end();
});
afterAll(async () => {
  await postgres.stop();
  const location = join(parent, 'postgres', 'location');
  if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true });
  rmSync(parent, { recursive: true, force: true });
});

/** Whether the connection is encrypted. */
async function isEncrypted(parameters: string, host: string): Promise<boolean | undefined> {
  const url = `${postgres.url.replace('127.0.0.1', host)}?${parameters}`;
  const client = new pg.Client({ connectionString: postgresUrlSchema.parse(url) });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return rows[0]?.ssl;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const root = (file: string): string => `&sslrootcert=${encodeURIComponent(file)}`;

it('RUN-56 each sslmode does with a certificate that the server has signed itself what it does for psql', async () => {
  expect(await isEncrypted('sslmode=disable', '127.0.0.1')).toBe(false);
  expect(await isEncrypted('sslmode=require', '127.0.0.1')).toBe(true);
  expect(await isEncrypted(`sslmode=require${root(own)}`, '127.0.0.1')).toBe(true);
  expect(await isEncrypted(`sslmode=verify-ca${root(own)}`, '127.0.0.1')).toBe(true);
  expect(await isEncrypted(`sslmode=verify-full${root(own)}`, 'localhost')).toBe(true);
});

it.each([
  [
    'of another authority',
    () => `sslmode=verify-ca${root(other)}`,
    'localhost',
    /self-signed|signature/,
  ],
  [
    'of another authority',
    () => `sslmode=require${root(other)}`,
    'localhost',
    /self-signed|signature/,
  ],
  ['of no known authority', () => 'sslmode=verify-full', 'localhost', /self-signed/],
  [
    'of another host',
    () => `sslmode=verify-full${root(own)}`,
    '127.0.0.1',
    /altnames|does not match/,
  ],
])('RUN-56 a certificate %s is refused: %s', async (_what, parameters, host, reason) => {
  await expect(isEncrypted(parameters(), host)).rejects.toThrow(reason);
});
