import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { UploadStoreConfig } from '@portal/platform/upload-store-config';
import { z } from 'zod';
import type { ReadEvent, ReadSettings } from './read-task-file.js';
import { TaskFileError } from './task-file-error.js';

/** The `workerData` of the thread. */
export const threadTaskSchema = z.object({
  store: z.custom<UploadStoreConfig>(),
  key: z.string(),
  settings: z.custom<ReadSettings>(),
});
type ThreadTask = z.infer<typeof threadTaskSchema>;

/** Messages between these two files only: the schema checks `kind` and not the content. */
const hasKind = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value;
const readEventSchema = z.custom<ReadEvent>(hasKind);

/** Reads the stored file `key`. The bytes of a block are there until the next event is asked for. */
export type TaskFileReader = (key: string, settings: ReadSettings) => AsyncGenerator<ReadEvent>;
/** Its injection token. */
export const TASK_FILE_READER = Symbol('TaskFileReader');

/**
 * Enough for the largest element within the limits. A file that needs more is refused and does not
 * crash the process. Hardly a value outlives its row: a larger young generation takes memory and no
 * less time.
 */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/**
 * A reader that runs on its own thread, so that the event loop stays free to renew the job's lock and
 * to report progress. The memory of the rows is transferred, not copied, and comes back for the next rows.
 */
export function taskFileReader(store: UploadStoreConfig): TaskFileReader {
  return async function* (key, settings) {
    const task: ThreadTask = { store, key, settings };
    const thread = new Worker(new URL('reader-thread-entry.js', import.meta.url), {
      workerData: task,
      resourceLimits: THREAD_LIMITS,
    });
    try {
      // Rejects when the thread fails.
      for await (const [message] of on(thread, 'message', { close: ['exit'] })) {
        const event = readEventSchema.parse(message);
        yield event;
        if (event.kind === 'end') return;
        // Now the block is copied, and its memory is free for the next one.
        if (event.kind === 'block') thread.postMessage(event.bytes.buffer, [event.bytes.buffer]);
      }
      throw new Error('the reading thread ended without a result');
    } catch (error) {
      throw isOutOfMemory(error)
        ? new TaskFileError('A row of the file needs too much memory to read')
        : error;
    } finally {
      await thread.terminate();
    }
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
