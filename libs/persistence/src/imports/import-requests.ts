import type { MoveImport } from '@portal/contracts/import-requests';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type { NewImport, RepeatedImport, UndoOfImport } from './import-models.js';
import { forgetResult, undoneBy } from './stored-import.js';

/**
 * What users ask of imports: to store one as `queued`, to cancel it, to confirm an `unconfirmed` one, which is then
 * `queued` again, and to move it in the queue. Each commit notifies `ChangeFeed`. Methods throw the errors of the database.
 */
export class ImportRequests {
  /** @param db a pool, or the transaction of the statements */
  constructor(private readonly db: Queryable) {}

  /** Stores a queued import. */
  async insert(upload: NewImport): Promise<void> {
    const { id, uploadedBy, fileName, storeKey, sha256, dryRun, bytesTotal } = upload;
    const { onError, onOlder, onConflict, format, columns, empty, fileDays } = upload;
    const { settings, formatName, formatVersion } = upload;
    await this.db.query(
      sql`
        INSERT INTO core.task_import
          (id, uploaded_by, file_name, store_key, sha256, dry_run, bytes_total, on_error, on_older,
            format, columns, empty, file_days, format_settings, format_name, format_version, on_conflict)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      `,
      [
        ...[id, uploadedBy, fileName, storeKey, sha256, dryRun, bytesTotal],
        ...[onError, onOlder, format, columns, empty, fileDays],
        ...[settings, formatName, formatVersion, onConflict],
      ],
    );
  }

  /** The id of an unfinished import of the same content by the same user with the same options. */
  async findSame(upload: NewImport): Promise<string | undefined> {
    const { uploadedBy, sha256, dryRun, onError, onOlder, format, columns, empty } = upload;
    const { settings, onConflict } = upload;
    const [same] = await this.db.query<{ id: string }>(
      sql`
        SELECT id FROM core.task_import
        WHERE state IN ('queued', 'running', 'unconfirmed') AND cancel_requested_at IS NULL
          AND uploaded_by = $1 AND sha256 = $2 AND dry_run = $3 AND on_error = $4
          AND on_older = $5 AND format = $6 AND columns IS NOT DISTINCT FROM $7 AND empty = $8
          AND format_settings IS NOT DISTINCT FROM $9::jsonb AND on_conflict = $10
        ORDER BY created_at
        LIMIT 1
      `,
      [uploadedBy, sha256, dryRun, onError, onOlder, format, columns, empty, settings, onConflict],
    );
    return same?.id;
  }

  /**
   * Takes the kept file from the ended import that has it, and stores a queued import of it.
   * Concurrent calls and the removal of the file wait for each other at the row that has the file.
   * @returns false if the file is removed, or an import of it has not ended
   */
  async runAgain(repeated: RepeatedImport): Promise<boolean> {
    const { id, sourceId, uploadedBy, dryRun, onError, onOlder, confirm } = repeated;
    const { onConflict, format, columns, empty } = repeated;
    const inserted = await this.db.query(
      sql`
        WITH source AS (
          UPDATE core.task_import SET has_file = false
          WHERE has_file AND finished_at > now() - make_interval(days => file_days)
            AND store_key = (SELECT store_key FROM core.task_import WHERE id = $2)
          RETURNING file_name, store_key, sha256, bytes_total, file_days),
        asked AS (SELECT shares FROM core.task_import WHERE id = $2 AND $10)
        INSERT INTO core.task_import
          (id, uploaded_by, file_name, store_key, sha256, bytes_total, dry_run, on_error, on_older,
            format, columns, empty, format_settings, format_name, format_version, file_days,
            confirmed_shares, confirmed_at, confirmed_by, on_conflict)
        SELECT $1, $3, file_name, store_key, sha256, bytes_total, $4, $5, $6, $7, $8, $9,
          earlier.format_settings, earlier.format_name, earlier.format_version, file_days,
          (SELECT shares FROM asked),
          CASE WHEN $10 THEN clock_timestamp() END, CASE WHEN $10 THEN $3::integer END, $11
        FROM source CROSS JOIN (
          SELECT format_settings, format_name, format_version FROM core.task_import WHERE id = $2
        ) AS earlier
        RETURNING id
      `,
      [
        ...[id, sourceId, uploadedBy, dryRun, onError, onOlder, format, columns, empty, confirm],
        onConflict,
      ],
    );
    return inserted.length > 0;
  }

  /**
   * Stores a queued undo of an import. Concurrent calls wait for each other.
   * @returns false if nothing is kept of the import, or another import undoes it
   */
  async undo({ id, undoes, uploadedBy, dryRun, keepNewer }: UndoOfImport): Promise<boolean> {
    // Not FOR UPDATE: an undo that runs keeps the former values.
    await this.db.query(sql`SELECT FROM core.task_import WHERE id = $1 FOR NO KEY UPDATE`, [
      undoes,
    ]);
    const inserted = await this.db.query(
      sql`
        INSERT INTO core.task_import
          (id, undoes, uploaded_by, dry_run, keep_newer, file_name, store_key, sha256, bytes_total, has_file)
        SELECT $1, id, $3, $4, $5, file_name, store_key, sha256, bytes_total, false
        FROM core.task_import
        WHERE id = $2 AND history_xid IS NOT NULL AND undo_until > now() AND ${undoneBy} IS NULL
        RETURNING id
      `,
      [id, undoes, uploadedBy, dryRun, keepNewer],
    );
    return inserted.length > 0;
  }

  /** Stores the span that the import continues, in another process. */
  async storeTraceParent(importId: string, traceParent: string): Promise<void> {
    await this.db.query(sql`UPDATE core.task_import SET trace_parent = $2 WHERE id = $1`, [
      importId,
      traceParent,
    ]);
  }

  /**
   * Locks the user's imports against other transactions that add one, until this transaction ends.
   * So `countUnfinished` stays correct.
   */
  async lockUploader(uploaderId: number): Promise<void> {
    await this.db.query(sql`SELECT FROM core.app_user WHERE id = $1 FOR NO KEY UPDATE`, [
      uploaderId,
    ]);
  }

  /** Counts the imports of a user that have not ended. */
  async countUnfinished(uploaderId: number): Promise<number> {
    const [row] = await this.db.query<{ unfinished: number }>(
      sql`
        SELECT count(*)::integer AS unfinished FROM core.task_import
        WHERE state IN ('queued', 'running', 'unconfirmed') AND uploaded_by = $1
      `,
      [uploaderId],
    );
    if (!row) throw new Error('an aggregate without a row');
    return row.unfinished;
  }

  /**
   * Ends an import that waits for a worker or a confirmation, and requests the end of a running one.
   * @returns false if it has ended already or does not exist
   */
  async cancel(importId: string): Promise<boolean> {
    const [cancelled] = await this.db.query<{ has_ended: boolean }>(
      sql`
        UPDATE core.task_import SET
          cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
          phase = CASE state WHEN 'running' THEN phase ELSE 'done' END,
          finished_at = CASE WHEN state <> 'running' THEN clock_timestamp() END,
          state = CASE state WHEN 'running' THEN state ELSE 'cancelled' END
        WHERE id = $1 AND state IN ('queued', 'running', 'unconfirmed')
        RETURNING state = 'cancelled' AS has_ended
      `,
      [importId],
    );
    if (cancelled === undefined) return false;
    // Not by the statement above, whose changes are recorded.
    if (cancelled.has_ended) {
      await this.db.query(sql`UPDATE core.task_import SET ${forgetResult} WHERE id = $1`, [
        importId,
      ]);
    }
    return true;
  }

  /**
   * Says yes to what an import would change, so that it is queued again.
   * @param askedAt the `waiting_since` of the question
   * @returns false if the import does not wait for a confirmation, or asks again since
   */
  async confirm(importId: string, askedAt: string, confirmedBy: number): Promise<boolean> {
    const confirmed = await this.db.query(
      sql`
        UPDATE core.task_import SET
          state = 'queued',
          asked_at = NULL,
          confirmed_shares = shares,
          confirmed_at = clock_timestamp(),
          confirmed_by = $3
        WHERE id = $1 AND state = 'unconfirmed' AND asked_at = $2
        RETURNING id
      `,
      [importId, askedAt, confirmedBy],
    );
    return confirmed.length > 0;
  }

  /**
   * Puts a queued import before or behind others, or gives it back its turn.
   * @returns false if it is not queued
   */
  async move(importId: string, { to, among }: MoveImport): Promise<boolean> {
    const moved = await this.db.query(
      sql`
        UPDATE core.task_import SET
          moved_to = nullif($2, 'turn'),
          moved_among = CASE WHEN $2 <> 'turn' THEN $3 END,
          moved_at = CASE WHEN $2 <> 'turn' THEN clock_timestamp() END
        WHERE id = $1 AND state = 'queued'
        RETURNING id
      `,
      [importId, to, among],
    );
    return moved.length > 0;
  }
}
