import type pg from 'pg';

/** A column as the server describes it. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Values in the server's own text; null is SQL's. */
export type TextRow = readonly (string | null)[];

export interface FetchedRows {
  readonly fields: readonly Field[];
  readonly rows: readonly TextRow[];
}

/**
 * Reads at most `count` further rows of an open cursor by the protocol's own Execute message: rows
 * arrive while they are computed, where SQL's FETCH would first collect all of them on the server.
 * With a count of 0 it reads none, and the query is described without being run.
 */
export class PortalFetch implements pg.Submittable {
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
    // Whoever waits is told; until somebody does, a failure must not end the process.
    this.done.catch(() => undefined);
  }

  submit(connection: pg.Connection): void {
    const limit = Buffer.alloc(4);
    limit.writeInt32BE(this.count);
    connection.stream.write(
      Buffer.concat([
        message('D', Buffer.from(`P${this.cursor}\0`)),
        // To the protocol a limit of 0 means no limit.
        ...(this.count === 0 ? [] : [message('E', Buffer.from(`${this.cursor}\0`), limit)]),
        message('S'),
      ]),
    );
  }

  // The driver calls these with what it has read from the connection.

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields;
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.rows.push(fields);
  }

  handlePortalSuspended(): void {
    // There are more rows than were asked for.
  }

  handleCommandComplete(): void {
    // Those were all rows.
  }

  handleEmptyQuery(): void {
    // A cursor has a query.
  }

  /** A server's error is followed by its readiness; a lost connection by nothing. */
  handleError(error: Error): void {
    this.failure = error;
    this.settle(error);
  }

  handleReadyForQuery(): void {
    this.settle(this.failure);
  }
}

/** One message of PostgreSQL's protocol: its letter, its length and what it carries. */
function message(letter: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(letter, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
