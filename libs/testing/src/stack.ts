import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';
import { testDatabase, type TestDatabase } from './postgres.js';
import { PortalProcess } from './process.js';
import { testRedisUrl } from './redis.js';

export type ProcessName = 'server' | 'worker';

/** What the processes run. */
export interface Program {
  readonly commands: Readonly<Record<ProcessName, readonly string[]>>;
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

export interface StackOptions {
  /** The built repository by default. */
  readonly program?: Program;
  /** Added to the environment of the processes, or replacing it. */
  readonly env?: Readonly<Record<string, string>>;
  /** False: use PostgreSQL alone, even if Redis is available. */
  readonly redis?: boolean;
  /** Processes to start; both by default. */
  readonly start?: readonly ProcessName[];
}

/** The built portal in its own processes, with its own database. */
export interface Stack {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Undefined if the stack uses PostgreSQL alone. */
  readonly redisUrl: string | undefined;
  pid(name: ProcessName): number | undefined;
  /**
   * Ends one process with the signal (SIGKILL by default) and waits for its end.
   * @returns its exit code; undefined if the signal ended it
   */
  kill(name: ProcessName, signal?: NodeJS.Signals): Promise<number | undefined>;
  /**
   * Starts a process that has ended; for the server, resolves when it responds.
   * @param changes of the environment, for both processes from now on
   */
  restart(name: ProcessName, changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends everything and removes the database and files. */
  stop(): Promise<void>;
  /** What the processes printed so far. */
  logs(): string;
}

/** For a busy machine; a server that has ended fails immediately. */
const START_MS = 240_000;
/** With the options of Node that the launcher and the image set. */
const BUILT: Program = {
  commands: {
    server: [
      ...[process.execPath, '--min-semi-space-size=32', '--max-semi-space-size=32'],
      'apps/server/dist/main.js',
    ],
    worker: [process.execPath, 'apps/worker/dist/main.js'],
  },
  cwd: fileURLToPath(new URL('../../../', import.meta.url)),
};

/**
 * Boots server and worker on a free port, with a fresh migrated database unless `env` names another one.
 * @throws {Error} with the log if the server does not start
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const named = options.env ?? {};
  const [database, dataDir, redisUrl, port] = await Promise.all([
    databaseOf(named['DATABASE_URL']),
    mkdtemp(join(tmpdir(), 'portal-stack-')),
    options.redis === false ? undefined : (named['REDIS_URL'] ?? testRedisUrl()),
    freePort(),
  ]);
  const baseUrl = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: baseUrl,
    PORTAL_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...named,
  };
  const { commands, ...place } = options.program ?? BUILT;
  const processes = {
    server: new PortalProcess('server', commands.server, env, place),
    worker: new PortalProcess('worker', commands.worker, env, place),
  };
  const names = ['server', 'worker'] as const;
  const logs = (): string => names.map((name) => `--- ${name}\n${processes[name].log}`).join('\n');

  const stack: Stack = {
    baseUrl,
    databaseUrl: database.url,
    dataDir,
    redisUrl,
    pid: (name) => processes[name].pid,
    async kill(name, signal = 'SIGKILL') {
      await processes[name].end(signal);
      return processes[name].exitCode;
    },
    async restart(name, changes = {}) {
      Object.assign(env, changes);
      processes[name].start();
      if (name === 'server') await untilAnswering(baseUrl, processes.server);
    },
    async stop() {
      await Promise.all(names.map((name) => processes[name].end('SIGTERM')));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
    logs,
  };
  try {
    const wanted = options.start ?? names;
    for (const name of wanted) processes[name].start();
    if (wanted.includes('server')) await untilAnswering(baseUrl, processes.server);
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

function databaseOf(url: string | undefined): Promise<TestDatabase> {
  return url === undefined
    ? testDatabase()
    : Promise.resolve({ url, drop: () => Promise.resolve() });
}

async function untilAnswering(baseUrl: string, server: PortalProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await answers(baseUrl))) {
    if (!server.running || Date.now() > deadline) {
      throw new Error(`The server did not come up:\n${server.log}`);
    }
    await delay(50);
  }
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/api/v1/about`)).ok;
  } catch {
    return false;
  }
}
