import { Module } from '@nestjs/common';
import { AccessReader } from './access-reader.js';
import { AccessWatch } from './access-watch.js';
import { Admission } from './admission.js';
import { LiveGateway } from './live.gateway.js';
import { LiveService } from './live.service.js';
import { LiveSessions } from './live-sessions.js';
import { RoomAccess } from './room-access.js';
import { RoomStates } from './room-states.js';
import { StatePublisher } from './state-publisher.js';
import { Subscriptions } from './subscriptions.js';

/** One connection per tab; rooms push their states to it. */
@Module({
  providers: [
    AccessReader,
    AccessWatch,
    Admission,
    LiveGateway,
    LiveService,
    LiveSessions,
    RoomAccess,
    RoomStates,
    StatePublisher,
    Subscriptions,
  ],
  exports: [LiveGateway, LiveService],
})
export class LiveModule {}
