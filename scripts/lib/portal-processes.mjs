import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Child } from './child.mjs';
import { Friendly, say } from './terminal.mjs';

const READY_MS = 60_000;
const FIRST_RESTART_MS = 500;
const LAST_RESTART_MS = 30_000;

/**
 * Starts the server and the worker. The end of the server is the end of the portal; a worker that
 * ends is started again, at growing intervals while it keeps ending.
 * @param {{ env: NodeJS.ProcessEnv, baseUrl: string, logDir: string,
 *   onServerEnd: (message: string) => void, onStarted: (stop: () => Promise<void>) => void }} options
 * @returns {Promise<{ ready: Promise<void> }>} `ready` when the server answers
 */
export async function startProcesses({ env, baseUrl, logDir, onServerEnd, onStarted }) {
  const server = new Child({
    name: 'server',
    script: 'apps/server/dist/main.js',
    flags: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    env,
    logFile: join(logDir, 'server.log'),
    onExit: (reason) => onServerEnd(ended(server, reason)),
  });
  const worker = keptAlive(
    (onExit) =>
      new Child({
        name: 'worker',
        script: 'apps/worker/dist/main.js',
        env,
        logFile: join(logDir, 'worker.log'),
        onExit,
      }),
  );
  onStarted(async () => {
    await Promise.all([server.stop(), worker.stop()]);
  });
  return { ready: untilAnswering(baseUrl, server) };
}

function keptAlive(start) {
  let pause = FIRST_RESTART_MS;
  let timer;
  let stopped = false;
  let child;

  const begin = () => {
    const startedAt = Date.now();
    child = start((reason) => {
      say(ended(child, reason));
      // It ran well for a while: this is a new trouble, not the same one again.
      if (Date.now() - startedAt > LAST_RESTART_MS) pause = FIRST_RESTART_MS;
      say(`Starting the ${child.name} again in ${pause / 1000} s`);
      timer = setTimeout(() => !stopped && begin(), pause);
      pause = Math.min(pause * 2, LAST_RESTART_MS);
    });
  };
  begin();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await child.stop();
    },
  };
}

async function untilAnswering(baseUrl, server) {
  const deadline = Date.now() + READY_MS;
  while (!(await answers(baseUrl))) {
    if (!server.running) throw new Friendly('The server ended before it answered.');
    if (Date.now() > deadline) {
      throw new Friendly(`The server does not answer at ${baseUrl}:\n${server.tail}`);
    }
    await delay(100);
  }
}

async function answers(baseUrl) {
  try {
    return (await fetch(`${baseUrl}/api/v1/about`)).ok;
  } catch {
    return false;
  }
}

function ended(child, reason) {
  return `The ${child.name} ended ${reason}. Its last lines (all in ${child.logFile}):\n${child.tail}`;
}
