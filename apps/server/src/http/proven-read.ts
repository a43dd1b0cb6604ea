import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '@portal/persistence/queryable';

/** A statement that gives the proof of its caller along with its rows, and whom to ask it. */
export interface ProvenRead {
  readonly db: Queryable;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One that is under way before whoever wants its rows has asked for them. */
export class BegunRead {
  private readonly rows: Promise<readonly unknown[]>;

  constructor(private readonly read: ProvenRead) {
    this.rows = ask(read);
  }

  isOf({ db, text, values }: ProvenRead): boolean {
    return (
      db === this.read.db && text === this.read.text && isDeepStrictEqual(values, this.read.values)
    );
  }

  /** Of the type that whoever asks this statement gives its rows. */
  found<Row>(): Promise<readonly Row[]>;
  found(): Promise<readonly unknown[]> {
    return this.rows;
  }
}

export function ask<Row>({ db, text, values }: ProvenRead): Promise<readonly Row[]> {
  return db.query<Row>(text, [...values]);
}
