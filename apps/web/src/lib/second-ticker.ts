const SECOND_MS = 1_000;

/**
 * The current second for any number of clocks, with one timer. The timer runs at the start of each
 * second while there are listeners and the tab is visible.
 */
class SecondTicker {
  readonly #listeners = new Set<() => void>();
  #now = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls the listener each second until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      document.addEventListener('visibilitychange', this.#restart);
      this.#restart();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.#restart);
      clearTimeout(this.#timer);
    };
  };

  /** The time of the last tick in epoch milliseconds. */
  readonly now = (): number => this.#now;

  readonly #restart = (): void => {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    this.#tick();
  };

  readonly #tick = (): void => {
    this.#now = Date.now();
    for (const listener of this.#listeners) listener();
    this.#timer = setTimeout(this.#tick, SECOND_MS - (this.#now % SECOND_MS));
  };
}

export const secondTicker = new SecondTicker();
