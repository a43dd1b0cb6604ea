import type { ImportDetail } from '@portal/contracts/import-detail';
import type { ImportConflictsQuery } from '@portal/contracts/import-requests';
import {
  type ImportConflict,
  type ImportConflicts,
  type ImportError,
  type ImportSummary,
  type IssueField,
  MAX_SHOWN_CONFLICTS,
  type SampledTask,
} from '@portal/contracts/imports';
import { inUtc } from '@portal/contracts/scalars';
import type { Caller, Projects } from '@portal/domain/caller';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { isFoundSql, searchValues } from '../tasks/task-search.js';
import { type Binds, BoundValues } from '../visibility/row-sql.js';
import { importSeen } from '../visibility/rows.js';
import type { EndedImport, ImportLoad, QueuedImport, UnfinishedImport } from './import-models.js';
import {
  fromImports,
  type ImportRow,
  presentImport,
  selectImport,
  selectSorted,
  type StoredImport,
  unfinishedInTurn,
} from './stored-import.js';

const ISSUES_PER_READ = 1000;

/** An `ImportConflict`, from rows `found` of `core.import_conflict` and their `CHANGER`. */
const CONFLICT = sql`
  turing_task_id, row_number AS row, fields, changer.email AS changed_by, changer.name AS changed_by_name,
  changed_at, is_kept`;
const CHANGER = sql`LEFT JOIN core.app_user AS changer ON changer.id = changed_by`;

const SEARCH = { text: '$2::text', like: '$3::text', number: '$4::bigint' };
const ofConflict = (name: string): string =>
  ['turing_task_id', 'project_id'].includes(name) ? `found.${name}` : `task.${name}`;

/** Which imports a page shows, in SQL. */
export interface ImportSelection {
  readonly condition: (binds: Binds) => string;
  /** Of those the ones that follow an earlier page. */
  readonly after: (binds: Binds) => string;
  /** The value that sorts them. */
  readonly sort: string;
  readonly order: string;
  readonly size: number;
  readonly offset: number;
}

/** A page of imports, and the sort value of its last one as text. */
interface ImportPage {
  readonly items: readonly ImportSummary[];
  readonly lastValue: string | null;
}

type ImportStory = Pick<ImportDetail, 'sample' | 'groups' | 'preview' | 'format_settings'>;

/** What is read of imports. Methods throw the errors of the database. */
export class ImportQueries {
  /** @param db a pool, or the transaction of the statements */
  constructor(private readonly db: Queryable) {}

  /** @returns undefined if the import does not exist */
  async find(importId: string): Promise<StoredImport | undefined> {
    const [row] = await this.db.query<ImportRow>(sql`${selectImport} WHERE task_import.id = $1`, [
      importId,
    ]);
    return row && presentImport(row);
  }

  /** One page of the imports that the caller sees. */
  async list(
    caller: Caller,
    { condition, after, sort, order, size, offset }: ImportSelection,
  ): Promise<ImportPage> {
    const bound = new BoundValues();
    const where = `${importSeen(caller, bound)} AND ${condition(bound)} AND ${after(bound)}`;
    const limit = bound.bind(size, 'bigint');
    const from = bound.bind(offset, 'bigint');
    const rows = await this.db.query<ImportRow & { readonly sort_text: string | null }>(
      sql`${selectSorted(sort)} WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${from}`,
      bound.values,
    );
    return {
      items: rows.map((row) => presentImport(row).summary),
      lastValue: rows.at(-1)?.sort_text ?? null,
    };
  }

  /** How many imports all pages have. */
  async count(caller: Caller, { condition }: ImportSelection): Promise<number> {
    const bound = new BoundValues();
    const [counted] = await this.db.query<{ total: number }>(
      sql`SELECT count(*) AS total ${fromImports} WHERE ${importSeen(caller, bound)} AND ${condition(bound)}`,
      bound.values,
    );
    return counted?.total ?? 0;
  }

  /** The queued and running imports in the order of their turns; see `unfinishedInTurn`. */
  async inTurn(): Promise<readonly UnfinishedImport[]> {
    return this.db.query<UnfinishedImport>(sql`
      SELECT id, state, is_small AS "isSmall", uploaded_by AS "uploaderId"
      FROM (${unfinishedInTurn}) AS unfinished ORDER BY place
    `);
  }

  /**
   * The queued and running imports: the running ones in the order of their start, then the queued
   * ones in the order of their turns.
   */
  async queue(): Promise<readonly QueuedImport[]> {
    return this.db.query<QueuedImport>(sql`
      SELECT task_import.id AS import_id, file_name, email AS uploaded_by, app_user.id AS "uploaderId",
        task_import.state AS status, phase, bytes_total, bytes_done, rows_total, rows_done,
        merge_asked_at AS "mergeAskedAt", dry_run AS "dryRun", projects
      FROM core.task_import
      JOIN core.app_user ON app_user.id = task_import.uploaded_by
      JOIN (${unfinishedInTurn}) AS unfinished ON unfinished.id = task_import.id
      ORDER BY task_import.state DESC, CASE task_import.state WHEN 'running' THEN started_at END, place
    `);
  }

  /** The ids of imports that have not ended, or in the last 10 minutes. */
  async recentIds(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(sql`
      SELECT id FROM core.task_import
      WHERE finished_at IS NULL OR finished_at > now() - interval '10 minutes'
    `);
    return rows.map(({ id }) => id);
  }

  /** What a detail tells that no list has. */
  async story(importId: string): Promise<ImportStory> {
    const [found] = await this.db.query<ImportStory>(
      sql`
        SELECT coalesce(sample, '[]') AS sample, coalesce(issue_groups, '[]') AS groups, preview, format_settings
        FROM core.task_import WHERE id = $1
      `,
      [importId],
    );
    return found ?? { sample: [], groups: [], preview: null, format_settings: null };
  }

  /** Some tasks that the import changed or would change; none until they are known. */
  async sample(importId: string): Promise<SampledTask[]> {
    const [found] = await this.db.query<{ sample: SampledTask[] | null }>(
      sql`SELECT sample FROM core.task_import WHERE id = $1`,
      [importId],
    );
    return found?.sample ?? [];
  }

  /** The first conflicts with later changes in the portal, by task. */
  async conflicts(importId: string): Promise<ImportConflict[]> {
    return [
      ...(await this.db.query<ImportConflict>(
        sql`
          SELECT ${CONFLICT} FROM core.import_conflict AS found ${CHANGER}
          WHERE import_id = $1 ORDER BY turing_task_id LIMIT ${MAX_SHOWN_CONFLICTS}
        `,
        [importId],
      )),
    ];
  }

  /**
   * A page of the conflicts by task, and how many there are. A search finds those of the given projects by the task as
   * it is now, of a deleted one by its id.
   */
  async conflictPage(
    importId: string,
    { page, size, search }: ImportConflictsQuery,
    projects: Projects,
  ): Promise<Pick<ImportConflicts, 'items' | 'total'>> {
    const searched = [...searchValues(search), projects === 'all' ? null : projects];
    const [found] = await this.db.query<Pick<ImportConflicts, 'items' | 'total'>>(
      sql`
        WITH found AS MATERIALIZED (
          SELECT found.*
          FROM core.import_conflict AS found
          LEFT JOIN core.task USING (turing_task_id, project_id)
          WHERE import_id = $1 AND (${SEARCH.text} IS NULL
            OR ($5::integer[] IS NULL OR found.project_id = ANY ($5)) AND ${isFoundSql(ofConflict, SEARCH)})
        )
        SELECT (SELECT count(*) FROM found) AS total, coalesce((
          SELECT jsonb_agg(to_jsonb(item) ORDER BY turing_task_id) FROM (
            SELECT ${CONFLICT} FROM found ${CHANGER}
            ORDER BY turing_task_id LIMIT $6 OFFSET $7
          ) AS item), '[]') AS items
      `,
      [importId, ...searched, size, (page - 1) * size],
    );
    if (!found) throw new Error('an aggregate without a row');
    const { items, total } = found;
    return {
      items: items.map((item) => ({ ...item, changed_at: inUtc(item.changed_at) })),
      total,
    };
  }

  /** The first stored errors and warnings, of one field if it is given, in file order. */
  async firstIssues(importId: string, limit: number, field?: string): Promise<ImportError[]> {
    const found = await this.issuesFrom(0, importId, limit, field);
    return found.map(({ row, field, severity, reason }) => ({ row, field, severity, reason }));
  }

  /** The number of errors and warnings of each field, the largest first. */
  async issueFields(importId: string): Promise<IssueField[]> {
    return [
      ...(await this.db.query<IssueField>(
        sql`
          SELECT key AS field, value::bigint AS count FROM core.task_import, jsonb_each_text(issue_fields)
          WHERE id = $1
          ORDER BY count DESC, field
        `,
        [importId],
      )),
    ];
  }

  /** All stored errors and warnings in file order, read 1000 at a time. */
  async *issues(importId: string): AsyncGenerator<ImportError> {
    let from = 0;
    for (;;) {
      const found = await this.issuesFrom(from, importId, ISSUES_PER_READ);
      yield* found;
      const last = found.at(-1);
      if (last === undefined || found.length < ISSUES_PER_READ) return;
      from = last.position + 1;
    }
  }

  /** The span that the import continues; undefined if none is stored. */
  async traceParent(importId: string): Promise<string | undefined> {
    const [stored] = await this.db.query<{ parent: string | null }>(
      sql`SELECT trace_parent AS parent FROM core.task_import WHERE id = $1`,
      [importId],
    );
    return stored?.parent ?? undefined;
  }

  /** The current load, from the stored progress of the unfinished imports. */
  async load(): Promise<ImportLoad> {
    const [load] = await this.db.query<ImportLoad>(sql`
      SELECT
        count(*) FILTER (WHERE state = 'queued')::int4 AS queued,
        count(*) FILTER (WHERE state = 'running')::int4 AS running,
        count(*) FILTER (WHERE state = 'unconfirmed')::int4 AS unconfirmed,
        coalesce(
          sum(rows_read / greatest(extract(epoch FROM clock_timestamp() - started_at), 0.001))
            FILTER (WHERE state = 'running' AND started_at IS NOT NULL),
          0)::float8 AS "rowsPerSecond"
      FROM (
        SELECT state, started_at,
          -- Merging counts the rows from the beginning, when all of them have been read.
          CASE WHEN phase = 'merging' THEN greatest(rows_total, rows_done) ELSE rows_done END
            AS rows_read
        FROM core.task_import WHERE finished_at IS NULL) AS progress
    `);
    if (!load) throw new Error('an aggregate without a row');
    return load;
  }

  /** The imports that ended after the moment. */
  async endedSince(moment: Date): Promise<readonly EndedImport[]> {
    return this.db.query<EndedImport>(
      sql`
        SELECT id, rows_done AS rows,
          extract(epoch FROM finished_at - started_at)::float8 AS seconds,
          CASE
            WHEN state <> 'failed' THEN state
            WHEN failure_code IN ('internal', 'disk-full') THEN 'failed'
            ELSE 'refused'
          END AS outcome
        FROM core.task_import
        WHERE finished_at > $1
      `,
      [moment],
    );
  }

  private issuesFrom(
    position: number,
    importId: string,
    limit: number,
    field?: string,
  ): Promise<readonly (ImportError & { position: number })[]> {
    return this.db.query(
      sql`
        SELECT position, row_number AS row, field, severity, reason
        FROM core.task_import_error
        WHERE import_id = $1 AND position >= $2 AND ($4::text IS NULL OR field = $4)
        ORDER BY position
        LIMIT $3
      `,
      [importId, position, limit, field],
    );
  }
}
