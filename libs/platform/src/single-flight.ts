interface Reading<T> {
  readonly current: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Shares reads of one key and never returns stale data: each caller gets a read that starts after
 * the call. Callers during a running read share the next one.
 */
export class SingleFlight<T> {
  private readonly readings = new Map<string, Reading<T>>();

  get(key: string, read: () => Promise<T>): Promise<T> {
    const reading = this.readings.get(key);
    if (!reading) return this.start(key, read);
    reading.next ??= reading.current.then(
      () => this.start(key, read),
      () => this.start(key, read),
    );
    return reading.next;
  }

  private start(key: string, read: () => Promise<T>): Promise<T> {
    const reading: Reading<T> = { current: read(), next: null };
    this.readings.set(key, reading);
    const forget = (): void => {
      if (reading.next === null) this.readings.delete(key);
    };
    reading.current.then(forget, forget);
    return reading.current;
  }
}
