import { join } from 'node:path';
import { hasBeatenSince } from '@portal/platform/heartbeat';
import { LogFile } from '@portal/platform/log-file';
import { Supervisor } from '@portal/launcher/supervisor';
import { Child } from './child.mjs';
import { say } from './terminal.mjs';

/**
 * Starts the server and the worker and restarts them when they end; resolves when both are ready.
 * @param {{ env: NodeJS.ProcessEnv, baseUrl: string, dataDir: string,
 *   logDays: number, database: Supervisor | undefined, giveUp: (message: string) => void,
 *   onStarted: (stop: () => Promise<void>) => void }} options
 * @throws {import('@portal/launcher/supervisor').PartFailedError} if one of them does not start
 */
export async function startProcesses({
  env,
  baseUrl,
  dataDir,
  logDays,
  database,
  giveUp,
  onStarted,
}) {
  /** @param {string} name @param {(log: LogFile) => Child} start */
  const part = (name, start) => {
    const log = new LogFile(join(dataDir, 'logs', `${name}.log`), logDays);
    return new Supervisor({ name, log, start: () => start(log), needs: database }, { say, giveUp });
  };
  const parts = [
    part('server', (log) => server(env, baseUrl, log)),
    part('worker', (log) => worker(env, dataDir, log)),
  ];
  onStarted(async () => {
    await Promise.all(parts.map((one) => one.stop()));
  });
  await Promise.all(parts.map((one) => one.begin()));
}

/** @param {NodeJS.ProcessEnv} env @param {string} baseUrl @param {LogFile} log */
function server(env, baseUrl, log) {
  return new Child({
    script: 'apps/server/dist/main.js',
    flags: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    env,
    log,
    isReady: () => answers(baseUrl),
  });
}

/** @param {NodeJS.ProcessEnv} env @param {string} dataDir @param {LogFile} log */
function worker(env, dataDir, log) {
  const started = Date.now();
  return new Child({
    script: 'apps/worker/dist/main.js',
    env,
    log,
    isReady: () => hasBeatenSince(dataDir, 'worker', started),
  });
}

/** @param {string} baseUrl */
async function answers(baseUrl) {
  try {
    return (await fetch(`${baseUrl}/api/v1/about`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
