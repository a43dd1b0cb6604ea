import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@portal/testing/free-port';
import { signIn } from '@portal/testing/sign-in';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { Watcher } from '../support/room.js';
import { file, row } from '../support/rows.js';
import { buildWorld, query, type World } from '../support/world.js';
import { allEnded, descendants, Launcher } from './launcher.js';

const PROGRAMS = { database: '/bin/postgres', server: 'apps/server', worker: 'apps/worker' };
type Part = keyof typeof PROGRAMS;
const PARTS = ['database', 'server', 'worker'] as const;

let dir: string;
let baseUrl: string;
let launcher: Launcher;
let world: World;
let tasks = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'portal-restart-'));
  // The database account must be able to enter it.
  chmodSync(dir, 0o755);
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  launcher = Launcher.start({
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    PORTAL_DATA_DIR: dir,
    PORTAL_DEMO: 'off',
    PORTAL_AUTH_RATE_LIMIT: '10000',
  });
  await launcher.ready();
  world = await buildWorld(databaseUrl());
});
afterAll(async () => {
  if (launcher.running) await launcher.ended('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

function databaseUrl(): string {
  return readFileSync(join(dir, 'postgres', 'url'), 'utf8').trim();
}

function pidOf(part: Part): number | undefined {
  return descendants(launcher.pid).find(
    ({ parent, command }) => parent === launcher.pid && command.includes(PROGRAMS[part]),
  )?.pid;
}

function send(signal: NodeJS.Signals, part: Part): void {
  const pid = pidOf(part);
  if (pid === undefined) throw new Error(`no ${part} runs`);
  process.kill(pid, signal);
}

/** Number of terminal lines that report the restart of the part after such an end. */
function told(part: Part, end: string): number {
  const line = `The ${part} ended (${end}); starting it again in `;
  return launcher.lines.filter((one) => one.startsWith(line)).length;
}

/** Runs `work` and waits until the terminal reports the end of each part. */
async function telling(parts: readonly Part[], end: string, work: () => void): Promise<void> {
  const before = new Map(parts.map((part) => [part, told(part, end)]));
  work();
  for (const part of parts) {
    await eventually(`${part} to be told`, () => told(part, end) === (before.get(part) ?? 0) + 1);
  }
}

/** Users sign in, an import completes, and a subscriber of its project receives the numbers. */
async function everythingWorks(): Promise<void> {
  await eventually(
    'readiness',
    async () => (await fetch(`${baseUrl}/health/ready`)).status === 200,
  );
  await eventually('all parts', () => PARTS.every((part) => pidOf(part) !== undefined));
  const { access_token } = await signIn(baseUrl, 'admin@example.com');
  const admin = new Api(baseUrl, access_token);
  const watcher = new Watcher(baseUrl, access_token);
  try {
    await watcher.connected();
    const { dashboard } = await watcher.enter(world.alpha);
    expect(dashboard.totals.total_tasks).toBe(tasks);
    tasks += 1;
    expect((await admin.upload(file(row(tasks)))).body).toMatchObject({ status: 'completed' });
    await watcher.seen(
      'dashboard-changed',
      'the new task',
      ({ totals }) => totals.total_tasks === tasks,
    );
  } finally {
    watcher.close();
  }
}

describe('npm start', () => {
  it('RUN-33 restarts a killed database at its URL, and the others continue', async () => {
    await everythingWorks();
    const others = [pidOf('server'), pidOf('worker')];
    const url = databaseUrl();
    await telling(['database'], 'SIGKILL', () => send('SIGKILL', 'database'));
    await everythingWorks();
    expect([pidOf('server'), pidOf('worker')]).toEqual(others);
    expect(databaseUrl()).toBe(url);
  });

  it('RUN-33 restarts killed parts, also several at the same time', async () => {
    for (const parts of [['server', 'worker'], PARTS] as const) {
      await telling(parts, 'SIGKILL', () => parts.forEach((part) => send('SIGKILL', part)));
      await everythingWorks();
    }
  });

  it('RUN-33 restarts parts that received SIGTERM', async () => {
    await telling(PARTS, 'exit code 0', () => PARTS.forEach((part) => send('SIGTERM', part)));
    await everythingWorks();
  });

  it('RUN-33 leaves the crash of one session to the database', async () => {
    const database = pidOf('database');
    const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(
      databaseUrl(),
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'portal-server%'`,
    );
    process.kill(pid, 'SIGKILL');
    const log = join(dir, 'logs', 'database.log');
    await eventually('the crash', () => readFileSync(log, 'utf8').includes('all server processes'));
    await everythingWorks();
    expect(pidOf('database')).toBe(database);
  });

  it('RUN-36 ends with the last lines of a part that ended five times in a minute', async () => {
    const started = descendants(launcher.pid);
    const killed = new Set<number>();
    const ended = launcher.ended();
    while (launcher.running) {
      await eventually('the server to run, or the end', () => {
        const pid = pidOf('server');
        if (pid === undefined || killed.has(pid)) return !launcher.running;
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
        return true;
      });
    }
    expect(await ended).toBe(1);
    const text = launcher.lines.join('\n');
    const log = join(dir, 'logs', 'server.log');
    expect(text).toContain('The server ended (SIGKILL), 5 times within a minute. Its last lines');
    expect(text).toContain(`(all in ${log}):\n`);
    expect(launcher.lines.at(-1)).not.toContain(log);
    await allEnded(started);
  });
});
