import type { Cell } from './cell.js';

export interface SandboxQuery {
  /** One SELECT; whatever else it holds, it reads the reporting views and nothing else. */
  readonly sql: string;
  /** The values of $1, $2 and so on. */
  readonly parameters?: readonly (string | number | null)[];
  /** 0 shows every project: for those who hold project 0. */
  readonly projectId: number;
  readonly timeoutSeconds: number;
  /** Cancels the query, wherever it is. */
  readonly signal?: AbortSignal;
}

export interface SandboxRun extends SandboxQuery {
  readonly maxRows: number;
}

export interface Column {
  readonly name: string;
  /** As PostgreSQL writes it: 'integer', 'timestamp with time zone'. */
  readonly type: string;
}

/** Values in the order of the columns, whose names may repeat. */
export type Row = readonly Cell[];

export interface SandboxResult {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly rowCount: number;
  /** There were more rows than `maxRows`. */
  readonly truncated: boolean;
  readonly executionTimeMs: number;
}

/** Takes a result of any length piece by piece; the next piece waits for it. */
export interface RowSink {
  begin(columns: readonly Column[]): void;
  take(rows: readonly Row[]): Promise<void>;
}
