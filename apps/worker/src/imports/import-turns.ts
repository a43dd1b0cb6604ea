import { Injectable } from '@nestjs/common';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { TaskImportHandler } from './task-import.handler.js';

/** Large files are read concurrently by one worker; merges run one after the other. */
export const MAX_LARGE = 2;

/**
 * Decides which import runs next. A job of the queue only says that an import waits: the database
 * has the order, because it changes with each import that is added or ends.
 */
@Injectable()
export class ImportTurns {
  #large = 0;
  #isStopping = false;

  constructor(
    private readonly imports: ImportQueries,
    private readonly handler: TaskImportHandler,
  ) {}

  /**
   * Runs waiting imports one after the other until none is left for this worker. One that fails does
   * not stop the others.
   * @throws {Error} the first failure, so that the queue starts another attempt
   */
  async run(): Promise<void> {
    const failures = new Map<string, unknown>();
    while (await this.#runNext(failures));
    for (const failure of failures.values()) throw failure;
  }

  /** Interrupts the running imports; `run` starts no more. */
  stop(): void {
    this.#isStopping = true;
    this.handler.interrupt();
  }

  /** Returns whether an import was run, or failed. */
  async #runNext(failures: Map<string, unknown>): Promise<boolean> {
    for (const { id, isSmall } of await this.imports.inTurn()) {
      if (this.#isStopping) return false;
      if (failures.has(id) || (!isSmall && this.#large >= MAX_LARGE)) continue;
      if (!isSmall) this.#large++;
      try {
        if (await this.handler.run(id)) return true;
      } catch (error) {
        failures.set(id, error);
        return true;
      } finally {
        if (!isSmall) this.#large--;
      }
    }
    return false;
  }
}
