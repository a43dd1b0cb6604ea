import type { FormatSettings } from '@portal/contracts/file-formats';
import type { ImportRules } from '@portal/contracts/import-rules';
import type { ImportPreview, IssueGroup } from '@portal/contracts/import-detail';
import type {
  ImportConflict,
  ImportCounts,
  ImportShare,
  ImportWaitsFor,
  OnConflict,
  OnOlder,
  SampledTask,
} from '@portal/contracts/imports';
import type { ProblemCode } from '@portal/contracts/problem';
import type { CsvColumns } from '@portal/contracts/task-csv';
import type { EmptyCells, TaskFileFormat } from '@portal/contracts/task-file';

/**
 * How a task file is read; `columns` and `empty` are those of a CSV file. With `settings`, those of a file format, they
 * do not count.
 */
export interface ReadingOptions {
  readonly format: TaskFileFormat;
  readonly columns: CsvColumns | null;
  readonly empty: EmptyCells;
  readonly settings?: FormatSettings | null;
}

/** An uploaded file whose import is not stored yet. */
export interface NewImport extends ReadingOptions {
  readonly id: string;
  readonly uploadedBy: number;
  readonly fileName: string;
  readonly storeKey: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly dryRun: boolean;
  readonly onError: 'abort' | 'skip';
  readonly onOlder: OnOlder;
  readonly onConflict: OnConflict;
  readonly bytesTotal: number;
  /** For how many days its file is kept after its end. */
  readonly fileDays: number;
  /** The file format's name and version; null if its settings came with the file. */
  readonly formatName?: string | null;
  readonly formatVersion?: number | null;
}

/** A new run of the file of an earlier import. */
export interface RepeatedImport extends Omit<ReadingOptions, 'settings'> {
  readonly id: string;
  /** The earlier import. */
  readonly sourceId: string;
  readonly uploadedBy: number;
  readonly dryRun: boolean;
  readonly onError: 'abort' | 'skip';
  readonly onOlder: OnOlder;
  readonly onConflict: OnConflict;
  /** Whether `uploadedBy` confirms the shares of the earlier import. */
  readonly confirm: boolean;
}

/** An import that undoes another one. */
export interface UndoOfImport {
  readonly id: string;
  /** The import to undo. */
  readonly undoes: string;
  readonly uploadedBy: number;
  readonly dryRun: boolean;
  /** Whether tasks that have changed since stay as they are; otherwise nothing is undone. */
  readonly keepNewer: boolean;
}

/** An import that waits for a worker or runs. */
export interface UnfinishedImport {
  readonly id: string;
  readonly state: 'queued' | 'running';
  /** Whether its file, which may be compressed, has at most 1 MiB. */
  readonly isSmall: boolean;
  readonly uploaderId: number;
}

/** A queued or running import as those that wait for it show it. */
export interface QueuedImport extends Listed {
  readonly uploaderId: number;
  /** ISO 8601; null if it does not wait until another has merged. */
  readonly mergeAskedAt: string | null;
  readonly dryRun: boolean;
  /** The projects that it merges into, as far as they are known. */
  readonly projects: readonly number[];
}
type Listed = ImportWaitsFor['imports'][number];

/** What the files of tasks must keep in a project, with its name for reasons. */
export interface ProjectRules {
  readonly project_id: number;
  readonly project: string;
  readonly rules: ImportRules;
}

/** The data that a worker needs to run an import. */
export interface ClaimedImport extends ReadingOptions {
  readonly id: string;
  readonly uploadedBy: number;
  readonly storeKey: string;
  readonly dryRun: boolean;
  /** True for `on_error=skip`. */
  readonly keepValidRows: boolean;
  readonly onOlder: OnOlder;
  readonly onConflict: OnConflict;
  /** The import that it undoes; null for a file. */
  readonly undoes: string | null;
  /** For an undo: whether it leaves tasks that have changed since. */
  readonly keepNewer: boolean;
  readonly bytesTotal: number;
  readonly cancelRequested: boolean;
  /** This one included, and those of workers that died. */
  readonly starts: number;
  /** The rules at the start of the import; a run that takes it over has the same. */
  readonly rules: readonly ProjectRules[];
  /** The shares that somebody has confirmed; empty for none. */
  readonly confirmed: readonly ImportShare[];
  /** Whether an attempt began before, by a worker that died or stopped. */
  readonly takenOver: boolean;
}

/** `rowsDone` counts the rows read and then, from 0 again, the rows merged. */
export interface ImportProgress {
  readonly phase: 'loading' | 'reading' | 'merging' | 'committing';
  readonly bytesDone: number;
  /** Null until the whole file has been read. */
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly errors: number;
  readonly warnings: number;
  /** Whether it waits until another import of one of its projects has merged. */
  readonly waitsToMerge: boolean;
  /** The projects that it merges into, as far as they are known. */
  readonly projects: readonly number[];
}

/** A row that contradicts a later change in the portal, as it is stored. */
export interface FoundConflict extends Omit<ImportConflict, 'changed_by' | 'changed_by_name'> {
  readonly project_id: number;
  /** Null for a user who is deleted. */
  readonly user_id: number | null;
}

export interface FoundConflicts {
  readonly count: number;
  readonly stored: readonly FoundConflict[];
}

/** What a completed import did. */
export interface ImportResult {
  readonly counts: ImportCounts;
  /** Tasks that are newer than their row. */
  readonly older: number;
  /** Rows that contradict later changes in the portal, and the first of them; undefined of an undo. */
  readonly conflicts?: FoundConflicts;
  /** Some changed tasks with the fields that changed. */
  readonly sample: readonly SampledTask[];
  /** Of a dry run of a file. */
  readonly preview?: ImportPreview | undefined;
  /** Of an undo: the tasks that it removed, and those that it left because they have changed since. */
  readonly removed?: number;
  readonly kept?: number;
  /** Of the projects of the file that limit them; undefined if none does. */
  readonly shares?: readonly ImportShare[] | undefined;
  /** With `shares`: the projects of the rows, and of the tasks that they change. */
  readonly projects?: readonly number[] | undefined;
  /** The projects that had no tasks before. */
  readonly filledProjects?: readonly number[];
  /** For how many days its former values are kept; 0 for a dry run. */
  readonly keptDays: number;
}

/** The end of an import, or of a run that waits for a confirmation of what the import would do. */
export type ImportEnd =
  | ({ readonly state: 'completed' | 'unconfirmed' } & ImportResult)
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly code: ProblemCode; readonly detail: string };

/** The progress of an import at its end, with the errors and warnings to store. */
export interface FinalProgress extends Omit<ImportProgress, 'phase' | 'waitsToMerge' | 'projects'> {
  /** Number of errors and warnings by field. */
  readonly issueFields: ReadonlyMap<string, number>;
  readonly issueGroups: readonly IssueGroup[];
}

/** Figures over the unfinished imports. */
export interface ImportLoad {
  readonly queued: number;
  readonly running: number;
  readonly unconfirmed: number;
  /** Sum over the running imports of the rows read per second since their start. */
  readonly rowsPerSecond: number;
}

/** `refused`: the file cannot be imported; `failed`: the portal could not import it. */
export const IMPORT_OUTCOMES = ['completed', 'refused', 'failed', 'cancelled'] as const;

/** How an import ended. */
export interface EndedImport {
  readonly id: string;
  readonly outcome: (typeof IMPORT_OUTCOMES)[number];
  /** Rows of the file. */
  readonly rows: number;
  /** From its start to its end; null if it never started. */
  readonly seconds: number | null;
}
