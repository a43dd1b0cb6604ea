/** The same error is not reported again for so long. */
const SAME_ERROR_MS = 60_000;

/** Runs work immediately and then at an interval, one run after the other. */
export class Repetition {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;
  #reported = { message: '', at: Number.NEGATIVE_INFINITY };

  /**
   * @param onError called with the error of a run, with the same error at most once a minute; the next run starts as
   *   usual
   */
  constructor(
    intervalMs: number,
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.#run(), intervalMs);
    this.#run();
  }

  /** Runs at once, or again after the current run, which may have begun too early. */
  wake(): void {
    this.#isWanted = this.#running !== undefined;
    this.#run();
  }

  /** Starts no more runs and resolves when the current one has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.work()
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#running = undefined;
        const isWanted = this.#isWanted && !this.#isStopped;
        this.#isWanted = false;
        if (isWanted) this.#run();
      });
  }

  #report(error: unknown): void {
    const message = String(error);
    const at = performance.now();
    if (message === this.#reported.message && at < this.#reported.at + SAME_ERROR_MS) return;
    this.#reported = { message, at };
    this.onError(error);
  }
}
