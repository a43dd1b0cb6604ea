import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
import { readStamps } from '@portal/persistence/dashboards/live-state';
import type { Config } from '@portal/platform/config';
import { OutageLog } from '@portal/platform/outage-log';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { z } from 'zod';
import { FeedConnection } from './feed-connection.js';
import { RevisionLog } from './revision-log.js';

/**
 * The events of the feed, in the order of their commits. Each is a hint to read again and carries no
 * value to trust.
 */
export interface ChangeListener {
  /** A project changed; 0 for data outside of projects: the time of the last import. */
  projectChanged?(projectId: number): void;
  importChanged?(importId: string, hasEnded: boolean): void;
  /** Rows of a table that lists show may have changed. */
  tableChanged?(table: ListedTable): void;
  /** The permissions or sessions of a user changed. */
  accessChanged?(): void;
  /** A user was told of something, or has read it. */
  notificationsChanged?(userId: number): void;
  /** A user has cancelled a run of custom SQL. */
  runCancelled?(name: string): void;
  /** Notifications may have been lost, or an epoch has begun: anything may have changed. */
  changesMissed?(): void;
}

const CHANNELS = {
  portal_revision: z.object({ project_id: z.number().int(), revision: z.number().int() }),
  portal_import: z.object({ import_id: z.uuid(), has_ended: z.boolean() }),
  portal_records: z.enum(LISTED_TABLES),
  portal_access: z.unknown(),
  portal_notifications: z.coerce.number().int(),
  portal_run_cancelled: z.string(),
} as const;

/** The name of the feed in the log. */
const FEED = 'the change feed';

const POLL_MS = 3_000;
const POLL_TIMEOUT_MS = 5_000;
const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;

/**
 * Tells its listeners what is committed in the database. It has its own connection for notifications.
 * Every few seconds it also polls the revisions, to find lost notifications, broken connections and a
 * new epoch.
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Set<ChangeListener>();
  private readonly revisions = new RevisionLog();
  private connection: FeedConnection | null = null;
  private timer: NodeJS.Timeout | null = null;
  private failures = 0;
  private isStopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly outages: OutageLog,
  ) {}

  /** Adds a listener. @returns the function that removes it */
  listen(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether the database tells this server of its commits now. */
  get isUp(): boolean {
    return this.connection !== null;
  }

  /** Resolves when the feed listens. @throws if the first connection fails */
  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    const { connection } = this;
    this.connection = null;
    await connection?.close();
  }

  private async connect(): Promise<void> {
    const connection = await FeedConnection.open(this.config.databaseUrl, {
      channels: Object.keys(CHANNELS),
      queryTimeoutMs: POLL_TIMEOUT_MS,
      onNotification: (channel, payload) => this.receive(channel, payload),
      onLost: (error) => this.reconnect(error),
    });
    if (this.isStopped) return connection.close();
    this.connection = connection;
    this.failures = 0;
    this.outages.works(FEED);
    await this.poll({ isFirst: true });
  }

  /** @param isFirst whether it is the first of its connection, before which anything may have changed */
  private async poll({ isFirst = false } = {}): Promise<void> {
    const { connection } = this;
    if (!connection) return;
    try {
      const changed = this.revisions.takeAll(await readStamps(connection));
      if (isFirst || changed === null) this.tell((listener) => listener.changesMissed?.());
      else for (const id of changed) this.tell((listener) => listener.projectChanged?.(id));
      if (this.connection === connection) this.schedule(() => this.poll(), POLL_MS);
    } catch (error) {
      connection.abandon(error);
    }
  }

  private reconnect(error: unknown): void {
    this.connection = null;
    if (this.isStopped) return;
    const pause = Math.min(RECONNECT_MIN_MS * 2 ** this.failures++, RECONNECT_MAX_MS);
    this.outages.failed(FEED, error);
    this.schedule(async () => {
      try {
        await this.connect();
      } catch (reason) {
        if (this.connection === null) this.reconnect(reason);
      }
    }, pause);
  }

  private schedule(work: () => Promise<void>, afterMs: number): void {
    if (this.timer) clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(() => void work(), afterMs);
  }

  private tell(event: (listener: ChangeListener) => void): void {
    for (const listener of this.listeners) event(listener);
  }

  private receive(channel: string, payload: string): void {
    try {
      this.dispatch(channel, payload);
    } catch (error) {
      this.logger.error({ err: error, channel }, 'a notification could not be read');
    }
  }

  private dispatch(channel: string, payload: string): void {
    switch (channel) {
      case 'portal_revision': {
        const { project_id, revision } = CHANNELS.portal_revision.parse(JSON.parse(payload));
        this.revisions.take(project_id, revision);
        this.tell((listener) => listener.projectChanged?.(project_id));
        break;
      }
      case 'portal_import': {
        const { import_id, has_ended } = CHANNELS.portal_import.parse(JSON.parse(payload));
        this.tell((listener) => listener.importChanged?.(import_id, has_ended));
        break;
      }
      case 'portal_records': {
        const table = CHANNELS.portal_records.parse(payload);
        this.tell((listener) => listener.tableChanged?.(table));
        break;
      }
      case 'portal_access':
        this.tell((listener) => listener.accessChanged?.());
        break;
      case 'portal_notifications': {
        const userId = CHANNELS.portal_notifications.parse(payload);
        this.tell((listener) => listener.notificationsChanged?.(userId));
        break;
      }
      case 'portal_run_cancelled': {
        const name = CHANNELS.portal_run_cancelled.parse(payload);
        this.tell((listener) => listener.runCancelled?.(name));
      }
    }
  }
}
