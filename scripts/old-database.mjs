/**
 * Makes `libs/testing/databases/0.2.0.sql.br`: a database that version 0.2.0 itself created and filled. Tests restore
 * it and upgrade it. It is made once; this script stays to say how, and to make one of a later version.
 *
 *   node scripts/old-database.mjs     (5 minutes; needs the history of git)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildStale } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';
import { npm, run } from './lib/run.mjs';
import { say } from './lib/terminal.mjs';
import { sqlOf } from './old-database/sql-of.mjs';
import { usePortal } from './old-database/use-portal.mjs';

const VERSION = '0.2.0';
const COMMIT = '531c46e3';
/** Of the demo's 60,000 tasks. */
const ONE_TASK_OF = 30;

await buildStale(['tests']);
const { freePort } = await import('@portal/testing/free-port');
const dir = await mkdtemp(join(tmpdir(), 'old-portal-'));
// The database can run as another user than this process.
await chmod(dir, 0o755);
try {
  const old = await checkOut(join(dir, 'portal'));
  const data = join(dir, 'data');
  const portal = await start(old, data);
  await usePortal(portal.baseUrl);
  const sql = await sqlOf(readFileSync(join(data, 'postgres', 'url'), 'utf8').trim(), old);
  await portal.stop();
  write(sql);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** @param {string} old */
async function checkOut(old) {
  mkdirSync(old);
  const archive = join(dir, 'portal.tar');
  await must('git', ['archive', `--output=${archive}`, COMMIT], inRoot());
  await must('tar', ['--extract', `--file=${archive}`], old);
  const world = join(old, 'scripts/demo-world.mjs');
  const fewer = readFileSync(world, 'utf8').replace(/\btasks: (\d{3,})/g, (_, tasks) => {
    return `tasks: ${Math.ceil(Number(tasks) / ONE_TASK_OF)}`;
  });
  writeFileSync(world, fewer);
  say(`Installing version ${VERSION}`);
  const { code } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: old,
    show: true,
  });
  if (code !== 0) throw new Error('npm ci failed');
  return old;
}

/**
 * `npm start` of that version, with its demo.
 * @param {string} old
 * @param {string} data
 */
async function start(old, data) {
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: old,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      PORTAL_DATA_DIR: data,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdout.setEncoding('utf8');
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (/** @type {string} */ text) => {
      process.stdout.write(text);
      if (text.includes('Portal ready')) resolve(true);
    });
  });
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error('It did not start');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** @param {string} sql */
function write(sql) {
  const file = inRoot('libs/testing/databases', `${VERSION}.sql.br`);
  mkdirSync(join(file, '..'), { recursive: true });
  const packed = brotliCompressSync(sql, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: sql.length,
    },
  });
  writeFileSync(file, packed);
  say(`${file}: ${Math.ceil(packed.length / 1000)} kB of ${Math.ceil(sql.length / 1000)} kB`);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
async function must(program, args, cwd) {
  const { code, output } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} failed: ${output}`);
}
