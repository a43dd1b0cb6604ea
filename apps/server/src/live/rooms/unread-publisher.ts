import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { countUnread } from '@portal/persistence/telling/notifications';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { Reads } from '../../db/pools.js';
import { ChangeFeed, type ChangeListener } from '../feed/change-feed.js';
import type { LiveServer, LiveSocket } from '../live-server.js';
import { KeyedThrottle, STATE_PAUSE_MS } from './keyed-throttle.js';
import { userRoom } from './room.js';

/** Pushes to each connected user how many of their notifications are unread. */
@Injectable()
export class UnreadPublisher implements ChangeListener, OnModuleDestroy {
  private readonly throttle: KeyedThrottle;
  private server: LiveServer | null = null;

  constructor(
    private readonly reads: Reads,
    feed: ChangeFeed,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.throttle = new KeyedThrottle(STATE_PAUSE_MS, (error, key) => {
      if (!isDatabaseAway(error)) logger.error({ err: error, key }, 'unread could not be counted');
    });
    feed.listen(this);
  }

  serve(server: LiveServer): void {
    this.server = server;
  }

  onModuleDestroy(): void {
    this.throttle.stop();
  }

  connected(socket: LiveSocket): void {
    this.notificationsChanged(socket.data.session.caller.userId);
  }

  notificationsChanged(userId: number): void {
    const room = userRoom(userId);
    if (!this.server?.of('/').adapter.rooms.has(room)) return;
    this.throttle.request(room, async () => {
      const unread = await countUnread(this.reads.prepared, userId);
      this.server?.to(room).emit('notifications-changed', { unread });
    });
  }

  changesMissed(): void {
    for (const socket of this.server?.of('/').sockets.values() ?? []) this.connected(socket);
  }
}
