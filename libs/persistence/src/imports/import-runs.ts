import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import type { ImportError } from '@portal/contracts/imports';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import type {
  ClaimedImport,
  FinalProgress,
  FoundConflict,
  ImportEnd,
  ImportProgress,
} from './import-models.js';
import { ImportRequests } from './import-requests.js';
import { forgetResult } from './stored-import.js';

/** The rules of every project that has any, as `ProjectRules`. */
const rulesOfProjects = sql`
SELECT coalesce(jsonb_agg(jsonb_build_object(
  'project_id', id, 'project', name, 'rules', import_rules)), '[]')
FROM core.project WHERE import_rules IS NOT NULL`;

/**
 * What the worker does with an import: it claims a `queued` one, which is then `running`, and ends it once as `completed`,
 * `failed` or `cancelled`, or leaves it `unconfirmed`. Methods throw the errors of the database.
 */
export class ImportRuns {
  /** @param db a pool, or the transaction of the statements */
  constructor(private readonly db: Queryable) {}

  /**
   * Marks the import as running, counts the start, resets its progress and what an earlier run asked, and notes the rules of
   * all projects, if no earlier run has.
   * @returns undefined if it has ended, waits for a confirmation or does not exist
   */
  async claim(importId: string): Promise<ClaimedImport | undefined> {
    const [claimed] = await this.db.query<ClaimedImport>(
      sql`
        WITH claimed AS (
          UPDATE core.task_import
          SET state = 'running',
            phase = 'reading',
            started_at = coalesce(started_at, clock_timestamp()),
            starts = starts + 1,
            bytes_done = 0,
            rows_total = NULL,
            rows_done = 0,
            error_count = 0,
            warning_count = 0,
            merge_asked_at = NULL,
            projects = '{}',
            rules = coalesce(rules, (${rulesOfProjects})),
            ${forgetResult}
          WHERE id = $1 AND state IN ('queued', 'running')
          RETURNING *
        ), cleared AS (
          DELETE FROM core.task_import_error WHERE import_id IN (SELECT id FROM claimed)
        ), settled AS (
          DELETE FROM core.import_conflict WHERE import_id IN (SELECT id FROM claimed)
        )
        SELECT id, uploaded_by AS "uploadedBy", store_key AS "storeKey", dry_run AS "dryRun",
          on_error = 'skip' AS "keepValidRows", on_older AS "onOlder", on_conflict AS "onConflict", undoes,
          keep_newer AS "keepNewer", bytes_total AS "bytesTotal", format, columns, empty,
          format_settings AS settings, cancel_requested_at IS NOT NULL AS "cancelRequested", rules, starts,
          coalesce(confirmed_shares, '[]') AS confirmed,
          -- Otherwise its start is now, or it has waited for a confirmation since.
          started_at < statement_timestamp() AND confirmed_at IS NULL AS "takenOver"
        FROM claimed
      `,
      [importId],
    );
    return claimed;
  }

  /**
   * Writes the progress of a running import; does nothing if it has ended.
   * @returns whether a user requested to cancel it
   */
  async writeProgress(importId: string, progress: ImportProgress): Promise<boolean> {
    const { phase, bytesDone, rowsTotal, rowsDone, errors, warnings } = progress;
    const { waitsToMerge, projects } = progress;
    const [written] = await this.db.query<{ cancel_requested: boolean }>(
      sql`
        UPDATE core.task_import
        SET phase = $2, bytes_done = $3, rows_total = $4, rows_done = $5,
          error_count = $6, warning_count = $7,
          merge_asked_at = CASE WHEN $8 THEN coalesce(merge_asked_at, clock_timestamp()) END,
          projects = $9
        FROM (SELECT set_config('synchronous_commit', 'off', true)) AS this_transaction
        WHERE id = $1 AND state = 'running'
        RETURNING cancel_requested_at IS NOT NULL AS cancel_requested
      `,
      [
        ...[importId, phase, bytesDone, rowsTotal, rowsDone, errors, warnings],
        ...[waitsToMerge, projects],
      ],
    );
    return written?.cancel_requested ?? false;
  }

  /** Stores the issues of a running import, which take longer than its end. */
  async storeIssues(importId: string, issues: readonly ImportError[]): Promise<void> {
    await this.db.query(
      sql`
        INSERT INTO core.task_import_error (import_id, position, row_number, field, severity, reason)
        SELECT $1::uuid, position, row_number, field, severity, reason
        FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[])
          WITH ORDINALITY AS note (row_number, field, severity, reason, position)
      `,
      [
        importId,
        issues.map(({ row }) => row),
        issues.map(({ field }) => field),
        issues.map(({ severity }) => severity),
        issues.map(({ reason }) => reason),
      ],
    );
  }

  /** Stores rows that contradict what people changed in the portal. A project may be gone after a dry run. */
  private async storeConflicts(
    importId: string,
    conflicts: readonly FoundConflict[],
  ): Promise<void> {
    await this.db.query(
      sql`
        INSERT INTO core.import_conflict
          (import_id, turing_task_id, project_id, row_number, fields, changed_by, changed_at, is_kept)
        SELECT $1::uuid, turing_task_id, project.id, "row", fields, user_id, changed_at, is_kept
        FROM jsonb_to_recordset($2) AS found (turing_task_id bigint, project_id integer, "row" bigint,
          fields jsonb, user_id integer, changed_at timestamptz, is_kept boolean)
        JOIN core.project ON project.id = found.project_id
      `,
      [importId, JSON.stringify(conflicts)],
    );
  }

  /**
   * Ends a running import, or lets it wait for a confirmation, unless a user requested to cancel it. Use the transaction
   * of its issues, for a completed import that of the imported rows.
   * @throws {Error} if the import has ended already
   */
  async finish(importId: string, end: ImportEnd, progress: FinalProgress): Promise<void> {
    const done = 'counts' in end ? end : undefined;
    const failure = end.state === 'failed' ? end : undefined;
    const { bytesDone, rowsTotal, rowsDone, errors, warnings, issueFields, issueGroups } = progress;
    const [finished] = await this.db.query<{ is_cancelled: boolean }>(
      sql`
        UPDATE core.task_import
        SET state = $2,
          phase = CASE WHEN $2 = 'unconfirmed' THEN 'waiting' ELSE 'done' END,
          bytes_done = $3,
          rows_total = $4,
          rows_done = $5,
          error_count = $6,
          warning_count = $7,
          inserted = $8,
          updated = $9,
          unchanged = $10,
          delivery_batches = $11,
          failure_code = $12,
          failure_detail = $13,
          issue_fields = $14,
          older_count = $15,
          sample = $16,
          removed = $17,
          kept = $18,
          history_xid = CASE WHEN $19 > 0 THEN pg_current_xact_id() END,
          undo_until = CASE WHEN $19 > 0 THEN clock_timestamp() + make_interval(days => $19) END,
          shares = $20,
          projects = coalesce($21, projects),
          filled_projects = $22,
          issue_groups = $23,
          preview = $24,
          conflict_count = $25,
          rules = NULL,
          merge_asked_at = NULL,
          asked_at = CASE WHEN $2 = 'unconfirmed' THEN clock_timestamp() END,
          finished_at = CASE WHEN $2 <> 'unconfirmed' THEN clock_timestamp() END
        WHERE id = $1 AND state = 'running'
        RETURNING cancel_requested_at IS NOT NULL AS is_cancelled
      `,
      [
        importId,
        end.state,
        bytesDone,
        rowsTotal,
        rowsDone,
        errors,
        warnings,
        done?.counts.insert,
        done?.counts.update,
        done?.counts.unchanged,
        done?.counts.delivery_batches,
        failure?.code,
        failure?.detail,
        JSON.stringify(Object.fromEntries(issueFields)),
        done?.older ?? 0,
        done && JSON.stringify(done.sample),
        done?.removed,
        done?.kept,
        done?.keptDays ?? 0,
        done?.shares && JSON.stringify(done.shares),
        done?.projects,
        done?.filledProjects ?? [],
        JSON.stringify(issueGroups),
        done?.preview && JSON.stringify(done.preview),
        done?.conflicts?.count ?? 0,
      ],
    );
    if (!finished) throw new Error(`import ${importId} has ended already`);
    if (done?.conflicts?.count) await this.storeConflicts(importId, done.conflicts.stored);
    if (end.state === 'unconfirmed' && finished.is_cancelled) {
      await new ImportRequests(this.db).cancel(importId);
    }
  }

  /** The projects that the transaction has changed; none any more once its read models are up to date. */
  async changedProjects(): Promise<number[]> {
    const changed = await this.db.query<{ project_id: number }>(sql`
      SELECT project_id FROM agg.touched WHERE xid = pg_current_xact_id() AND project_id > 0
      ORDER BY project_id
    `);
    return changed.map(({ project_id: projectId }) => projectId);
  }

  /**
   * Records a finished import in the audit, as a change by its uploader in each of the projects; an undo as one
   * that undoes the changes of its import. Nothing else that the transaction does may follow.
   */
  async record(importId: string, projectIds: readonly number[]): Promise<void> {
    await this.db.query(
      sql`
        SELECT set_config('portal.actor', uploaded_by::text, true),
          set_config('portal.undoes', coalesce((
            SELECT group_id::text FROM core.audit
            WHERE entity = 'task_import' AND entity_id = task_import.undoes::text AND after ->> 'state' = 'completed'
            LIMIT 1), ''), true)
        FROM core.task_import WHERE id = $1
      `,
      [importId],
    );
    await this.db.query(
      sql`
        SELECT core.record_change('task_import', id::text, changed.project_id, '{"state": "running"}',
          jsonb_strip_nulls(jsonb_build_object('state', state, 'file_name', file_name, 'undoes', undoes,
            'rows_total', rows_total, 'error_count', error_count, 'inserted', inserted, 'updated', updated,
            'unchanged', unchanged, 'removed', removed, 'kept', kept, 'conflict_count', nullif(conflict_count, 0), 'undo_until', undo_until)))
        FROM core.task_import CROSS JOIN unnest($2::integer[]) AS changed (project_id)
        WHERE id = $1
      `,
      [importId, projectIds],
    );
  }

  /** Stores the current time as `tasks_last_imported_at`. */
  async storeImportTime(): Promise<void> {
    await this.db.query(
      sql`
        INSERT INTO core.meta (key, value, updated_at)
        VALUES ($1, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), now())
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
      `,
      [META_TASKS_LAST_IMPORTED_AT],
    );
  }
}
