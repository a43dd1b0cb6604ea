import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LISTED_IMPORT_ERRORS } from '@portal/contracts/constants';
import type { CsvDialect } from '@portal/contracts/csv';
import type { ImportDetail } from '@portal/contracts/import-detail';
import type {
  ImportConflicts,
  ImportList,
  ImportSummary,
  ImportView,
} from '@portal/contracts/imports';
import type {
  ImportConflictsQuery,
  ImportDetailQuery,
  ImportListQuery,
  MoveImport,
  RunAgainQuery,
  UndoImportQuery,
} from '@portal/contracts/import-requests';
import { csvColumnsSchema } from '@portal/contracts/task-csv';
import { type Caller, projectsWhere } from '@portal/domain/caller';
import { ITEM_RULES, permissionsToSee } from '@portal/domain/item-rules';
import { mayConfirmImport, maySeeImport } from '@portal/domain/uploads';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ImportRequests } from '@portal/persistence/imports/import-requests';
import type { StoredImport } from '@portal/persistence/imports/stored-import';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { ProblemException } from '../../problems/problem.js';
import { ListCursors } from '../../lists/read/list-cursor.js';
import { errorsCsvHeader, errorsCsvLine } from './errors-csv.js';
import { readImportRequest, selectionOf } from './import-fields.js';
import { ImportQueue } from './import-queue.js';
import { refuseDelays } from './queue-moves.js';
import { waitsFor } from './waits-for.js';

const BASE = 'tasks/imports';

/** Imports, visible to their uploader and to users with data-upload in all projects. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportQueries,
    private readonly transactions: AuditedTransactions,
    private readonly queue: ImportQueue,
    private readonly cursors: ListCursors,
  ) {}

  /** @throws {ProblemException} `invalid-input` */
  async list(caller: Caller, query: ImportListQuery): Promise<ImportList> {
    const { size } = query;
    const start = this.cursors.start(BASE, readImportRequest(query), caller.userId, query);
    const { page, counted } = start;
    const selection = selectionOf(start.request);
    const [{ items, lastValue }, total] = await Promise.all([
      this.imports.list(caller, selection),
      counted?.total ?? this.imports.count(caller, selection),
    ]);
    const last = items.length < size ? undefined : items.at(-1);
    const counts = { total, total_is_estimate: false };
    const position = last && { value: lastValue, keys: [last.import_id] };
    const next = this.cursors.next(BASE, start, position, counts);
    return { items: await this.viewsOf(caller, items), page, size, ...counts, next };
  }

  /** @throws {ProblemException} `not-found` */
  async detail(
    caller: Caller,
    importId: string,
    { field }: ImportDetailQuery,
  ): Promise<ImportDetail> {
    const { summary } = await this.reach(caller, importId);
    const [errors, fields, story, conflicts] = await Promise.all([
      this.imports.firstIssues(importId, LISTED_IMPORT_ERRORS, field),
      this.imports.issueFields(importId),
      this.imports.story(importId),
      this.imports.conflicts(importId),
    ]);
    const [view] = await this.viewsOf(caller, [summary]);
    return { ...summary, waits_for: view?.waits_for ?? null, errors, fields, conflicts, ...story };
  }

  /** @throws {ProblemException} `not-found` */
  async conflicts(
    caller: Caller,
    importId: string,
    query: ImportConflictsQuery,
  ): Promise<ImportConflicts> {
    await this.reach(caller, importId);
    const listed = projectsWhere(caller, permissionsToSee(ITEM_RULES.tasks));
    const { page, size } = query;
    return { ...(await this.imports.conflictPage(importId, query, listed)), page, size };
  }

  /** The lines of errors.csv as they are read. @throws {ProblemException} `not-found` */
  async errorsCsv(
    caller: Caller,
    importId: string,
    dialect: CsvDialect,
  ): Promise<AsyncIterable<string>> {
    await this.reach(caller, importId);
    const issues = this.imports.issues(importId);
    return (async function* lines() {
      yield errorsCsvHeader(dialect);
      for await (const issue of issues) yield errorsCsvLine(issue, dialect);
    })();
  }

  /** @throws {ProblemException} `not-found`, `import-not-cancellable` */
  async cancel(caller: Caller, importId: string, actor: Actor): Promise<ImportSummary> {
    const { status } = (await this.reach(caller, importId)).summary;
    const isCancelled = await this.transactions.run(actor, (tx) =>
      new ImportRequests(tx).cancel(importId),
    );
    if (!isCancelled) {
      throw new ProblemException('import-not-cancellable', `The import has ended: ${status}`);
    }
    return (await this.reach(caller, importId)).summary;
  }

  /**
   * Confirms what an import would change, so that it is queued again.
   * @param askedAt the `waiting_since` of the question
   * @throws {ProblemException} `not-found`, `forbidden` without data-upload in each project of the import,
   *   `conflict` if it does not wait for a confirmation, or asks again with other numbers
   */
  async confirm(
    caller: Caller,
    importId: string,
    askedAt: string,
    actor: Actor,
  ): Promise<ImportSummary> {
    const found = await this.reach(caller, importId);
    refuseConfirmation(caller, found);
    await this.queue.checkReachable();
    const isConfirmed = await this.transactions.run(actor, (tx) =>
      new ImportRequests(tx).confirm(importId, askedAt, actor.userId),
    );
    const { summary } = await this.reach(caller, importId);
    if (!isConfirmed) {
      throw new ProblemException(
        'conflict',
        summary.status === 'unconfirmed'
          ? 'The import asks again, with other numbers; its waiting_since names the question'
          : `Only an import that waits for a confirmation can be confirmed; this one is ${summary.status}`,
      );
    }
    await this.queue.addAgain(importId);
    return summary;
  }

  /**
   * Puts a waiting import before or behind others, or gives it back its turn.
   * @throws {ProblemException} `not-found`, `conflict` if it does not wait, `forbidden` if an import
   *   that the caller may not cancel would wait longer
   */
  async move(
    caller: Caller,
    importId: string,
    move: MoveImport,
    actor: Actor,
  ): Promise<ImportView> {
    const { status } = (await this.reach(caller, importId)).summary;
    await this.transactions.run(actor, async (tx) => {
      const imports = new ImportRequests(tx);
      const reads = new ImportQueries(tx);
      const before = await reads.inTurn();
      if (!(await imports.move(importId, move))) {
        throw new ProblemException(
          'conflict',
          `Only an import that waits for a worker can be moved; this one is ${status}`,
        );
      }
      refuseDelays(caller, before, await reads.inTurn());
    });
    const { summary } = await this.reach(caller, importId);
    const [view] = await this.viewsOf(caller, [summary]);
    return view ?? { ...summary, waits_for: null };
  }

  /**
   * Queues a new import of the kept file, with the caller as its uploader. Options that are not given
   * are those of the earlier import.
   * @throws {ProblemException} `not-found`, `import-not-repeatable`, `too-many-imports`, `forbidden` if the
   *   caller may not confirm
   */
  async runAgain(
    caller: Caller,
    sourceId: string,
    options: RunAgainQuery,
    actor: Actor,
  ): Promise<ImportSummary> {
    const found = await this.reach(caller, sourceId);
    const { summary: source } = found;
    const confirm = options.confirm && source.needs_confirmation;
    if (confirm) refuseConfirmation(caller, found);
    const id = await this.enqueue(actor, async (imports, newId) => {
      const isQueued = await imports.runAgain({
        id: newId,
        sourceId,
        uploadedBy: actor.userId,
        dryRun: options.dry_run ?? source.dry_run,
        onError: options.on_error ?? source.on_error,
        onOlder: options.on_older ?? source.on_older,
        onConflict: options.on_conflict ?? source.on_conflict,
        format: source.format,
        columns: csvColumnsSchema.nullable().parse(source.columns),
        empty: source.empty,
        confirm,
      });
      if (!isQueued) {
        throw new ProblemException(
          'import-not-repeatable',
          'The file of this import is no longer kept, or an import of it has not ended',
        );
      }
    });
    return (await this.reach(caller, id)).summary;
  }

  /**
   * Queues an import that undoes another one, with the caller as its uploader.
   * @throws {ProblemException} `not-found`, `import-not-undoable`, `too-many-imports`
   */
  async undo(
    caller: Caller,
    importId: string,
    { dry_run: dryRun, keep_newer: keepNewer }: UndoImportQuery,
    actor: Actor,
  ): Promise<string> {
    const { summary } = await this.reach(caller, importId);
    return this.enqueue(actor, async (imports, id) => {
      const undo = { id, undoes: importId, uploadedBy: actor.userId, dryRun, keepNewer };
      if (await imports.undo(undo)) return;
      throw new ProblemException('import-not-undoable', whyNotUndoable(summary));
    });
  }

  /**
   * Stores and queues an import of a file that is not sent, within the limit of the user.
   * @returns its id
   */
  private async enqueue(
    actor: Actor,
    store: (imports: ImportRequests, id: string) => Promise<void>,
  ): Promise<string> {
    await this.queue.checkReachable();
    const id = randomUUID();
    await this.transactions.run(actor, async (tx) => {
      const imports = new ImportRequests(tx);
      await imports.lockUploader(actor.userId);
      await this.queue.checkLimit(actor.userId, imports);
      await store(imports, id);
    });
    await this.queue.add(id);
    return id;
  }

  /** The queue is read only if one of them waits. */
  private async viewsOf(
    caller: Caller,
    summaries: readonly ImportSummary[],
  ): Promise<ImportView[]> {
    const isWaiting = summaries.some(({ queue_place: place }) => place !== null);
    const queue = isWaiting ? await this.imports.queue() : [];
    return summaries.map((summary) => ({
      ...summary,
      waits_for: waitsFor(summary, queue, caller),
    }));
  }

  private async reach(caller: Caller, importId: string): Promise<StoredImport> {
    const found = await this.imports.find(importId);
    if (!found || !maySeeImport(caller, found)) {
      throw new ProblemException('not-found', 'There is no such import');
    }
    return found;
  }
}

/** @throws {ProblemException} `forbidden` */
function refuseConfirmation(caller: Caller, found: StoredImport): void {
  if (mayConfirmImport(caller, found)) return;
  throw new ProblemException(
    'forbidden',
    'Only a user who may upload into each project of the import may confirm what it changes',
  );
}

function whyNotUndoable({ status, dry_run: isDryRun, undo_until: until }: ImportSummary): string {
  if (status !== 'completed') return 'Only a completed import can be undone';
  if (isDryRun) return 'A dry run has changed nothing';
  if (until === null) {
    return 'When the import ran, nothing of what imports change was kept (PORTAL_IMPORT_HISTORY_DAYS)';
  }
  return Date.parse(until) <= Date.now()
    ? 'What the import changed is no longer kept'
    : 'Another import undoes it, or has undone it';
}
