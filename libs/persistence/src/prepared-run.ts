import type pg from 'pg';
import type Result from 'pg/lib/result.js';
import utils from 'pg/lib/utils.js';
import { AnswerTap } from './answer-tap.js';
import { KnownAnswer } from './known-answer.js';
import type { KnownAnswers } from './known-answers.js';

/** A statement by the name it is prepared under, with what is known of it on any connection. */
export interface Prepared {
  readonly name: string;
  columns?: Result;
}

/**
 * One more run of a statement that its connection has prepared, for `Client.query`. The driver's own
 * query has the columns described anew at each run, makes an event of each row and copies what it is
 * asked, which together takes as long as PostgreSQL takes for a short list (docs/adr/0083). An answer
 * that is the same as the last one to these values, byte by byte, is not read again: it gives the very
 * rows of that.
 */
export class PreparedRun<Row> implements pg.Submittable {
  private readonly values: (string | Buffer | null)[];
  /** Two of them may be the same, as an answer is known by its bytes. */
  private readonly question: string;
  private readonly rows: Row[] = [];
  private known: KnownAnswer | undefined;
  private unreadable: Error | null = null;
  /** What came first, mostly all there is. */
  private piece: Buffer | undefined;

  /**
   * @param columns of the statement on its connection
   * @param answers known so far
   * @param settled is called once, with the error or with the rows
   * @throws {Error} for values that cannot be sent
   */
  constructor(
    private readonly statement: Prepared,
    private readonly columns: Result,
    values: readonly unknown[],
    private readonly answers: KnownAnswers,
    private readonly settled: (error: Error | null, rows: readonly Row[]) => void,
  ) {
    // Before anything is sent: a connection waits for the rest of what it was begun to be told.
    this.values = values.map((value) => utils.prepareValue(value));
    this.question = [statement.name, ...this.values].join('\0');
  }

  submit(connection: pg.Connection): void {
    AnswerTap.of(connection).show((bytes) => this.look(bytes));
    connection.stream.cork();
    connection.bind({ statement: this.statement.name, values: this.values }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.rows.push(this.columns.parseRow<Row>(fields));
    } catch (error) {
      // The rest is still to come before the connection is free.
      this.unreadable ??= error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete(): void {
    // How many there were, the rows tell.
  }

  handleReadyForQuery(): void {
    if (this.known) return this.settled(null, this.known.rows<Row>());
    if (this.piece && !this.unreadable && KnownAnswer.isIn(this.piece)) {
      this.answers.keep(this.question, new KnownAnswer(this.piece, this.columns, this.rows));
    }
    this.settled(this.unreadable, this.rows);
  }

  handleError(error: Error): void {
    this.settled(error, []);
  }

  private look(bytes: Buffer): Buffer {
    if (this.piece) return bytes;
    this.piece = bytes;
    const answer = this.answers.to(this.question);
    if (!answer?.isOf(bytes, this.columns)) return bytes;
    this.known = answer;
    return answer.end;
  }
}
