import type pg from 'pg';
import type Result from 'pg/lib/result.js';
import utils from 'pg/lib/utils.js';

/** A statement that a connection has prepared, with the columns that it was found to have. */
export interface Described {
  readonly name: string;
  readonly columns: Result;
}

/**
 * One more run of a statement that its connection has prepared, for `Client.query`. The driver's own
 * query has the columns described anew at each run, makes an event of each row and copies what it is
 * asked, which together takes as long as PostgreSQL takes for a short list (docs/adr/0083).
 */
export class PreparedRun<Row> implements pg.Submittable {
  private readonly values: (string | Buffer | null)[];
  private readonly rows: Row[] = [];
  private unreadable: Error | null = null;

  /**
   * @param settled is called once, with the error or with the rows
   * @throws {Error} for values that cannot be sent
   */
  constructor(
    private readonly statement: Described,
    values: readonly unknown[],
    private readonly settled: (error: Error | null, rows: Row[]) => void,
  ) {
    // Before anything is sent: a connection waits for the rest of what it was begun to be told.
    this.values = values.map((value) => utils.prepareValue(value));
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    connection.bind({ statement: this.statement.name, values: this.values }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.rows.push(this.statement.columns.parseRow<Row>(fields));
    } catch (error) {
      // The rest is still to come before the connection is free.
      this.unreadable ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete(): void {
    // How many there were, the rows tell.
  }

  handleReadyForQuery(): void {
    this.settled(this.unreadable, this.rows);
  }

  handleError(error: Error): void {
    this.settled(error, []);
  }
}
