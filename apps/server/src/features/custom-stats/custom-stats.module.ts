import { Module } from '@nestjs/common';
import { FeedModule } from '../../live/feed/feed.module.js';
import { Cancellations } from './cancellations.js';
import { CustomStatsController } from './custom-stats.controller.js';
import { CustomStatsService } from './custom-stats.service.js';
import { ExportService } from './export.service.js';
import { LargeResponses } from './large-responses.js';
import { Queries } from './queries.js';
import { GuardQueue } from './guard-queue.js';
import { ReportingSchemaController } from './reporting-schema.controller.js';
import { ReportingSchemaService } from './reporting-schema.service.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';

@Module({
  imports: [FeedModule],
  controllers: [CustomStatsController, RunsController, ReportingSchemaController],
  providers: [
    CustomStatsService,
    RunsService,
    ExportService,
    Cancellations,
    LargeResponses,
    Queries,
    GuardQueue,
    ReportingSchemaService,
  ],
})
export class CustomStatsModule {}
