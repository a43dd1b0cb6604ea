import { Module } from '@nestjs/common';
import { FeedModule } from '../../live/feed/feed.module.js';
import { AlertEvaluator } from './alerts/alert-evaluator.js';
import { AlertReader } from './alerts/alert-reader.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { AlertsService } from './alerts/alerts.service.js';
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
import { StatParameters } from './stat-parameters.js';

@Module({
  imports: [FeedModule],
  controllers: [CustomStatsController, RunsController, ReportingSchemaController, AlertsController],
  providers: [
    CustomStatsService,
    RunsService,
    ExportService,
    Cancellations,
    LargeResponses,
    Queries,
    GuardQueue,
    StatParameters,
    ReportingSchemaService,
    AlertsService,
    AlertReader,
    AlertEvaluator,
  ],
})
export class CustomStatsModule {}
