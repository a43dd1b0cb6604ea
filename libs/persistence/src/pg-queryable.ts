import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { Queryable } from './queryable.js';

/** A client or pool of pg as a `Queryable`; its statements run in the client's open transaction. */
export function queryableOf(client: Pool | ClientBase): Queryable {
  return {
    async query<T>(text: string, values?: unknown[]): Promise<readonly T[]> {
      const { rows } = await client.query<T & QueryResultRow>(text, values);
      return rows;
    },
  };
}
