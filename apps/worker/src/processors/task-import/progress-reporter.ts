import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type ImportProgress, writeProgress } from './import-record.js';

const INTERVAL_MS = 250;

/**
 * Writes an import's progress a few times a second, on connections of its own, and learns on the
 * way whether somebody asked to cancel it.
 */
export class ProgressReporter {
  #progress: ImportProgress = {
    phase: 'reading',
    bytesDone: 0,
    rowsTotal: null,
    rowsDone: 0,
    errors: 0,
    warnings: 0,
  };
  #writing: Promise<void> | undefined;
  #stopped = false;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly pool: Pool,
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
   * Writes the latest progress, which is what shows during the commit. After that nothing is
   * written any more, so that the end of the import stays the last word.
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
      if (await writeProgress(this.pool, this.importId, this.#progress)) this.onCancel();
    } catch (error) {
      this.logger.warn({ err: error, import_id: this.importId }, 'progress was not written');
    }
  }
}
