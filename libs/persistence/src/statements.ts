import type pg from 'pg';

/** Runs a statement within a span, named by what it does and to which table. */
type StatementTracer = <T>(summary: string, run: () => Promise<T>) => Promise<T>;

let tracer: StatementTracer | undefined;

/** From now on each statement of `Db` is traced; undefined for none. */
export function traceStatements(next: StatementTracer | undefined): void {
  tracer = next;
}

/** Runs one statement and returns its rows. Every statement of `Db` and of its transactions is run here. */
export async function runStatement<T>(
  client: pg.Pool | pg.ClientBase,
  statement: pg.QueryConfig,
): Promise<readonly T[]> {
  const run = () => client.query<T & pg.QueryResultRow>(statement);
  const { rows } = await (tracer ? tracer(summaryOf(statement.text), run) : run());
  return rows;
}

const VERB = /^\s*(?:--[^\n]*\n\s*)*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?((?:core|agg|reporting|sign_in)\.\w+)/;

/** Such as `SELECT core.task`: never a value, and few different ones. */
export function summaryOf(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}
