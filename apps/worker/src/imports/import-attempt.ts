import type { UploadScope } from '@portal/persistence/visibility/uploads';
import type { ClaimedImport, ImportResult } from '@portal/persistence/imports/import-models';
import type { ProblemCode } from '@portal/contracts/problem';
import type { FileRules } from './rules/file-rules.js';
import type { ImportIssues } from './import-issues.js';
import type { ProgressReporter } from './progress-reporter.js';
import type { KnownNames } from './reader/portal-numbers.js';
import type { TaskFileReader } from './reader/reader-thread.js';

/** The input of one attempt at an import. */
export interface ImportAttempt {
  readonly claimed: ClaimedImport;
  /** The projects into which the uploader might upload when the attempt began. */
  readonly scope: UploadScope;
  /** The present ones. */
  readonly readScope: () => Promise<UploadScope>;
  /** What rows must keep, by project id. */
  readonly rules: ReadonlyMap<number, FileRules>;
  /** Numbers of stored batches by their names, if the file names batches by names alone. */
  readonly batches: KnownNames['batches'];
  readonly readFile: TaskFileReader;
  /** Id of the file's first task; undefined if the beginning of the file does not contain it. */
  readonly firstTaskId: number | undefined;
  readonly reporter: ProgressReporter;
  readonly signal: AbortSignal;
  /** For how many days what it changes is kept; 0 for none. */
  readonly historyDays: number;
  /** Collected during the attempt; stored also if it fails. */
  readonly issues: ImportIssues;
}

/** The result of an attempt before its commit. */
export interface ImportOutcome extends Omit<ImportResult, 'keptDays'> {
  readonly rows: number;
}

/** The import changes more of a project than its rules allow, and nobody has confirmed that. */
export class ConfirmationNeeded extends Error {
  override name = 'ConfirmationNeeded';

  /** @param outcome what the import would do */
  constructor(readonly outcome: ImportOutcome) {
    super('The import waits for a confirmation');
  }
}

/**
 * What the transaction has judged is no longer so: it begins again, when these projects are locked, too.
 */
export class JudgeAgain extends Error {
  override name = 'JudgeAgain';

  constructor(readonly projects: readonly number[] = []) {
    super('What the import judged has changed');
  }
}

/** The file cannot be imported; the message is for the uploader. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';

  constructor(
    message: string,
    readonly code: ProblemCode = 'import-failed',
  ) {
    super(message);
  }
}
