import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasBeatenSince } from '@portal/platform/heartbeat';
import { LogFile } from '@portal/platform/log-file';
import { Supervisor } from '@portal/launcher/supervisor';
import { inRoot } from './root.mjs';

/**
 * @typedef {{ script: string, flags: string[], isReady: (started: number) => boolean | Promise<boolean> }} Program
 *   `started` in milliseconds since 1970
 */

const READY_MS = 60_000;
const STOP_MS = 15_000;
const LOOK_MS = 100;

/**
 * The server and the worker, which are restarted when they end.
 * @param {import('@portal/platform/config').Config} config
 * @param {string} baseUrl
 * @param {NodeJS.ProcessEnv} env
 * @param {Supervisor | undefined} database which they need
 * @param {import('@portal/launcher/supervisor').Reports} reports
 */
export function portalProcesses({ dataDir, logDays }, baseUrl, env, database, reports) {
  /** @type {Record<string, Program>} */
  const programs = {
    server: {
      script: 'apps/server/dist/main.js',
      flags: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
      isReady: () => answers(baseUrl),
    },
    worker: {
      script: 'apps/worker/dist/main.js',
      flags: [],
      isReady: (started) => hasBeatenSince(dataDir, 'worker', started),
    },
  };
  return Object.entries(programs).map(([name, program]) => {
    const log = new LogFile(join(dataDir, 'logs', `${name}.log`), logDays);
    const start = () => begin(program, env, log);
    return new Supervisor({ name, log, start, needs: database }, reports);
  });
}

/**
 * Starts one process. If the launcher ends, its IPC channel closes. Ctrl-C does not reach it directly, so that the
 * launcher decides the order of the shutdown.
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} env
 * @param {LogFile} log
 * @returns {import('@portal/launcher/supervisor').Run}
 */
function begin({ script, flags, isReady }, env, log) {
  const started = Date.now();
  const child = spawn(process.execPath, ['--enable-source-maps', ...flags, inRoot(script)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => log.write(text));
  }
  let isOver = false;
  let failure = '';
  const ended = once(child, 'close')
    .then(() => failure || (child.signalCode ?? `exit code ${child.exitCode}`), String)
    .finally(() => (isOver = true));
  async function stop() {
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatience);
  }
  /** @param {() => void} resolve */
  async function untilReady(resolve) {
    while (!isOver) {
      if (await isReady(started)) return resolve();
      if (Date.now() > started + READY_MS) {
        failure = `not ready within ${READY_MS / 1000} s`;
        return stop();
      }
      await delay(LOOK_MS);
    }
  }
  return { ready: new Promise((resolve) => void untilReady(resolve)), ended, stop };
}

/** @param {string} baseUrl */
async function answers(baseUrl) {
  const signal = AbortSignal.timeout(2_000);
  const response = await fetch(`${baseUrl}/api/v1/about`, { signal }).catch(() => undefined);
  return response?.ok === true;
}
