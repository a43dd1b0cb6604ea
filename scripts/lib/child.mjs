import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from './root.mjs';

/** @typedef {import('@portal/launcher/supervisor').Run} Run */

const READY_MS = 60_000;
const STOP_MS = 15_000;
const LOOK_MS = 100;

/**
 * One process of the portal. If the launcher ends, its IPC channel closes. Ctrl-C does not reach it
 * directly, so that the launcher decides the order of the shutdown.
 * @implements {Run}
 */
export class Child {
  #process;
  #isOver = false;
  /** @type {string | undefined} */
  #failure;

  /**
   * @param {{ script: string, flags?: string[], env: NodeJS.ProcessEnv,
   *   log: import('@portal/platform/log-file').LogFile,
   *   isReady: () => boolean | Promise<boolean> }} options
   */
  constructor({ script, flags = [], env, log, isReady }) {
    this.#process = spawn(process.execPath, ['--enable-source-maps', ...flags, inRoot(script)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => log.write(text));
    }
    this.ended = this.#end();
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve) => void this.#untilReady(isReady, resolve));
  }

  async stop() {
    this.#process.kill('SIGTERM');
    const impatience = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS);
    await this.ended;
    clearTimeout(impatience);
  }

  /** @returns {Promise<string>} */
  async #end() {
    try {
      await once(this.#process, 'close');
      return this.#failure ?? this.#process.signalCode ?? `exit code ${this.#process.exitCode}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      this.#isOver = true;
    }
  }

  /** @param {() => boolean | Promise<boolean>} isReady @param {() => void} resolve */
  async #untilReady(isReady, resolve) {
    const deadline = Date.now() + READY_MS;
    while (!this.#isOver) {
      if (await isReady()) return resolve();
      if (Date.now() > deadline) {
        this.#failure = `not ready within ${READY_MS / 1000} s`;
        return this.stop();
      }
      await delay(LOOK_MS);
    }
  }
}
