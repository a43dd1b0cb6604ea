interface Reading<T> {
  readonly current: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Shares reads of one key without serving anything old: each caller gets a read that began after
 * the call, together with everyone who asked while the one before was under way.
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
