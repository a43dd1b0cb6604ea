import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PARSER_CRASHED } from './parser-crash.js';
import { type QueryCheck, queryCheckSchema } from './query-check.js';
import { whenOverTime } from './time-limit.js';

/** Arguments of a thread. */
export const guardSettingsSchema = z.object({
  relations: z.record(z.string(), z.array(z.string()).readonly()).readonly(),
  schema: z.string(),
});
export type GuardSettings = z.infer<typeof guardSettingsSchema>;
/** Arguments of the event that carries a response. */
const answerSchema = z.tuple([queryCheckSchema]);

/** Maximum time for one text, without loading the parser. */
const MOST_MS = 200;
/**
 * Several times what a text of 64 KB needs. If one large allocation exceeds the limit, V8 ends the
 * whole process.
 */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * A thread that checks texts one after the other. It is replaced when a text exceeds its limits.
 */
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

  /** @throws {Error} if the thread cannot start, or fails for a reason other than the text */
  async check(text: string): Promise<QueryCheck> {
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

  private async checkNow(text: string): Promise<QueryCheck> {
    if (this.isClosed) throw new Error('The guard is closed');
    this.thread ??= this.starting(Promise.resolve());
    const thread = await this.thread;
    try {
      return await answer(thread, text);
    } catch (error) {
      this.isReady = false;
      const ended = thread.terminate();
      // Immediately, so that the next text need not wait for the start.
      if (!this.isClosed) this.thread = this.starting(ended);
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      return { ok: false, problems: [{ message: reason, position: 1, line: 1, column: 1 }] };
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

/** A thread with a loaded parser. */
async function start(settings: GuardSettings): Promise<Worker> {
  const thread = new Worker(new URL('guard-thread.js', import.meta.url), {
    workerData: settings,
    resourceLimits: THREAD_LIMITS,
  });
  // Pending checks handle the error. Without a listener it would end the process.
  thread.on('error', () => undefined);
  await once(thread, 'message');
  return thread;
}

async function answer(thread: Worker, text: string): Promise<QueryCheck> {
  const giveUp = new AbortController();
  const stop = whenOverTime(MOST_MS, () => giveUp.abort());
  try {
    const message = once(thread, 'message', { signal: giveUp.signal });
    thread.postMessage(text, []);
    return answerSchema.parse(await message)[0];
  } finally {
    stop();
  }
}

/**
 * The message for the author of a text that exceeded a limit; undefined if the text is not the
 * reason.
 */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === PARSER_CRASHED) return 'The query is nested too deeply';
  const isTooMuch = error.name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? 'The query is too complex to be checked' : undefined;
}
