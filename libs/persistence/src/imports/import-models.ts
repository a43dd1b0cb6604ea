import type { ImportCounts, ImportError } from '@portal/contracts/imports';
import type { ProblemCode } from '@portal/contracts/problem';

/** A file that has been uploaded, before its import is stored. */
export interface NewImport {
  readonly id: string;
  readonly uploadedBy: number;
  readonly fileName: string;
  readonly storeKey: string;
  /** Hex. */
  readonly sha256: string;
  readonly dryRun: boolean;
  readonly onError: 'abort' | 'skip';
  readonly bytesTotal: number;
}

/** What a worker needs to know of an import to run it. */
export interface ClaimedImport {
  readonly id: string;
  readonly uploadedBy: number;
  readonly storeKey: string;
  readonly dryRun: boolean;
  /** `on_error=skip`. */
  readonly keepValidRows: boolean;
  readonly bytesTotal: number;
  readonly cancelRequested: boolean;
}

/** `rowsDone` counts the rows read and then, from 0 again, the rows merged. */
export interface ImportProgress {
  readonly phase: 'loading' | 'reading' | 'merging' | 'committing';
  readonly bytesDone: number;
  /** Null until the file has been read to its end. */
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly errors: number;
  readonly warnings: number;
}

/** How an import ended. */
export type ImportEnd =
  | { readonly state: 'completed'; readonly counts: ImportCounts }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly code: ProblemCode; readonly detail: string };

/** How far an import was when it ended, with the errors and warnings that are stored. */
export interface FinalProgress extends Omit<ImportProgress, 'phase'> {
  readonly issues: readonly ImportError[];
}

/** All imports together. */
export interface ImportLoad {
  readonly queued: number;
  readonly running: number;
  /** Rows that imports have read, ended ones included. */
  readonly rows: number;
  /** Of the imports that run: the rows each has read by the seconds it has taken so far, summed. */
  readonly rowsPerSecond: number;
}
