import { MAX_KEPT_FILES } from '@portal/contracts/constants';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';

interface GivenUpFile {
  /** Of the import that had it. */
  readonly id: string;
  readonly key: string;
  readonly bytes: number;
}

/** Which files in the upload store are still needed. Methods throw the errors of the database. */
export class ImportFiles {
  /** @param db a pool, or the transaction of the statements */
  constructor(private readonly db: Queryable) {}

  /** Of some keys in the upload store those that no import has. */
  async keysWithoutImport(keys: readonly string[]): Promise<string[]> {
    const lost = await this.db.query<{ store_key: string }>(
      sql`
        SELECT store_key FROM unnest($1::text[]) AS stored (store_key)
        WHERE NOT EXISTS (
          SELECT FROM core.task_import WHERE has_file AND task_import.store_key = stored.store_key)
      `,
      [keys],
    );
    return lost.map(({ store_key }) => store_key);
  }

  /**
   * Marks the files to remove: those of imports that ended too long ago, and all but the newest imports of
   * each user.
   * @returns them, to be removed from the upload store
   */
  async giveUpFiles(): Promise<readonly GivenUpFile[]> {
    return this.db.query<GivenUpFile>(sql`
      UPDATE core.task_import SET has_file = false
      WHERE id IN (
        SELECT id FROM core.task_import
        WHERE has_file AND finished_at IS NOT NULL AND (
          finished_at <= now() - make_interval(days => file_days)
          OR id IN (
            SELECT id FROM (
              SELECT id, row_number() OVER (PARTITION BY uploaded_by ORDER BY finished_at DESC, id) AS place
              FROM core.task_import
              WHERE has_file AND finished_at IS NOT NULL) AS ended
            WHERE place > ${MAX_KEPT_FILES}))
        FOR UPDATE SKIP LOCKED)
      RETURNING id, store_key AS key, bytes_total AS bytes
    `);
  }

  /** Gives the files back to their imports, since they could not be removed. */
  async takeBackFiles(files: readonly GivenUpFile[]): Promise<void> {
    await this.db.query(
      sql`UPDATE core.task_import SET has_file = true WHERE id = ANY ($1::uuid[])`,
      [files.map(({ id }) => id)],
    );
  }
}
