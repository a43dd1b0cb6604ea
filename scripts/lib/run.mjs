import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from './root.mjs';
import { UserError } from './terminal.mjs';

const STOP_MS = 30_000;
const LOOK_MS = 50;

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, signal?: AbortSignal,
 *   onLine?: (line: string) => void }} Options
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 *   `show` passes the output through; otherwise it is collected, and `onLine` gets the lines of stdout.
 *   `signal` ends the program and all processes that it started.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function run(
  command,
  args,
  { cwd = ROOT, env = process.env, show = false, signal, onLine } = {},
) {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // In a group of its own, which can be ended as a whole.
    detached: signal !== undefined,
  });
  /** @type {Promise<void> | undefined} */
  let groupEnded;
  const end = () => {
    if (child.pid !== undefined) groupEnded = endGroup(child.pid);
  };
  signal?.addEventListener('abort', end, { once: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  }
  if (child.stdout && onLine) createInterface({ input: child.stdout }).on('line', onLine);
  /** @type {(number | null)[]} */
  const [code] = await once(child, 'close');
  await groupEnded;
  return { code: code ?? 1, output };
}

/**
 * Ends all processes of a group and waits until there are none.
 * @param {number} pid
 */
async function endGroup(pid) {
  const deadline = Date.now() + STOP_MS;
  let lives = signalGroup(pid, 'SIGTERM');
  while (lives && Date.now() < deadline) {
    await delay(LOOK_MS);
    lives = signalGroup(pid, 0);
  }
  if (lives) signalGroup(pid, 'SIGKILL');
}

/**
 * Whether the group has a process.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} name
 */
function signalGroup(pid, name) {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}

/**
 * Runs a Node script; throws with its output if it fails.
 * @param {string} what
 * @param {string[]} args
 * @param {Options} [options]
 */
export async function runNode(what, args, options) {
  const { code, output } = await run(process.execPath, args, options);
  if (code !== 0) throw new UserError(`${what} failed:\n${output.trim()}`);
}

/**
 * Runs the npm that runs this script, else the one on the path.
 * @param {string[]} args
 * @param {Options} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args], options)
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
