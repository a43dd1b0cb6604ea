import type { ImportSummary } from '@portal/contracts/imports';
import { problemCodeSchema } from '@portal/contracts/problem';
import type { Stamp } from '@portal/contracts/stamp';

/**
 * An import in the format of the API, with its uploader. Its revision increases with each change of
 * this import.
 */
export interface StoredImport extends Stamp {
  readonly uploaderId: number;
  readonly summary: ImportSummary;
}

/** A row of `selectImport` in import-statements.ts. */
export interface ImportRow extends Omit<ImportSummary, 'tasks_imported' | 'failure'>, Stamp {
  readonly uploader_id: number;
  readonly inserted: number | null;
  readonly updated: number | null;
  readonly unchanged: number | null;
  readonly delivery_batches: number | null;
  readonly failure_code: string | null;
  readonly failure_detail: string | null;
}

export function presentImport(row: ImportRow): StoredImport {
  const { uploader_id, epoch, revision, inserted, updated, unchanged, delivery_batches } = row;
  const { failure_code, failure_detail, ...plain } = row;
  return {
    uploaderId: uploader_id,
    epoch,
    revision,
    summary: {
      import_id: plain.import_id,
      status: plain.status,
      phase: plain.phase,
      file_name: plain.file_name,
      sha256: plain.sha256,
      uploaded_by: plain.uploaded_by,
      dry_run: plain.dry_run,
      on_error: plain.on_error,
      bytes_total: plain.bytes_total,
      bytes_done: plain.bytes_done,
      rows_total: plain.rows_total,
      rows_done: plain.rows_done,
      error_count: plain.error_count,
      warning_count: plain.warning_count,
      tasks_imported:
        inserted === null || updated === null || unchanged === null || delivery_batches === null
          ? null
          : { insert: inserted, update: updated, unchanged, delivery_batches },
      failure:
        failure_code === null
          ? null
          : {
              code: problemCodeSchema.catch('internal').parse(failure_code),
              detail: failure_detail ?? '',
            },
      created_at: plain.created_at,
      started_at: plain.started_at,
      finished_at: plain.finished_at,
      file_kept_until: plain.file_kept_until,
      queue_place: plain.queue_place,
    },
  };
}
