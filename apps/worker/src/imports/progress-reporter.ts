import { isDatabaseAway } from '@portal/persistence/database-errors';
import type { ImportProgress } from '@portal/persistence/imports/import-models';
import type { ImportRuns } from '@portal/persistence/imports/import-runs';
import type { Logger } from 'pino';

const INTERVAL_MS = 250;

/**
 * Writes an import's progress a few times a second, outside of the import's transaction. Calls
 * `onCancel` if the cancellation of the import was requested.
 */
export class ProgressReporter {
  #progress: ImportProgress = {
    phase: 'reading',
    bytesDone: 0,
    rowsTotal: null,
    rowsDone: 0,
    errors: 0,
    warnings: 0,
    waitsToMerge: false,
    projects: [],
  };
  #writing: Promise<void> | undefined;
  #stopped = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly runs: ImportRuns,
    private readonly importId: string,
    private readonly onCancel: () => void,
    private readonly logger: Logger,
  ) {
    this.#timer = setInterval(() => {
      this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    }, INTERVAL_MS);
  }

  get progress(): ImportProgress {
    return this.#progress;
  }

  report(change: Partial<ImportProgress>): void {
    this.#progress = { ...this.#progress, ...change };
  }

  /**
   * Writes the latest progress, which is visible during the commit. Later reports are not written, so
   * that they cannot overwrite the end of the import.
   */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#writing;
    await this.#write();
  }

  async #write(): Promise<void> {
    try {
      const cancelRequested = await this.runs.writeProgress(this.importId, this.#progress);
      if (cancelRequested) this.onCancel();
    } catch (error) {
      if (isDatabaseAway(error)) return;
      this.logger.warn({ err: error, import_id: this.importId }, 'progress was not written');
    }
  }
}
