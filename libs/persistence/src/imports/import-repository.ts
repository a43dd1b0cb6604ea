import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import type { ImportError, ImportSummary, IssueField } from '@portal/contracts/imports';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '../queryable.js';
import { importSeen } from '../visibility/imports.js';
import { type Binds, BoundValues } from '../visibility/row-sql.js';
import type {
  ClaimedImport,
  FinalProgress,
  ImportEnd,
  ImportLoad,
  ImportProgress,
  NewImport,
  RepeatedImport,
  UnfinishedImport,
} from './import-models.js';
import * as statements from './import-statements.js';
import { type ImportRow, presentImport, type StoredImport } from './stored-import.js';

const ISSUES_PER_READ = 1000;

/** Which imports a list shows, in SQL. */
export interface ImportSelection {
  readonly condition: (binds: Binds) => string;
  readonly order: string;
  readonly size: number;
  readonly offset: number;
}

/**
 * All statements on `core.task_import` and `core.task_import_error`. An import is `queued`, then
 * `running`, and ends once as `completed`, `failed` or `cancelled`. Each commit notifies
 * `ChangeFeed`. Methods throw the errors of the database.
 */
export class ImportRepository {
  /** @param db a pool, or the transaction of the statements */
  constructor(private readonly db: Queryable) {}

  /** Stores a queued import. */
  async insert(upload: NewImport): Promise<void> {
    const { id, uploadedBy, fileName, storeKey, sha256, dryRun, onError, bytesTotal } = upload;
    await this.db.query(statements.insert, [
      id,
      uploadedBy,
      fileName,
      storeKey,
      sha256,
      dryRun,
      onError,
      bytesTotal,
    ]);
  }

  /** The id of an unfinished import of the same content by the same user with the same options. */
  async findSame(upload: NewImport): Promise<string | undefined> {
    const { uploadedBy, sha256, dryRun, onError } = upload;
    const [same] = await this.db.query<{ id: string }>(statements.findSame, [
      uploadedBy,
      sha256,
      dryRun,
      onError,
    ]);
    return same?.id;
  }

  /**
   * Stores a queued import of the kept file of an earlier one.
   * @returns false if the file is removed, or an import of it is queued or running
   */
  async runAgain(repeated: RepeatedImport): Promise<boolean> {
    const { id, sourceId, uploadedBy, dryRun, onError } = repeated;
    const inserted = await this.db.query(statements.runAgain, [
      id,
      sourceId,
      uploadedBy,
      dryRun,
      onError,
    ]);
    return inserted.length > 0;
  }

  /** Of some keys in the upload store those that no import has. */
  async keysWithoutImport(keys: readonly string[]): Promise<string[]> {
    const lost = await this.db.query<{ store_key: string }>(statements.keysWithoutImport, [keys]);
    return lost.map(({ store_key }) => store_key);
  }

  /**
   * Ends the time for which files are kept.
   * @returns their keys in the upload store, to be removed in the same transaction
   */
  async giveUpFiles(): Promise<string[]> {
    const files = await this.db.query<{ store_key: string }>(statements.giveUpFiles);
    return files.map(({ store_key }) => store_key);
  }

  /**
   * Locks the user's imports against other transactions that add one, until this transaction ends.
   * So `countUnfinished` stays correct.
   */
  async lockUploader(uploaderId: number): Promise<void> {
    await this.db.query(statements.lockUploader, [uploaderId]);
  }

  /** Counts the queued and running imports of a user. */
  async countUnfinished(uploaderId: number): Promise<number> {
    const [row] = await this.db.query<{ unfinished: number }>(statements.countUnfinished, [
      uploaderId,
    ]);
    if (!row) throw new Error('an aggregate without a row');
    return row.unfinished;
  }

  /**
   * Marks the import as running and resets its progress.
   * @returns undefined if it has ended or does not exist
   */
  async claim(importId: string): Promise<ClaimedImport | undefined> {
    const [claimed] = await this.db.query<ClaimedImport>(statements.claim, [importId]);
    return claimed;
  }

  /**
   * Writes the progress of a running import; does nothing if it has ended.
   * @returns whether a user requested to cancel it
   */
  async writeProgress(importId: string, progress: ImportProgress): Promise<boolean> {
    const { phase, bytesDone, rowsTotal, rowsDone, errors, warnings, waitsToMerge } = progress;
    const [written] = await this.db.query<{ cancel_requested: boolean }>(statements.writeProgress, [
      importId,
      phase,
      bytesDone,
      rowsTotal,
      rowsDone,
      errors,
      warnings,
      waitsToMerge,
    ]);
    return written?.cancel_requested ?? false;
  }

  /**
   * Ends a running import and stores its issues. These are two statements: use a transaction, for a
   * completed import that of the imported rows.
   * @throws {Error} if the import has ended already
   */
  async finish(importId: string, end: ImportEnd, progress: FinalProgress): Promise<void> {
    const counts = end.state === 'completed' ? end.counts : undefined;
    const failure = end.state === 'failed' ? end : undefined;
    const { bytesDone, rowsTotal, rowsDone, errors, warnings, issues, issueFields } = progress;
    await this.db.query(statements.insertIssues, [
      importId,
      issues.map(({ row }) => row),
      issues.map(({ field }) => field),
      issues.map(({ severity }) => severity),
      issues.map(({ reason }) => reason),
    ]);
    const finished = await this.db.query(statements.finish, [
      importId,
      end.state,
      bytesDone,
      rowsTotal,
      rowsDone,
      errors,
      warnings,
      counts?.insert,
      counts?.update,
      counts?.unchanged,
      counts?.delivery_batches,
      failure?.code,
      failure?.detail,
      JSON.stringify(Object.fromEntries(issueFields)),
    ]);
    if (finished.length !== 1) throw new Error(`import ${importId} has ended already`);
  }

  /** Stores the current time as `tasks_last_imported_at`. */
  async stampLastImport(): Promise<void> {
    await this.db.query(statements.stampLastImport, [META_TASKS_LAST_IMPORTED_AT]);
  }

  /**
   * Ends a queued import and requests the end of a running one.
   * @returns false if it has ended already or does not exist
   */
  async cancel(importId: string): Promise<boolean> {
    const cancelled = await this.db.query(statements.cancel, [importId]);
    return cancelled.length > 0;
  }

  /** @returns undefined if the import does not exist */
  async find(importId: string): Promise<StoredImport | undefined> {
    const [row] = await this.db.query<ImportRow>(statements.find, [importId]);
    return row && presentImport(row);
  }

  /** One page of the imports that the caller sees, and their total number. */
  async list(
    caller: Caller,
    { condition, order, size, offset }: ImportSelection,
  ): Promise<{ items: ImportSummary[]; total: number }> {
    const bound = new BoundValues();
    const where = `${importSeen(caller, bound)} AND ${condition(bound)}`;
    const counting = this.db.query<{ total: number }>(statements.count(where), [...bound.values]);
    const limit = bound.bind(size, 'bigint');
    const from = bound.bind(offset, 'bigint');
    const [[counted], rows] = await Promise.all([
      counting,
      this.db.query<ImportRow>(statements.page(where, order, limit, from), bound.values),
    ]);
    return { items: rows.map((row) => presentImport(row).summary), total: counted?.total ?? 0 };
  }

  /** The first stored errors and warnings, of one field if it is given, in file order. */
  async firstIssues(importId: string, limit: number, field?: string): Promise<ImportError[]> {
    const found = await this.issuesFrom(0, importId, limit, field);
    return found.map(({ row, field, severity, reason }) => ({ row, field, severity, reason }));
  }

  /** The number of errors and warnings of each field, the largest first. */
  async issueFields(importId: string): Promise<IssueField[]> {
    return [...(await this.db.query<IssueField>(statements.issueFields, [importId]))];
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

  /**
   * The queued and running imports in the order of their turns: the first of each user, then the
   * second of each, and so on. Of one turn the older one comes first, but a small file or a dry run
   * before a large file that is up to a minute older.
   */
  async inTurn(): Promise<readonly UnfinishedImport[]> {
    return this.db.query<UnfinishedImport>(statements.inTurn);
  }

  /** The ids of imports that are queued, running or ended in the last 10 minutes. */
  async recentIds(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(statements.recentIds);
    return rows.map(({ id }) => id);
  }

  /** The current load, from the stored progress of the imports. */
  async load(): Promise<ImportLoad> {
    const [load] = await this.db.query<ImportLoad>(statements.load);
    if (!load) throw new Error('an aggregate without a row');
    return load;
  }

  private issuesFrom(
    position: number,
    importId: string,
    limit: number,
    field?: string,
  ): Promise<readonly (ImportError & { position: number })[]> {
    return this.db.query(statements.issues, [importId, position, limit, field]);
  }
}
