/** A client is asked for a new token this long before expiry. */
const WARNING_MS = 60_000;
/** The maximum delay of a timer in Node. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

interface ExpiryListener {
  /** The token expires soon. */
  warn(): void;
  /** The token has expired. */
  expire(): void;
}

/** Watches the expiry of a connection's token. */
export class ExpiryClock {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly listener: ExpiryListener) {}

  /** Starts over for a token that expires at `expiresAt`; null for one without expiry. */
  set(expiresAt: Date | null): void {
    this.stop();
    if (expiresAt === null) return;
    const end = expiresAt.getTime();
    this.wait(end - WARNING_MS, () => {
      this.listener.warn();
      this.wait(end, () => this.listener.expire());
    });
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private wait(until: number, then: () => void): void {
    const left = Math.max(until - Date.now(), 0);
    this.timer = setTimeout(
      () => (left > LONGEST_WAIT_MS ? this.wait(until, then) : then()),
      Math.min(left, LONGEST_WAIT_MS),
    );
  }
}
