import { MAX_UNPACKED_BYTES } from '@portal/contracts/constants';
import type { ImportCounts } from '@portal/contracts/imports';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import type { UploadScope } from '@portal/persistence/visibility/uploads';
import type { ImportIssues } from './import-issues.js';
import type { ImportRecord } from './import-record.js';
import type { ProgressReporter } from './progress-reporter.js';
import type { CopyBlock, ReadEnd, ReadSettings } from './reader/read-task-file.js';
import { TaskFileError } from './reader/task-file-error.js';
import type { TaskFileReader } from './reader/file-reader.js';

/** One run of one import: what it works with. */
export interface ImportRun {
  readonly record: ImportRecord;
  readonly scope: UploadScope;
  readonly readFile: TaskFileReader;
  /** Id of the file's first task, where it could be told beforehand. */
  readonly firstTaskId: number | undefined;
  readonly reporter: ProgressReporter;
  readonly signal: AbortSignal;
  /** Filled while the run goes on; of use also when it fails. */
  readonly notes: ImportIssues;
}

/** What a run did, up to its commit. */
export interface ImportOutcome {
  readonly rows: number;
  readonly counts: ImportCounts;
}

/** The rows cannot be imported; the message is meant for the uploader. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
}

export const READ_LIMITS = { ...TASK_FILE_LIMITS, maxUnpackedBytes: MAX_UNPACKED_BYTES };

/**
 * Reads the file to its end, giving its rows to `onBlock` one block after the other, and reports
 * progress on the way.
 * @throws {ImportRefused} when a row of the file takes too much to read
 */
export async function readRows(
  run: ImportRun,
  target: ReadSettings['target'],
  onBlock: (block: CopyBlock) => Promise<void>,
): Promise<ReadEnd> {
  const { record, reporter } = run;
  const settings: ReadSettings = {
    projects: run.scope.projects,
    keepValidRows: record.keepValidRows,
    target,
    nowMs: Date.now(),
    limits: READ_LIMITS,
  };
  reporter.report({ phase: target === 'tables' ? 'loading' : 'reading' });
  for await (const event of refusing(run.readFile(record.storeKey, settings))) {
    run.signal.throwIfAborted();
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
 * Takes over what the reader found.
 * @throws {ImportRefused} when that stands in the way of an import
 */
export function acceptReading(run: ImportRun, read: ReadEnd): void {
  run.notes.add(read.notes, read.errors, 0);
  run.reporter.report({ rowsTotal: read.rows });
  if (read.failure !== undefined) throw new ImportRefused(read.failure);
  refuseErrors(run);
}

/** @throws {ImportRefused} when rows are wrong and the uploader did not ask to skip them */
export function refuseErrors({ record, notes: { errors } }: ImportRun): void {
  if (errors === 0 || record.keepValidRows) return;
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
