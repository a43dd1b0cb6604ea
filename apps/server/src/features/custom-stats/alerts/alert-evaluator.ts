import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { evaluate, waits } from '@portal/domain/alerts';
import {
  claimAlert,
  type DueAlert,
  finishAlert,
  type Finding,
  releaseAlert,
} from '@portal/persistence/alerts/evaluations';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { Repetition } from '@portal/platform/repetition';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { Sessions } from '../../../db/pools.js';
import { ChangeFeed } from '../../../live/feed/change-feed.js';
import { AlertReader } from './alert-reader.js';

/** Commits wake it at once; this finds what only time brings, and what another server has left. */
const INTERVAL_MS = 5_000;

/** Evaluates the alerts that are due, one at a time. The database knows which, and gives each to one server. */
@Injectable()
export class AlertEvaluator implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private repetition: Repetition | undefined;
  private readonly closing = new AbortController();
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly reader: AlertReader,
    private readonly feed: ChangeFeed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const repetition = new Repetition(
      INTERVAL_MS,
      () => this.evaluateDue(),
      (error) => {
        if (!isDatabaseAway(error)) this.logger.warn({ err: error }, 'alerts were not evaluated');
      },
    );
    this.repetition = repetition;
    const wake = (): void => repetition.wake();
    this.stopListening = this.feed.listen({
      projectChanged: wake,
      tableChanged: (table) => {
        if (table === 'alert' || table === 'custom_stat') wake();
      },
      changesMissed: wake,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopListening?.();
    this.closing.abort();
    await this.repetition?.stop();
  }

  /** Until none is due, or one cannot be evaluated now: people's runs come first. */
  async evaluateDue(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const alert = await claimAlert(this.sessions);
      if (!alert) return;
      const finding = await this.find(alert);
      if (finding === null) {
        await releaseAlert(this.sessions, alert);
        return;
      }
      await finishAlert(this.sessions, alert, finding);
    }
  }

  private async find(alert: DueAlert): Promise<Finding | null> {
    try {
      const read = await this.reader.read(alert, this.closing.signal);
      if (read === null) return null;
      if ('misfit' in read) return { suspended: read.misfit };
      if ('error' in read) return read;
      const outcome = evaluate(alert.rule, alert.held, read.reading, alert.is_muted);
      return { outcome, waits: waits(outcome.held) };
    } catch (error) {
      await releaseAlert(this.sessions, alert);
      throw error;
    }
  }
}
