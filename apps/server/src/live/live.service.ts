import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { RECORDS, type Records } from '@portal/contracts/live';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../platform.tokens.js';
import { ChangeFeed, type ChangeListener } from '../change-feed/change-feed.js';
import { LiveSessions } from './live-sessions.js';
import { MidnightClock } from './midnight-clock.js';
import { StatePublisher } from './state-publisher.js';

/** The events of the change feed for features outside of this folder. */
export type FeedListener = Partial<
  Pick<ChangeListener, 'importChanged' | 'runCancelled' | 'changesMissed'>
>;

/** Passes database changes and day changes on to the rooms. */
@Injectable()
export class LiveService implements ChangeListener, OnApplicationBootstrap, OnModuleDestroy {
  private readonly feed: ChangeFeed;
  /** The week, the elapsed weekdays and today's reviews change at midnight, without a commit. */
  private readonly midnight: MidnightClock;
  private readonly listeners = new Set<FeedListener>();

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

  /** Adds a listener. @returns the function that removes it */
  listen(listener: FeedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  projectChanged(projectId: number): void {
    this.publisher.projectChanged(projectId);
    if (projectId === ALL_PROJECTS_ID) this.publisher.syncTimeChanged();
  }

  importChanged(importId: string, hasEnded: boolean): void {
    this.publisher.importChanged(importId);
    for (const listener of this.listeners) listener.importChanged?.(importId, hasEnded);
  }

  recordsChanged(records: Records): void {
    this.publisher.recordsChanged(records);
  }

  accessChanged(userId: number): void {
    void this.sessions.accessChanged(userId);
  }

  runCancelled(name: string): void {
    for (const listener of this.listeners) listener.runCancelled?.(name);
  }

  changesMissed(): void {
    this.publisher.allChanged();
    this.publisher.importsChanged();
    for (const records of RECORDS) this.publisher.recordsChanged(records);
    void this.sessions.recheckAll();
    for (const listener of this.listeners) listener.changesMissed?.();
  }
}
