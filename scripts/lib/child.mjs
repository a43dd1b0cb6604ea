import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from './root.mjs';

const STOP_MS = 15_000;
const TAIL_LINES = 40;

/**
 * A process of the portal. Its output goes to a file; the last lines are kept for the terminal.
 * It is told of the launcher's end by the closing of its IPC channel, and Ctrl-C does not reach it
 * directly, so that the launcher decides the order in which things stop.
 */
export class Child {
  #process;
  #tail = [];

  /**
   * @param {{ name: string, script: string, flags?: string[], env: NodeJS.ProcessEnv, logFile: string,
   *   onExit: (reason: string) => void }} options `onExit` is called for an end nobody asked for
   */
  constructor({ name, script, flags = [], env, logFile, onExit }) {
    this.name = name;
    this.logFile = logFile;
    mkdirSync(dirname(logFile), { recursive: true });
    const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
    const child = spawn(process.execPath, ['--enable-source-maps', ...flags, inRoot(script)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        log.write(text);
        this.#tail = [...this.#tail, ...text.split('\n').filter(Boolean)].slice(-TAIL_LINES);
      });
    }
    child.on('close', (code, signal) => {
      log.end();
      if (!this.stopping) onExit(signal === null ? `with code ${code}` : `by ${signal}`);
    });
    this.#process = child;
    this.stopping = false;
  }

  get running() {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** The last lines it printed, log records made readable. */
  get tail() {
    return this.#tail.map(readable).join('\n');
  }

  async stop() {
    this.stopping = true;
    if (!this.running) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    const impatience = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(impatience);
  }
}

function readable(line) {
  try {
    const { msg, err, context } = JSON.parse(line);
    return [context && `[${context}]`, msg, err?.stack].filter(Boolean).join(' ') || line;
  } catch {
    return line;
  }
}
