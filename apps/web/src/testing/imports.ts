import type { ImportDetail } from '@portal/contracts/import-detail';
import type { ImportView } from '@portal/contracts/imports';

const COUNTS = { insert: 12, update: 3, unchanged: 4, delivery_batches: 2 };

/** A completed import, with the fields of `over`. */
export function importSummary(over: Partial<ImportView> = {}): ImportView {
  return {
    import_id: '0197f3a0-0000-7000-8000-0000000000aa',
    status: 'completed',
    phase: 'done',
    file_name: 'tasks.json',
    sha256: 'ab'.repeat(32),
    uploaded_by: 'zoe@example.com',
    dry_run: false,
    on_error: 'abort',
    format: 'json',
    columns: null,
    empty: 'keep',
    format_name: null,
    format_version: null,
    bytes_total: 2_000,
    bytes_done: 2_000,
    rows_total: 19,
    rows_done: 19,
    error_count: 0,
    warning_count: 0,
    tasks_imported: COUNTS,
    failure: null,
    created_at: '2026-01-05T10:00:00Z',
    started_at: '2026-01-05T10:00:00Z',
    finished_at: '2026-01-05T10:01:15Z',
    file_kept_until: '2026-01-06T10:01:15Z',
    queue_place: null,
    on_older: 'apply',
    older_count: 0,
    on_conflict: 'desk',
    conflict_count: 0,
    undo_until: null,
    undoes: null,
    undone_by: null,
    removed_count: null,
    kept_count: null,
    waiting_since: null,
    moved: null,
    shares: null,
    would_import: null,
    needs_confirmation: false,
    confirmed_at: null,
    confirmed_by: null,
    filled_projects: [],
    waits_for: null,
    ...over,
  };
}

/** The same import while it is read: `done` of 2,000 bytes. */
export function importReading(done: number, over: Partial<ImportView> = {}): ImportView {
  return importSummary({
    status: 'running',
    phase: 'reading',
    bytes_done: done,
    rows_total: null,
    rows_done: done / 100,
    tasks_imported: null,
    finished_at: null,
    file_kept_until: null,
    ...over,
  });
}

export function importDetail(over: Partial<ImportDetail> = {}): ImportDetail {
  const { errors = [], fields = [], sample = [], groups = [], preview = null, ...rest } = over;
  const { conflicts = [], format_settings = null, ...summary } = rest;
  return {
    ...importSummary(summary),
    ...{ errors, fields, sample, conflicts, groups, preview, format_settings },
  };
}
