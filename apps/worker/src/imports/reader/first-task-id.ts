import { isObject } from '@portal/contracts/objects';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import type { ReadSettings } from './read-task-file.js';
import { TaskFileError } from './task-file-error.js';
import { taskSplitter } from './task-splitter.js';
import { transcoded } from './transcode.js';
import { unpack } from './unpack.js';

/** A larger first row is not read ahead. */
const MAX_ROW_BYTES = 64 * 1024;
/** The part of the content that may contain the first row. */
const MAX_BYTES = 1024 * 1024;

/** The task id of the first row, if the beginning of the file contains it. */
export async function firstTaskId(
  file: AsyncIterable<Buffer>,
  reading: ReadingOptions,
  limits: ReadSettings['limits'],
): Promise<number | undefined> {
  // Their tasks exist.
  if (reading.settings?.rows === 'reviews') return undefined;
  let first: unknown;
  const splitter = taskSplitter(
    reading,
    { ...limits, maxElementBytes: MAX_ROW_BYTES },
    {
      row: (place, decode) => {
        if (place.row > 1) return;
        const row = decode(() => undefined);
        if (isObject(row)) first = row['turing_task_id'];
      },
      refused: () => undefined,
    },
  );
  let bytes = 0;
  try {
    for await (const chunk of transcoded(
      unpack(file, limits),
      reading.settings?.encoding ?? 'utf-8',
    )) {
      splitter.push(chunk);
      bytes += chunk.length;
      if (splitter.rows > 0 || bytes > MAX_BYTES) break;
    }
  } catch (error) {
    // The reader reports what is wrong with the file.
    if (!(error instanceof TaskFileError)) throw error;
  }
  return Number.isSafeInteger(first) ? Number(first) : undefined;
}
