import { Module } from '@nestjs/common';
import { FeedModule } from './feed/feed.module.js';
import { CurrentAccess } from './rooms/current-access.js';
import { RoomAccess } from './rooms/room-access.js';
import { RoomStates } from './rooms/room-states.js';
import { StatePublisher } from './rooms/state-publisher.js';
import { Subscriptions } from './rooms/subscriptions.js';
import { UnreadPublisher } from './rooms/unread-publisher.js';
import { ConnectionAdmission } from './sockets/connection-admission.js';
import { Connections } from './sockets/connections.js';
import { LiveGateway } from './sockets/live.gateway.js';

/** One connection per tab; rooms push their states to it. */
@Module({
  imports: [FeedModule],
  providers: [
    ConnectionAdmission,
    Connections,
    CurrentAccess,
    LiveGateway,
    RoomAccess,
    RoomStates,
    StatePublisher,
    Subscriptions,
    UnreadPublisher,
  ],
  exports: [FeedModule, StatePublisher],
})
export class LiveModule {}
