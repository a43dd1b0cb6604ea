import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Why a run stops before its end. */
export type StopReason = 'cancelled' | 'shutdown';

const REPEAT_MS = 250;

/**
 * Stops a run from outside: raises its signal, and cancels whatever statement its connection is
 * executing, again and again until the run is over, because the first attempt may fall between two
 * statements.
 */
export class Interruption {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #reason: StopReason | undefined;

  constructor(
    private readonly pool: Pool,
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

  /** To be called as soon as the connection is not the run's any more. */
  over(): void {
    clearInterval(this.#timer);
  }

  #cancelStatement(): void {
    this.pool
      .query('SELECT pg_cancel_backend($1)', [this.backend])
      .catch((error: unknown) => this.logger.warn({ err: error }, 'statement was not cancelled'));
  }
}
