import pg from 'pg';

/** The result of a query, in comparable form. */
export type Outcome =
  | { readonly kind: 'rows'; readonly rows: readonly string[] }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** Runs a query as the sandbox role, without guard, cursor and runner. */
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
