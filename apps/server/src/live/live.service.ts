import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../platform.tokens.js';
import { ChangeFeed, type ChangeListener } from '../change-feed/change-feed.js';
import { LiveSessions } from './live-sessions.js';
import { MidnightClock } from './midnight-clock.js';
import { StatePublisher } from './state-publisher.js';

/** Passes database changes and day changes on to the rooms. */
@Injectable()
export class LiveService implements ChangeListener, OnApplicationBootstrap, OnModuleDestroy {
  private readonly feed: ChangeFeed;
  /** The week, the elapsed weekdays and today's reviews change at midnight, without a commit. */
  private readonly midnight: MidnightClock;
  private readonly cancelListeners = new Set<(name: string) => void>();

  constructor(
    private readonly publisher: StatePublisher,
    private readonly sessions: LiveSessions,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.feed = new ChangeFeed(config.databaseUrl, this, logger);
    this.midnight = new MidnightClock(config.reportingTimeZone, () => publisher.allChanged());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.feed.start();
    this.midnight.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.midnight.stop();
    await this.feed.stop();
  }

  /** Sockets and rooms of this server. */
  load(): { sockets: number; rooms: number } {
    return this.publisher.load();
  }

  /**
   * Calls the listener for cancelled runs of custom SQL, from any server; returns the function that
   * unsubscribes.
   */
  onRunCancelled(listener: (name: string) => void): () => void {
    this.cancelListeners.add(listener);
    return () => this.cancelListeners.delete(listener);
  }

  projectChanged(projectId: number): void {
    this.publisher.projectChanged(projectId);
    if (projectId === ALL_PROJECTS_ID) this.publisher.syncTimeChanged();
  }

  importChanged(importId: string): void {
    this.publisher.importChanged(importId);
  }

  accessChanged(userId: number): void {
    void this.sessions.accessChanged(userId);
  }

  runCancelled(name: string): void {
    for (const listener of this.cancelListeners) listener(name);
  }

  changesMissed(): void {
    this.publisher.allChanged();
    this.publisher.importsChanged();
    void this.sessions.recheckAll();
  }
}
