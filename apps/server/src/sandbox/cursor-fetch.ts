import type pg from 'pg';

/** A column as the server describes it. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Values in the server's text format; null is SQL NULL. */
export type TextRow = readonly (string | null)[];

export interface FetchedRows {
  readonly fields: readonly Field[];
  readonly rows: readonly TextRow[];
}

/**
 * Reads at most `count` further rows of an open cursor with the Execute message of the protocol. Rows
 * arrive while they are computed; the SQL command FETCH would first collect all of them on the server.
 * A count of 0 describes the query without running it.
 */
export class CursorFetch implements pg.Submittable {
  readonly done: Promise<FetchedRows>;
  private fields: readonly Field[] = [];
  private readonly rows: TextRow[] = [];
  private failure: Error | undefined;
  private settle!: (error?: Error) => void;

  constructor(
    private readonly cursor: string,
    private readonly count: number,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.settle = (error) =>
        error ? reject(error) : resolve({ fields: this.fields, rows: this.rows });
    });
    // Until `done` is awaited, a failure must not crash the process as an unhandled rejection.
    this.done.catch(() => undefined);
  }

  submit(connection: pg.Connection): void {
    const limit = Buffer.alloc(4);
    limit.writeInt32BE(this.count);
    connection.stream.write(
      Buffer.concat([
        message('D', Buffer.from(`P${this.cursor}\0`)),
        // In the protocol a limit of 0 means no limit.
        ...(this.count === 0 ? [] : [message('E', Buffer.from(`${this.cursor}\0`), limit)]),
        message('S'),
      ]),
    );
  }

  // The driver calls these methods with the messages of the server.

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields;
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.rows.push(fields);
  }

  handlePortalSuspended(): void {
    // There are more rows than `count`.
  }

  handleCommandComplete(): void {
    // All rows are read.
  }

  handleEmptyQuery(): void {
    // Cannot happen: the cursor has a query.
  }

  /** After a server error ReadyForQuery follows; after a lost connection nothing does. */
  handleError(error: Error): void {
    this.failure = error;
    this.settle(error);
  }

  handleReadyForQuery(): void {
    this.settle(this.failure);
  }
}

/** One message of PostgreSQL's protocol: type, length and body. */
function message(letter: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
