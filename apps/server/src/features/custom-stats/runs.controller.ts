import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import {
  type BulkExecution,
  bulkExecutionSchema,
  bulkResultSchema,
  customStatResultSchema,
  exportedRowsSchema,
  type ExportQuery,
  exportQuerySchema,
  type Preview,
  previewQuerySchema,
  previewSchema,
  type RunQuery,
  runIdSchema,
  runQuerySchema,
  type RunQueueState,
  runQueueSchema,
} from '@portal/contracts/custom-stats';
import type { Stamp } from '@portal/contracts/stamp';
import type { Caller } from '@portal/domain/caller';
import { MANAGES_STATS } from '@portal/domain/custom-stats';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors } from '../../http/routes/api-operation.js';
import { ProjectId, StatId } from '../../http/routes/params.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ProjectStamp } from '../../identity/project-stamp.js';
import { IdempotencyKey } from '../../http/idempotency/key-rule.js';
import { RequestSignal } from '../../http/request-signal.js';
import { Reply } from '../../http/output/reply.js';
import { Cancellations } from './cancellations.js';
import { CustomStatsService } from './custom-stats.service.js';
import { ExportService } from './export.service.js';
import { LargeResponses } from './large-responses.js';
import { QUERY_PROBLEMS } from './query-problems.js';
import { RunsService } from './runs.service.js';

const IgnoresKey = () =>
  IdempotencyKey({ ignored: 'a run changes nothing, and its answer shows the data of now' });

/** Runs of custom statistics; a run is cancelled when its client disconnects. */
@Controller('projects/:projectId/custom-stats')
export class RunsController {
  constructor(
    private readonly stats: CustomStatsService,
    private readonly runs: RunsService,
    private readonly exports: ExportService,
    private readonly cancellations: Cancellations,
    private readonly responses: LargeResponses,
  ) {}

  @Post(':statId/execute')
  @HttpCode(200)
  @Allow.membersOf('projectId')
  @IgnoresKey()
  @ApiResponse('The current result of the statistic', customStatResultSchema)
  @ApiErrors('conflict', ...QUERY_PROBLEMS)
  async execute(
    @ProjectId() projectId: number,
    @StatId() statId: number,
    @Query({ schema: runQuerySchema }) limits: RunQuery,
    @CurrentCaller() caller: Caller,
    @ProjectStamp() stamp: Stamp,
    @RequestSignal() gone: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<StreamableFile> {
    const stat = await this.stats.get(projectId, statId, caller);
    return this.answer({ limits, caller, gone, reply }, async (signal) => {
      const result = await this.runs.execute(stat, limits, stamp, caller.userId, signal);
      // It may have been hidden while the run waited.
      await this.stats.get(projectId, statId, caller);
      return [result];
    });
  }

  @Post('bulk-execute')
  @HttpCode(200)
  @Allow.membersOf('projectId')
  @IgnoresKey()
  @ApiResponse('The current result of each statistic, or its error', bulkResultSchema)
  @ApiErrors('conflict', 'query-cancelled', 'too-many-requests')
  async executeAll(
    @ProjectId() projectId: number,
    @Body({ schema: bulkExecutionSchema }) { stat_ids }: BulkExecution,
    @Query({ schema: runQuerySchema }) limits: RunQuery,
    @CurrentCaller() caller: Caller,
    @ProjectStamp() stamp: Stamp,
    @RequestSignal() gone: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<StreamableFile> {
    const visible = () => this.stats.visibleByIds(projectId, stat_ids, caller);
    return this.answer({ limits, caller, gone, reply }, (signal) =>
      this.runs.executeAll(stat_ids, visible, limits, stamp, caller.userId, signal),
    );
  }

  @Post('preview')
  @HttpCode(200)
  @(Allow.withOneOf(...MANAGES_STATS).inProject('projectId'))
  @IgnoresKey()
  @ApiResponse('The result of the query; nothing is stored', customStatResultSchema)
  @ApiErrors('conflict', ...QUERY_PROBLEMS)
  preview(
    @ProjectId() projectId: number,
    @Body({ schema: previewSchema }) preview: Preview,
    @Query({ schema: previewQuerySchema }) limits: RunQuery,
    @CurrentCaller() caller: Caller,
    @ProjectStamp() stamp: Stamp,
    @RequestSignal() gone: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.answer({ limits, caller, gone, reply }, async (signal) => [
      await this.runs.preview(projectId, preview, limits, stamp, caller.userId, signal),
    ]);
  }

  @Post('runs/:runId/cancel')
  @HttpCode(202)
  @Allow.membersOf('projectId')
  @ApiResponse('The caller’s run with this id is cancelled, if it is still running', null)
  cancel(
    @ProjectId() _projectId: number,
    @Param('runId', { schema: runIdSchema }) runId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.cancellations.cancel(caller.userId, runId);
  }

  @Get('queue')
  @Allow.membersOf('projectId')
  @ApiResponse(
    'The running and waiting runs on this server, of the statistics that the caller sees',
    runQueueSchema,
  )
  async queue(
    @ProjectId() projectId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<RunQueueState> {
    return this.runs.queueOf(projectId, await this.stats.list(projectId, false, caller));
  }

  @Get(':statId/export')
  @Allow.membersOf('projectId')
  @ApiResponse('Every row of the result, as a file', 'text/csv')
  @ApiResponse('The same as JSON', exportedRowsSchema)
  @ApiErrors(...QUERY_PROBLEMS)
  async export(
    @ProjectId() projectId: number,
    @StatId() statId: number,
    @Query({ schema: exportQuerySchema }) query: ExportQuery,
    @CurrentCaller() caller: Caller,
    @RequestSignal() gone: AbortSignal,
  ): Promise<StreamableFile> {
    const stat = await this.stats.get(projectId, statId, caller);
    const file = await this.exports.export(stat, query, caller.userId, gone);
    try {
      await this.stats.get(projectId, statId, caller);
    } catch (error) {
      file.getStream().destroy();
      throw error;
    }
    return file;
  }

  /** Sends the result of the work; the client can cancel it by disconnecting or by its id. */
  private async answer(
    { limits, caller, gone, reply }: RunRequest,
    work: (signal: AbortSignal) => Promise<readonly Buffer[]>,
  ): Promise<StreamableFile> {
    const pieces = await this.cancellations.during(caller.userId, limits.run_id, gone, work);
    return this.responses.send(pieces, reply.raw);
  }
}

/** The caller and the parameters of a run. */
interface RunRequest {
  readonly limits: RunQuery;
  readonly caller: Caller;
  readonly gone: AbortSignal;
  readonly reply: FastifyReply;
}
