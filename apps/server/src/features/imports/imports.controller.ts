import { Readable } from 'node:stream';
import { Controller, Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { type CsvQuery, csvQuerySchema } from '@portal/contracts/csv';
import {
  type ImportDetail,
  type ImportDetailQuery,
  importDetailQuerySchema,
  importDetailSchema,
  type ImportList,
  type ImportListQuery,
  importListQuerySchema,
  importListSchema,
  type ImportSummary,
  importSummarySchema,
  type RunAgainQuery,
  runAgainQuerySchema,
} from '@portal/contracts/imports';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../identity/access.js';
import { ApiResponse, ApiErrors } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ImportsService } from './imports.service.js';
import { Reply } from '../../http/output/reply.js';

const ImportId = () => Param('importId', { schema: z.uuid() });

@Controller('tasks/imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Get()
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('Imports; by default the newest first', importListSchema)
  list(
    @Query({ schema: importListQuerySchema }) query: ImportListQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<ImportList> {
    return this.imports.list(caller, query);
  }

  @Get(':importId')
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('One import with its first errors', importDetailSchema)
  detail(
    @ImportId() importId: string,
    @Query({ schema: importDetailQuerySchema }) query: ImportDetailQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<ImportDetail> {
    return this.imports.detail(caller, importId, query);
  }

  @Get(':importId/errors.csv')
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('All errors and warnings of the import', 'text/csv')
  async errors(
    @ImportId() importId: string,
    @Query({ schema: csvQuerySchema }) { dialect }: CsvQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<StreamableFile> {
    const lines = await this.imports.errorsCsv(caller, importId, dialect);
    return new StreamableFile(Readable.from(lines, { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="import-${importId}-errors.csv"`,
    });
  }

  @Post(':importId/cancel')
  @HttpCode(202)
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('The import; a running one stops within moments', importSummarySchema)
  @ApiErrors('import-not-cancellable')
  cancel(
    @ImportId() importId: string,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ImportSummary> {
    return this.imports.cancel(caller, importId, actor);
  }

  @Post(':importId/run-again')
  @HttpCode(202)
  @(Allow.with('data-upload').anywhere())
  @ApiResponse(
    'A new import of the same file, with the options of the query',
    importSummarySchema,
    {
      status: 202,
      headers: { location: 'URL of the new import' },
    },
  )
  @ApiErrors('import-not-repeatable', 'too-many-imports')
  async runAgain(
    @ImportId() importId: string,
    @Query({ schema: runAgainQuerySchema }) query: RunAgainQuery,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<ImportSummary> {
    const summary = await this.imports.runAgain(caller, importId, query, actor);
    void reply.header('location', `/api/v1/tasks/imports/${summary.import_id}`);
    return summary;
  }
}
