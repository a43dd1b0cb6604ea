import pg from 'pg';

/** What a query ended with, to be compared. */
export type Outcome =
  | { readonly kind: 'rows'; readonly rows: readonly string[] }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** Runs a query on the role alone: no parser, no cursor, no runner. */
export async function outcomeOf(client: pg.Client, sql: string): Promise<Outcome> {
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array', types: AS_TEXT });
    return { kind: 'rows', rows: rows.map((row) => JSON.stringify(row)).sort() };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return {
      kind: 'error',
      code: error.code ?? '',
      message: JSON.stringify(error) + error.message,
    };
  }
}

const AS_TEXT = { getTypeParser: () => (text: string | Buffer) => text };
