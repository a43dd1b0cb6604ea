import { MAX_UNPACKED_BYTES } from '@portal/contracts/constants';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { type ImportAttempt, ImportRefused } from './import-attempt.js';
import type { CopyBlock, ReadEnd, ReadSettings } from './reader/read-task-file.js';
import { TaskFileError } from './reader/task-file-error.js';

export const READ_LIMITS = { ...TASK_FILE_LIMITS, maxUnpackedBytes: MAX_UNPACKED_BYTES };

/**
 * Reads the file to its end, passes its rows to `onBlock` block by block, and reports progress.
 * @throws {ImportRefused} if a row needs too much memory to read
 */
export async function readRows(
  attempt: ImportAttempt,
  target: ReadSettings['target'],
  onBlock: (block: CopyBlock) => Promise<void>,
): Promise<ReadEnd> {
  const { claimed, reporter, rules, scope, readFile, signal } = attempt;
  const settings: ReadSettings = {
    projects: scope.projects,
    projectIds: scope.projectIds,
    batches: attempt.batches,
    rules,
    keepValidRows: claimed.keepValidRows,
    reading: claimed,
    target,
    nowMs: Date.now(),
    limits: READ_LIMITS,
  };
  reporter.report({ phase: target === 'tables' ? 'loading' : 'reading' });
  for await (const event of refusing(readFile(claimed.storeKey, settings))) {
    signal.throwIfAborted();
    if (event.kind === 'block') {
      await onBlock(event);
      continue;
    }
    reporter.report({ bytesDone: event.bytes, rowsDone: event.rows, errors: event.errors });
    if (event.kind === 'end') return event;
  }
  throw new Error('the reader ended without a result');
}

/**
 * Adds the reader's errors and warnings to those of the attempt.
 * @throws {ImportRefused} if the file could not be read to its end, or like `refuseErrors`
 */
export function acceptReading(attempt: ImportAttempt, read: ReadEnd): void {
  attempt.issues.add(read);
  attempt.reporter.report({ rowsTotal: read.rows });
  if (read.failure !== undefined) throw new ImportRefused(read.failure);
  refuseErrors(attempt);
}

/** @throws {ImportRefused} if rows are invalid and the upload does not use `on_error=skip` */
export function refuseErrors({ claimed, issues: { errors } }: ImportAttempt): void {
  if (errors === 0 || claimed.keepValidRows) return;
  throw new ImportRefused(
    `The file has ${errors} ${errors === 1 ? 'error' : 'errors'}; nothing was imported`,
  );
}

async function* refusing<T>(events: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* events;
  } catch (error) {
    throw error instanceof TaskFileError ? new ImportRefused(error.message) : error;
  }
}
