import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { Repetition } from '@portal/platform/repetition';
import type { Logger } from 'pino';

/** Work that a worker does when it starts and then at an interval, one run after the other, until it stops. */
export abstract class RegularWork implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly intervalMs: number;
  /** What the log says of a run that failed. While the database is away, there is a line for that alone. */
  protected abstract readonly failure: string;
  #repetition: Repetition | undefined;

  constructor(protected readonly logger: Logger) {}

  onApplicationBootstrap(): void {
    this.#repetition = new Repetition(
      this.intervalMs,
      () => this.run(),
      (error) => {
        if (!isDatabaseAway(error)) this.logger.warn({ err: error }, this.failure);
      },
    );
  }

  /** Resolves when the current run has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#repetition?.stop();
  }

  protected abstract run(): Promise<void>;
}
