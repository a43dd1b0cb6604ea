/** Runs work immediately and then at an interval, one run after the other. */
export class Repetition {
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;

  /** @param onError called with the error of a run; the next run starts as usual */
  constructor(
    intervalMs: number,
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.#run(), intervalMs);
    this.#run();
  }

  /** Starts no more runs and resolves when the current one has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.work()
      .catch(this.onError)
      .finally(() => (this.#running = undefined));
  }
}
