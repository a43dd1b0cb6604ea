import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PARSER_CRASHED } from './parser-crash.js';
import { type CheckResult, checkResultSchema } from './check-result.js';

/** Arguments of a thread. */
export const guardSettingsSchema = z.object({
  relations: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
  schema: z.string(),
});
export type GuardSettings = z.infer<typeof guardSettingsSchema>;
/** Arguments of the event that carries a response. */
const answerSchema = z.tuple([checkResultSchema]);

/**
 * Far longer than a text within the limits takes, so that a thread that is late is no fault of its text: the machine is
 * busy, or the thread hangs.
 */
export const PATIENCE_MS = 10_000;
/**
 * Several times what a text of 64 KB needs. If one large allocation exceeds the limit, V8 ends the
 * whole process.
 */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** A thread did not answer in time, or ran out of memory. It says nothing about the text. */
export class GuardUnavailable extends Error {}

/** A thread that checks texts one after the other. It is replaced when it fails. */
export class GuardWorker {
  private thread: Promise<Worker> | undefined;
  private isReady = false;
  private isClosed = false;
  private line: Promise<unknown> = Promise.resolve();
  private texts = 0;

  constructor(private readonly settings: GuardSettings) {}

  /** A measure of the waiting time for the next text. */
  get load(): number {
    return this.texts + (this.isReady ? 0 : 0.5);
  }

  /** @throws {GuardUnavailable} if the thread does not answer; the next text gets a new one */
  async check(text: string): Promise<CheckResult> {
    const check = this.line.then(() => this.checkNow(text));
    this.line = check.catch(() => undefined);
    this.texts += 1;
    try {
      return await check;
    } finally {
      this.texts -= 1;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const thread = await this.thread?.catch(() => undefined);
    await thread?.terminate();
  }

  private async checkNow(text: string): Promise<CheckResult> {
    if (this.isClosed) throw new Error('The guard is closed');
    this.thread ??= this.starting(Promise.resolve());
    const thread = await this.thread;
    try {
      thread.postMessage(text, []);
      return answerSchema.parse(await nextMessage(thread))[0];
    } catch (error) {
      this.isReady = false;
      const ended = thread.terminate();
      // Immediately, so that the next text need not wait for the start.
      if (!this.isClosed) this.thread = this.starting(ended);
      if (codeOf(error) !== PARSER_CRASHED) throw error;
      return { ok: false, problems: [TOO_DEEP] };
    }
  }

  private starting(before: Promise<unknown>): Promise<Worker> {
    const thread = before.then(() => start(this.settings));
    thread.then(
      () => (this.isReady = true),
      () => (this.thread = undefined),
    );
    return thread;
  }
}

const TOO_DEEP = { message: 'The query is nested too deeply', position: 1, line: 1, column: 1 };

/** A thread with a loaded parser. */
async function start(settings: GuardSettings): Promise<Worker> {
  const thread = new Worker(new URL('guard-thread.js', import.meta.url), {
    workerData: settings,
    resourceLimits: THREAD_LIMITS,
  });
  // Pending checks handle the error. Without a listener it would end the process.
  thread.on('error', () => undefined);
  try {
    await nextMessage(thread);
    return thread;
  } catch (error) {
    void thread.terminate();
    throw error;
  }
}

/** Arguments of the thread's next message. */
async function nextMessage(thread: Worker): Promise<unknown[]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const message: unknown[] = await once(thread, 'message', { signal: late.signal });
    return message;
  } catch (error) {
    const isGone = late.signal.aborted || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isGone ? new GuardUnavailable('A thread of the guard failed', { cause: error }) : error;
  } finally {
    clearTimeout(timer);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
