import type { Logger } from 'pino';

/** Why custom SQL cannot run. */
export interface Unavailable {
  /** For users. */
  readonly detail: string;
  /** For the log. */
  readonly reason: unknown;
}

export interface SandboxReport {
  /** Undefined if custom SQL can run. */
  readonly unavailable?: Unavailable;
  /** Protections that are missing, each as a phrase. */
  readonly open: readonly string[];
}

const AGAIN_MS = 5_000;

/** Whether custom SQL can run on this server. While it cannot, it is prepared again and again. */
export class Availability {
  private latest: SandboxReport | undefined;
  private preparing: Promise<SandboxReport> | undefined;
  private next: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    private readonly prepare: () => Promise<SandboxReport>,
    private readonly logger: Logger,
  ) {}

  /** The latest report; the first caller starts the preparation, and it is awaited. */
  async report(): Promise<SandboxReport> {
    return this.latest ?? this.look();
  }

  /** False also before the first preparation. */
  get isAvailable(): boolean {
    return this.latest !== undefined && this.latest.unavailable === undefined;
  }

  /** Custom SQL was available and no longer is. */
  lost(unavailable: Unavailable): void {
    if (this.isAvailable) this.settle({ unavailable, open: [] });
  }

  /** Waits for a running preparation; later ones do not start. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.next);
    await this.preparing;
  }

  private look(): Promise<SandboxReport> {
    this.preparing ??= this.prepare().then((report) => {
      this.preparing = undefined;
      this.settle(report);
      return report;
    });
    return this.preparing;
  }

  private settle(report: SandboxReport): void {
    const [before, now] = [this.latest?.unavailable, report.unavailable];
    if (this.latest === undefined || before?.detail !== now?.detail) this.tell(report);
    this.latest = report;
    if (now !== undefined && !this.isClosed) {
      this.next = setTimeout(() => void this.look(), AGAIN_MS);
    }
  }

  private tell({ unavailable, open }: SandboxReport): void {
    if (unavailable !== undefined) {
      const { reason } = unavailable;
      const cause = reason instanceof Error ? { err: reason } : { reason };
      this.logger.warn(cause, `custom SQL is not available: ${unavailable.detail}`);
    } else if (open.length > 0) {
      this.logger.warn({ open }, 'custom SQL is available, but some protections are missing');
    } else this.logger.info('custom SQL is available');
  }
}
