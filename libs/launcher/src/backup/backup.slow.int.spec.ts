import {
  chmodSync,
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded.js';
import { ArchiveWriter } from './archive-writer.js';
import { BackupError } from './backup-error.js';
import { startBaseBackup } from './base-backup.js';
import type { Manifest } from './manifest.js';
import { restoreBackup, type RestoreTarget } from './restore-backup.js';
import { type BackupSource, writeBackup } from './write-backup.js';

const VERSION = '1.4.0';
/** Of gzip: the time, for example, which says nothing about the content. */
const HEADER_BYTES = 10;
const UPLOADED = Buffer.from('[{"turing_task_id": 1}]');

let postgres: EmbeddedPostgres;
/** Of the portal that is backed up, with its backup. */
let origin: string;
let source: BackupSource;
let backup: string;
/** Of one test. */
let dir: string;

beforeAll(async () => {
  origin = temporary();
  const dataDir = join(origin, 'data');
  postgres = await startEmbeddedPostgres({ dir: join(dataDir, 'postgres') });
  await query('CREATE TABLE kept AS SELECT n FROM generate_series(1, 1000) AS n');
  writeFileSync(join(dataDir, 'jwt-secret'), 'a signing key');
  mkdirSync(join(dataDir, 'uploads', 'imports'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads', 'imports', 'whole'), UPLOADED);
  writeFileSync(join(dataDir, 'uploads', 'imports', 'arriving.part'), 'half');
  const uploadStore = { kind: 'file', dir: join(dataDir, 'uploads') } as const;
  source = { url: postgres.url, dataDir, uploadStore, version: VERSION };
  backup = join(origin, 'backup.tar.gz');
  await write(backup);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(origin, { recursive: true });
});
beforeEach(() => {
  dir = temporary();
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

/** The database can run as another user than this process. */
function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  chmodSync(path, 0o755);
  return path;
}

async function query(text: string, url = postgres.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

function write(file: string, onProgress = (_done: number): void => undefined) {
  return writeBackup(source, file, { signal: new AbortController().signal, onProgress });
}

function target(change: Partial<RestoreTarget> = {}): RestoreTarget {
  const dataDir = join(dir, 'data');
  const uploadStore = { kind: 'file', dir: join(dataDir, 'uploads') } as const;
  return { dataDir, uploadStore, version: VERSION, ...change };
}

function restore(file = backup, to = target()) {
  return restoreBackup(file, to, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

/** An archive of the given files, with a right checksum. */
async function archive(manifest: Partial<Manifest>, files: Record<string, string>) {
  const file = join(dir, 'made.tar.gz');
  const writer = new ArchiveWriter(() => undefined);
  const written = pipeline(writer.tar, createGzip(), createWriteStream(file));
  await writer.begin({
    format: 1,
    portal: VERSION,
    postgres: '18.4',
    system_identifier: '1',
    started_at: '2026-11-26T08:00:00Z',
    uploads: 'here',
    ...manifest,
  });
  for (const [name, text] of Object.entries(files)) await writer.addText(name, text);
  await writer.end();
  await written;
  return file;
}

describe('a backup', () => {
  it('OPS-23 is one file of database, uploads and secrets, readable by its owner only', async () => {
    const progress: number[] = [];
    const file = join(dir, 'backup.tar.gz');
    const made = await write(file, (done) => progress.push(done));
    expect(made).toMatchObject({ bytes: statSync(file).size, hasSigningKey: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);

    const restored = await restore(file);
    expect(restored).toMatchObject({ hasSigningKey: true, manifest: { portal: VERSION } });
    const { dataDir } = target();
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe('a signing key');
    expect(readdirSync(join(dataDir, 'uploads', 'imports'))).toEqual(['whole']);
    expect(readFileSync(join(dataDir, 'uploads', 'imports', 'whole'))).toEqual(UPLOADED);
    const again = await startEmbeddedPostgres({ dir: join(dataDir, 'postgres') });
    try {
      expect(await query('SELECT sum(n)::int FROM kept', again.url)).toEqual([{ sum: 500_500 }]);
    } finally {
      await again.stop();
    }
  });

  it('OPS-24 gets all WAL from its beginning, however long it takes', async () => {
    const slow = await startBaseBackup(postgres.url, new AbortController().signal);
    const waiting = slow.tar[Symbol.asyncIterator]();
    await waiting.next();
    const [{ first } = {}] = await query(
      `SELECT min(pg_walfile_name(restart_lsn)) AS first FROM pg_replication_slots`,
    );
    for (let n = 0; n < 3; n += 1) {
      await query(`INSERT INTO kept SELECT 0; SELECT pg_switch_wal()`);
      await query('CHECKPOINT');
    }
    const names = await query('SELECT name FROM pg_ls_waldir()');
    expect(names).toContainEqual({ name: first });
    await slow.close();
    await query('CHECKPOINT');
    expect(await query('SELECT name FROM pg_ls_waldir()')).not.toContainEqual({ name: first });
  });

  it('OPS-26 never replaces a file, and is named .part until it is whole', async () => {
    const file = join(dir, 'backup.tar.gz');
    writeFileSync(file, 'precious');
    await expect(write(file)).rejects.toThrow(`${file} exists already. Choose another name.`);
    expect(readFileSync(file, 'utf8')).toBe('precious');

    const other = join(dir, 'other.tar.gz');
    let during: string[] = [];
    await write(other, () => {
      if (during.length === 0) during = readdirSync(dir);
    });
    expect(during).toEqual(['backup.tar.gz', 'other.tar.gz.part']);
    expect(readdirSync(dir)).toEqual(['backup.tar.gz', 'other.tar.gz']);

    const third = join(dir, 'third.tar.gz');
    writeFileSync(`${third}.part`, 'of another backup');
    await expect(write(third)).rejects.toThrow(`${third}.part exists: another backup writes it`);
    expect(readFileSync(`${third}.part`, 'utf8')).toBe('of another backup');
    await expect(write(join(dir, 'none', 'x'))).rejects.toThrow(
      `There is no directory ${join(dir, 'none')}.`,
    );
  });

  it('OPS-26 that is interrupted leaves nothing, neither here nor in the database', async () => {
    const ending = new AbortController();
    const stopped = writeBackup(source, join(dir, 'backup.tar.gz'), {
      signal: ending.signal,
      onProgress: (done) => {
        if (done > 0.2) ending.abort();
      },
    });
    await expect(stopped).rejects.toThrow(/abort/);
    expect(readdirSync(dir)).toEqual([]);
    await expect.poll(() => query('SELECT slot_name FROM pg_replication_slots')).toEqual([]);
    expect(await query('SELECT pid FROM pg_stat_progress_basebackup')).toEqual([]);
  });

  it('OPS-26 that cannot contain everything is refused, and leaves nothing', async () => {
    const inPlace = `${postgres.url}?options=-c%20allow_in_place_tablespaces%3Don`;
    await query("CREATE TABLESPACE other LOCATION ''", inPlace);
    const file = join(dir, 'backup.tar.gz');
    await expect(write(file)).rejects.toThrow('The database has tablespaces');
    expect(readdirSync(dir)).toEqual([]);
    await query('DROP TABLESPACE other');
    await write(file);
  });

  it('OPS-26 that fails leaves nothing', async () => {
    const failed = writeBackup(
      { ...source, url: source.url.replace(/:[^:@]+@/, ':wrong@') },
      join(dir, 'backup.tar.gz'),
      { signal: new AbortController().signal, onProgress: () => undefined },
    );
    await expect(failed).rejects.toThrow(
      'The database could not be read: password authentication failed',
    );
    expect(readdirSync(dir)).toEqual([]);
  });

  it('OPS-26 with a page that the disk has changed is refused', async () => {
    const { dataDir } = target();
    await restore();
    const own = await startEmbeddedPostgres({ dir: join(dataDir, 'postgres') });
    try {
      await query('CHECKPOINT', own.url);
      const [{ path } = {}] = await query("SELECT pg_relation_filepath('kept') AS path", own.url);
      const file = openSync(join(dataDir, 'postgres', 'data', String(path)), 'r+');
      writeSync(file, 'damage', 100);
      closeSync(file);
      const damaged = writeBackup({ ...source, url: own.url }, join(dir, 'backup.tar.gz'), {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      await expect(damaged).rejects.toThrow('checksum verification failure');
      expect(readdirSync(dir)).toEqual(['data']);
    } finally {
      await own.stop();
    }
  });
});

describe('a restore', () => {
  it('OPS-27 fills a missing or an empty directory, and no other', async () => {
    const { dataDir } = target();
    mkdirSync(dataDir);
    await restore();
    const modes = new Set<string>();
    for (const entry of readdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })) {
      const { mode } = statSync(join(dataDir, 'postgres', 'data', String(entry)));
      modes.add((mode & 0o777).toString(8));
    }
    expect([...modes].sort()).toEqual(['600', '700']);
    for (const secret of ['jwt-secret', 'postgres/postgres-password']) {
      expect(statSync(join(dataDir, secret)).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(dataDir).sort()).toEqual(['jwt-secret', 'postgres', 'uploads']);

    await expect(restore()).rejects.toThrow(
      `${dataDir} is not empty: it contains jwt-secret, postgres, uploads.`,
    );
    const other = join(dir, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'note'), 'mine');
    await expect(restore(backup, target({ dataDir: other }))).rejects.toThrow(
      `${other} is not empty: it contains note.`,
    );
    expect(readdirSync(other)).toEqual(['note']);
  });

  it('OPS-27 puts uploads where UPLOAD_STORE is, which must be empty, too', async () => {
    const store = join(dir, 'store');
    const to = target({ uploadStore: { kind: 'file', dir: store } });
    mkdirSync(store);
    writeFileSync(join(store, 'note'), 'mine');
    await expect(restore(backup, to)).rejects.toThrow(`${store} is not empty: it contains note.`);
    expect(readdirSync(dir)).toEqual(['store']);
    expect(readdirSync(store)).toEqual(['note']);

    rmSync(join(store, 'note'));
    expect((await restore(backup, to)).uploads).toBe(store);
    expect(readFileSync(join(store, 'imports', 'whole'))).toEqual(UPLOADED);
    expect(readdirSync(to.dataDir).sort()).toEqual(['jwt-secret', 'postgres']);
  });

  it('OPS-27 that was killed is in no way of the next one', async () => {
    const { dataDir } = target();
    mkdirSync(join(dataDir, 'restoring', 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'restoring', 'postgres', 'half'), '');
    await restore();
    expect(readdirSync(dataDir).sort()).toEqual(['jwt-secret', 'postgres', 'uploads']);
    expect(existsSync(join(dataDir, 'postgres', 'half'))).toBe(false);
  });

  it('OPS-28 refuses a damaged or cut file, and leaves nothing', async () => {
    const file = await archive({}, { 'uploads/imports/a': UPLOADED.toString() });
    const whole = readFileSync(file);
    const places = Array.from(whole.keys()).filter(
      (place) => place >= HEADER_BYTES && place % 20 === 0,
    );
    const damaged = places.map((place) => {
      const copy = Buffer.from(whole);
      copy[place] = (copy[place] ?? 0) ^ 0x55;
      return copy;
    });
    const cut = [0, ...places].map((end) => whole.subarray(0, end));
    for (const content of [...damaged, ...cut, Buffer.from('{"no": "backup"}')]) {
      writeFileSync(file, content);
      await expect(restore(file)).rejects.toThrow(`${file} is damaged, or no backup of the portal`);
      expect(readdirSync(dir)).toEqual(['made.tar.gz']);
    }
    writeFileSync(file, whole);
    await restore(file);
    await expect(restore(join(dir, 'none'))).rejects.toThrow(
      `There is no file ${join(dir, 'none')}.`,
    );
  });

  it('OPS-28 refuses what the checksum does not cover', async () => {
    const file = join(dir, 'made.tar.gz');
    const tar = pack();
    const written = pipeline(tar, createGzip(), createWriteStream(file));
    tar.entry({ name: 'manifest.json' }, JSON.stringify({ portal: VERSION }));
    tar.finalize();
    await written;
    await expect(restore(file)).rejects.toThrow(`${file} is damaged`);
    await archive({}, {});
    await restore(file);
  });

  it.each(['../outside', '/etc/outside', 'uploads/../../outside', 'logs/server.log'])(
    'OPS-28 refuses %s, which is in no backup',
    async (name) => {
      const file = await archive({}, { [name]: 'x' });
      await expect(restore(file)).rejects.toThrow(`${file} is damaged, or no backup of the portal`);
      expect(readdirSync(dir)).toEqual(['made.tar.gz']);
    },
  );

  it('OPS-28 refuses a link', async () => {
    const file = join(dir, 'made.tar.gz');
    const tar = pack();
    const written = pipeline(tar, createGzip(), createWriteStream(file));
    tar.entry({ name: 'postgres/data', type: 'symlink', linkname: '/etc' });
    tar.finalize();
    await written;
    await expect(restore(file)).rejects.toThrow(BackupError);
    expect(readdirSync(dir)).toEqual(['made.tar.gz']);
  });

  it('OPS-29 refuses the backup of a newer version by name, and takes one of an older version', async () => {
    await expect(restore(backup, target({ version: '1.3.12' }))).rejects.toThrow(
      `The backup was made by version ${VERSION} of the portal, and this is 1.3.12.`,
    );
    expect(readdirSync(dir)).toEqual([]);
    await restore(backup, target({ version: '1.10.0' }));
  });

  it('OPS-29 refuses the backup of another major version of PostgreSQL', async () => {
    const file = await archive({ postgres: '17.9', portal: '1.2.0' }, {});
    await expect(restore(file)).rejects.toThrow(
      'The backup is of PostgreSQL 17, and this version of the portal has 18. Restore it with version 1.2.0 of the portal.',
    );
    expect(readdirSync(dir)).toEqual(['made.tar.gz']);
  });

  it('OPS-28 that is interrupted leaves nothing', async () => {
    const ending = new AbortController();
    const stopped = restoreBackup(backup, target(), {
      signal: ending.signal,
      onProgress: (done) => {
        if (done > 0.5) ending.abort();
      },
    });
    await expect(stopped).rejects.toThrow(/abort/);
    expect(readdirSync(dir)).toEqual([]);
  });
});
