import { Inject, Injectable } from '@nestjs/common';
import type { ProblemCode } from '@portal/contracts/problem';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { readUploadScope } from '@portal/persistence/visibility/uploads';
import type { Config } from '@portal/platform/config';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Client, Pool } from 'pg';
import type { Logger } from 'pino';
import { CONFIG, LOGGER, POOL, UPLOAD_STORE } from '../../platform.tokens.js';
import { backendOf, lockImport, openImportConnection } from './import-connection.js';
import { ImportIssues } from './import-issues.js';
import {
  claimImport,
  endImport,
  type FinalState,
  type ImportRecord,
  readStoreKey,
} from './import-record.js';
import { Interruption } from './interruption.js';
import { ProgressReporter } from './progress-reporter.js';
import { isPassing } from './passing-failure.js';
import type { TaskFileReader } from './reader/file-reader.js';
import { firstTaskId } from './reader/first-task-id.js';
import { ImportRefused, READ_LIMITS } from './import-run.js';
import { runImport } from './import-steps.js';
import { isMissing } from './missing-file.js';
import { TASK_FILE_READER } from './task-import.tokens.js';

/** Starts of one import, killed workers included, before it is given up. */
const MAX_STARTS = 20;

/** Runs imports: each once to its end, whatever happens to the worker on the way. */
@Injectable()
export class TaskImportHandler {
  readonly #running = new Set<Interruption>();
  readonly #reads: PreparedReads;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
    @Inject(TASK_FILE_READER) private readonly readFile: TaskFileReader,
  ) {
    this.#reads = new PreparedReads(pool);
  }

  /**
   * Runs the import, or does nothing when it has ended.
   * @param start how many times the queue has handed out this import, this time included
   * @throws when the run was interrupted and should be started again
   */
  async run(importId: string, start: number): Promise<void> {
    const db = await openImportConnection(this.config.databaseUrl);
    try {
      await lockImport(db, importId);
      const record = await claimImport(this.pool, importId);
      if (record !== undefined) await this.#runClaimed(db, record, start);
    } finally {
      await db.end();
    }
    await this.#removeUpload(importId);
  }

  /** Stops the runs under way; they start again from the beginning with the next worker. */
  interrupt(): void {
    for (const interruption of this.#running) interruption.raise('shutdown');
  }

  async #runClaimed(db: Client, record: ImportRecord, start: number): Promise<void> {
    const log = this.logger.child({ import_id: record.id });
    const interruption = new Interruption(this.pool, await backendOf(db), log);
    const reporter = new ProgressReporter(
      this.pool,
      record.id,
      () => interruption.raise('cancelled'),
      log,
    );
    const notes = new ImportIssues();
    this.#running.add(interruption);
    try {
      if (record.cancelRequested) interruption.raise('cancelled');
      await this.#refuseHopeless(record, start);
      const scope = await readUploadScope(this.#reads, record.uploadedBy);
      const counts = await runImport(db, {
        record,
        scope,
        readFile: this.readFile,
        firstTaskId: await firstTaskId(await this.store.read(record.storeKey), READ_LIMITS),
        reporter,
        signal: interruption.signal,
        notes,
      });
      log.info(counts, 'import completed');
    } catch (error) {
      interruption.over();
      await reporter.stop();
      const end = this.#endOf(error, interruption, log);
      const { bytesDone, rowsTotal, rowsDone } = reporter.progress;
      const { errors, warnings } = notes;
      const result = { counts: null, bytesDone, rowsTotal, rowsDone, errors, warnings };
      await inTransaction(db, () =>
        endImport(db, record.id, end, { ...result, notes: notes.inFileOrder() }),
      );
      log.info(end, 'import ended');
    } finally {
      interruption.over();
      await reporter.stop();
      this.#running.delete(interruption);
    }
  }

  /** Things that no run of this import can get past. */
  async #refuseHopeless(record: ImportRecord, start: number): Promise<void> {
    if (start > MAX_STARTS) throw new ImportRefused('The import was interrupted too many times');
    try {
      await this.store.size(record.storeKey);
    } catch (error) {
      throw isMissing(error)
        ? new ImportRefused('The uploaded file is no longer in the upload store')
        : error;
    }
  }

  /** How a failed run ends the import; rethrows what another start may get past. */
  #endOf(error: unknown, interruption: Interruption, log: Logger): FinalState {
    if (interruption.reason === 'cancelled') return { state: 'cancelled' };
    if (interruption.reason === 'shutdown' || isPassing(error)) throw error;
    const failed = (code: ProblemCode, detail: string): FinalState => ({
      state: 'failed',
      code,
      detail,
    });
    if (error instanceof ImportRefused) return failed('import-failed', error.message);
    log.error({ err: error }, 'import failed unexpectedly');
    return failed('internal', 'Something went wrong in the portal; nothing was imported');
  }

  /** The file of an ended import has served its purpose. */
  async #removeUpload(importId: string): Promise<void> {
    const key = await readStoreKey(this.pool, importId);
    if (key !== undefined) await this.store.remove(key);
  }
}

async function inTransaction(db: Client, work: () => Promise<void>): Promise<void> {
  await db.query('BEGIN');
  await work();
  await db.query('COMMIT');
}
