import type { FormatSettings } from '@portal/contracts/file-formats';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

export interface StoredFormat {
  readonly projectId: number;
  readonly name: string;
  readonly version: number;
  readonly settings: FormatSettings;
}

/** The file formats of a name, which has no case, in the given projects: at most one of each. */
export async function formatsNamed(
  db: Queryable,
  name: string,
  projectIds: Iterable<number>,
): Promise<readonly StoredFormat[]> {
  return db.query<StoredFormat>(
    sql`
      SELECT project_id AS "projectId", name, format_version AS version, settings FROM core.file_format
      WHERE lower(name) = lower($1) AND project_id = ANY ($2::int[])
      ORDER BY project_id
    `,
    [name.trim().normalize('NFC'), [...projectIds]],
  );
}
