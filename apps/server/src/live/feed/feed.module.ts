import { Module } from '@nestjs/common';
import { ChangeFeed } from './change-feed.js';

/** What other parts of the server do when the database has changed. */
@Module({ providers: [ChangeFeed], exports: [ChangeFeed] })
export class FeedModule {}
