import type { Logger } from 'pino';

/** Why a run is interrupted. */
export type StopReason = 'cancelled' | 'shutdown';

const REPEAT_MS = 250;

/**
 * Interrupts a run: aborts its signal and cancels the current statement of its connection. The
 * cancellation repeats until `over`, because it has no effect between two statements.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #cancelling: Promise<void> = Promise.resolve();
  #reason: StopReason | undefined;

  constructor(
    private readonly pool: { query(text: string, values: unknown[]): Promise<unknown> },
    private readonly backend: number,
    private readonly logger: Logger,
  ) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  raise(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller.abort();
    this.#cancelStatement();
    this.#timer = setInterval(() => this.#cancelStatement(), REPEAT_MS);
  }

  /**
   * Call this as soon as the run no longer uses the connection. Afterwards no cancellation is under
   * way that could meet the next statement: PostgreSQL has sent its signal, and forgets one that
   * finds no statement.
   */
  async over(): Promise<void> {
    clearInterval(this.#timer);
    await this.#cancelling;
  }

  #cancelStatement(): void {
    const cancelling = this.pool.query('SELECT pg_cancel_backend($1)', [this.backend]).then(
      () => undefined,
      (error: unknown) => this.logger.warn({ err: error }, 'statement was not cancelled'),
    );
    this.#cancelling = Promise.all([this.#cancelling, cancelling]).then(() => undefined);
  }
}
