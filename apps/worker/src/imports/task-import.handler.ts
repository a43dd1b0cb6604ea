import { Inject, Injectable } from '@nestjs/common';
import type { ProblemCode } from '@portal/contracts/problem';
import { Db, transactionOn } from '@portal/persistence/db';
import type { ClaimedImport, ImportEnd } from '@portal/persistence/imports/import-models';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { mayPass } from '@portal/persistence/may-pass';
import { readBatchNumbers } from '@portal/persistence/imports/batch-numbers';
import { readUploadScope } from '@portal/persistence/visibility/uploads';
import type { Config } from '@portal/platform/config';
import { isTracing, traced } from '@portal/platform/tracing';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { ConfirmationNeeded, ImportRefused } from './import-attempt.js';
import { backendOf, openImportConnection, tryLockImport } from './import-connection.js';
import { ImportIssues } from './import-issues.js';
import { runImportTransaction } from './import-transaction.js';
import { Interruption } from './interruption.js';
import { fullDiskOf } from '@portal/platform/full-disk';
import { isMissing } from '@portal/platform/missing-file';
import { CONFIG, LOGGER, UPLOAD_STORE } from '@portal/platform/tokens';
import { ProgressReporter } from './progress-reporter.js';
import { READ_LIMITS } from './import-reading.js';
import { fileRulesOf } from './rules/file-rules.js';
import { TASK_FILE_READER, type TaskFileReader } from './reader/reader-thread.js';
import { firstTaskId } from './reader/first-task-id.js';
import { batchKey } from './reader/portal-numbers.js';

/** Maximum number of starts of one import, including those of killed workers. */
const MAX_STARTS = 20;

/** Runs imports. Each finishes once, also if workers die. */
@Injectable()
export class TaskImportHandler {
  readonly #running = new Set<Interruption>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly db: Db,
    private readonly runs: ImportRuns,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
    @Inject(TASK_FILE_READER) private readonly readFile: TaskFileReader,
  ) {}

  /**
   * Runs the import, or does nothing if it has ended or another run of it is active.
   * @returns whether it was run
   * @throws if the attempt was interrupted and the queue should start another one
   */
  async run(importId: string): Promise<boolean> {
    const db = await openImportConnection(this.config.databaseUrl);
    try {
      if (!(await tryLockImport(db, importId))) return false;
      const claimed = await this.runs.claim(importId);
      if (claimed === undefined) return false;
      await traced('import', () => this.#runClaimed(db, claimed), {
        kind: 'consumer',
        facts: { import_id: importId, attempt: claimed.starts },
        parent: isTracing() ? await new ImportQueries(this.db).traceParent(importId) : undefined,
      });
      return true;
    } finally {
      await db.end();
    }
  }

  /** Stops the running attempts. The next worker restarts their imports from the beginning. */
  interrupt(): void {
    for (const interruption of this.#running) interruption.raise('shutdown');
  }

  async #runClaimed(db: Client, claimed: ClaimedImport): Promise<void> {
    const log = this.logger.child({ import_id: claimed.id });
    log.info(
      { attempt: claimed.starts, uploaderId: claimed.uploadedBy, bytes: claimed.bytesTotal },
      claimed.takenOver ? 'import taken over' : 'import started',
    );
    const interruption = new Interruption(this.db, await backendOf(db), log);
    const reporter = new ProgressReporter(
      this.runs,
      claimed.id,
      () => interruption.raise('cancelled'),
      log,
    );
    const issues = new ImportIssues();
    this.#running.add(interruption);
    try {
      if (claimed.cancelRequested) interruption.raise('cancelled');
      await this.#refuseHopeless(claimed);
      const readScope = () => readUploadScope(this.db, claimed.uploadedBy);
      const counts = await runImportTransaction(db, {
        claimed,
        scope: await readScope(),
        readScope,
        rules: fileRulesOf(claimed.rules),
        batches: await this.#batches(claimed),
        readFile: this.readFile,
        firstTaskId: await this.#firstTaskId(claimed),
        reporter,
        signal: interruption.signal,
        historyDays: this.config.importHistoryDays,
        issues,
      });
      log.info({ state: 'completed', ...counts }, 'import ended');
    } catch (error) {
      await interruption.over();
      await reporter.stop();
      const end = this.#endOf(error, interruption, log);
      const { bytesDone, rowsTotal, rowsDone } = reporter.progress;
      const { errors, warnings } = issues;
      const progress = { bytesDone, rowsTotal, rowsDone, errors, warnings };
      // The first one may have been cancelled.
      await db.query('ROLLBACK');
      await transactionOn(db, async (tx) => {
        const runs = new ImportRuns(tx);
        await runs.storeIssues(claimed.id, issues.inFileOrder());
        await runs.finish(claimed.id, end, {
          ...progress,
          issueFields: issues.fields,
          issueGroups: issues.groups.all,
        });
      });
      // Not the detail, which may quote the file.
      const { state } = end;
      if (state === 'unconfirmed')
        log.info({ shares: end.shares }, 'import waits for a confirmation');
      else log.info({ state, ...(state === 'failed' && { code: end.code }) }, 'import ended');
    } finally {
      await interruption.over();
      await reporter.stop();
      this.#running.delete(interruption);
    }
  }

  /** Only a format whose batches have names alone needs them. */
  async #batches({ settings }: ClaimedImport): Promise<ReadonlyMap<string, number>> {
    if (!settings || settings.rows === 'reviews' || settings.fields.turing_batch_id)
      return new Map();
    return readBatchNumbers(this.db, batchKey);
  }

  async #firstTaskId(claimed: ClaimedImport): Promise<number | undefined> {
    if (claimed.undoes !== null) return undefined;
    return firstTaskId(await this.store.read(claimed.storeKey), claimed, READ_LIMITS);
  }

  /** @throws {ImportRefused} if no attempt at this import can succeed */
  async #refuseHopeless(claimed: ClaimedImport): Promise<void> {
    if (claimed.starts > MAX_STARTS)
      throw new ImportRefused('The import was interrupted too many times');
    if (claimed.undoes !== null) return;
    try {
      await this.store.size(claimed.storeKey);
    } catch (error) {
      throw isMissing(error)
        ? new ImportRefused('The uploaded file is no longer in the upload store')
        : error;
    }
  }

  /** The end of the import after a failed attempt. @throws `error` if another attempt may succeed */
  #endOf(error: unknown, interruption: Interruption, log: Logger): ImportEnd {
    if (interruption.reason === 'cancelled') return { state: 'cancelled' };
    if (interruption.reason === 'shutdown' || mayPass(error)) {
      log.warn({ err: error }, 'import interrupted; another attempt follows');
      throw error;
    }
    if (error instanceof ConfirmationNeeded) {
      return { state: 'unconfirmed', ...error.outcome, keptDays: 0 };
    }
    const failed = (code: ProblemCode, detail: string): ImportEnd => ({
      state: 'failed',
      code,
      detail,
    });
    if (error instanceof ImportRefused) return failed(error.code, error.message);
    log.error({ err: error }, 'import failed unexpectedly');
    const fullDisk = fullDiskOf(error);
    if (fullDisk !== undefined) return failed('disk-full', fullDisk);
    return failed('internal', 'An internal error occurred in the portal; nothing was imported');
  }
}
