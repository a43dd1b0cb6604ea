/** Parts of the driver that it exports without types. */
declare module 'pg/lib/result.js' {
  import type pg from 'pg';

  /** What a statement gives: its columns, and how a row of them is read. */
  export default class Result {
    constructor(rowMode: undefined, types: pg.CustomTypesConfig);
    readonly fields: readonly pg.FieldDef[];
    addFields(fields: readonly pg.FieldDef[]): void;
    parseRow<Row>(values: readonly (string | null)[]): Row;
  }
}

declare module 'pg/lib/utils.js' {
  const utils: {
    /** @throws {Error} for an object that contains itself */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
