import type { Cell } from './cell.js';

/** The value of a parameter; it is sent beside the query, never as a part of its text. */
export type BoundValue = string | number | readonly number[] | null;

export interface SandboxQuery {
  /** One SELECT. It can read only the reporting views. */
  readonly sql: string;
  /** The values of $1, $2 and so on. */
  readonly parameters?: readonly BoundValue[];
  /** 0 shows every project: for users with a role in project 0. */
  readonly projectId: number;
  readonly timeoutSeconds: number;
  /** The statistic that is run; absent for a query that is not saved. */
  readonly statId?: number;
  /** It starts while no other run waits, and is cancelled when one wants its place. */
  readonly isBackground?: boolean;
  /** Cancels the query: while it waits, connects or runs. */
  readonly signal?: AbortSignal;
}

export interface SandboxRun extends SandboxQuery {
  readonly maxRows: number;
}

export interface Column {
  readonly name: string;
  /** PostgreSQL's name: 'integer', 'timestamp with time zone'. */
  readonly type: string;
}

/** Values in the order of the columns. Column names may repeat. */
export type Row = readonly Cell[];

export interface SandboxResult {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly rowCount: number;
  /** The query has more rows than `maxRows`. */
  readonly truncated: boolean;
  readonly executionTimeMs: number;
}

/** Consumes a result of any length in pieces. The next piece is read after `take` resolves. */
export interface RowSink {
  begin(columns: readonly Column[]): void;
  take(rows: readonly Row[]): Promise<void>;
}
