import type { Logger } from 'pino';

/** An outage ends with a success that no failure follows for so long: others may still fail. */
const QUIET_MS = 1_000;

interface Outage {
  readonly began: number;
  failedAt: number;
  /** Whether a success was reported a moment ago. */
  isEnding: boolean;
}

/**
 * Logs one line when something that the portal needs begins to fail, and one when it works again,
 * however many calls fail meanwhile. Both name it, such as 'the database'.
 */
export class OutageLog {
  private readonly outages = new Map<string, Outage>();

  constructor(private readonly logger: Logger) {}

  failed(what: string, error: unknown): void {
    const now = performance.now();
    const outage = this.outages.get(what);
    if (outage) outage.failedAt = now;
    else {
      this.outages.set(what, { began: now, failedAt: now, isEnding: false });
      this.logger.warn({ err: error, store: what }, `${what} fails`);
    }
  }

  works(what: string): void {
    const outage = this.outages.get(what);
    if (!outage || outage.isEnding) return;
    outage.isEnding = true;
    const { failedAt } = outage;
    setTimeout(() => {
      outage.isEnding = false;
      if (outage.failedAt === failedAt) this.end(what, outage);
    }, QUIET_MS).unref();
  }

  private end(what: string, { began }: Outage): void {
    this.outages.delete(what);
    const seconds = Math.round((performance.now() - began) / 1000);
    this.logger.info({ store: what, seconds }, `${what} works again`);
  }
}
