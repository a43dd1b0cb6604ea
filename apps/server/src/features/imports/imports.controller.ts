import { Readable } from 'node:stream';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  StreamableFile,
} from '@nestjs/common';
import { type CsvQuery, csvQuerySchema } from '@portal/contracts/csv';
import { type ImportDetail, importDetailSchema } from '@portal/contracts/import-detail';
import {
  type ImportConflicts,
  importConflictsSchema,
  type ImportList,
  importListSchema,
  type ImportSummary,
  importSummarySchema,
  type ImportView,
  importViewSchema,
} from '@portal/contracts/imports';
import {
  type ConfirmImport,
  confirmImportSchema,
  type ImportConflictsQuery,
  importConflictsQuerySchema,
  type ImportDetailQuery,
  importDetailQuerySchema,
  type ImportListQuery,
  importListQuerySchema,
  type MoveImport,
  moveImportSchema,
  type RunAgainQuery,
  runAgainQuerySchema,
  type UndoImportQuery,
  undoImportQuerySchema,
} from '@portal/contracts/import-requests';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiRequest, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { hasEnded } from './import-waiter.js';
import { ImportsService } from './imports.service.js';
import { PREFER_HEADER, waitSecondsOf } from './prefer.js';
import { RequestSignal } from '../../http/request-signal.js';
import { UploadService } from './upload.service.js';
import { Reply } from '../../http/output/reply.js';

const ImportId = () => Param('importId', { schema: z.uuid() });

@Controller('tasks/imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: UploadService,
  ) {}

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

  @Get(':importId/conflicts')
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('The rows that contradict the portal, by task', importConflictsSchema)
  conflicts(
    @ImportId() importId: string,
    @Query({ schema: importConflictsQuerySchema }) query: ImportConflictsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<ImportConflicts> {
    return this.imports.conflicts(caller, importId, query);
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

  /** 200 with the undo if it ends in time, otherwise 202 with its URL. It is an import itself. */
  @Post(':importId/undo')
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('The completed undo', importSummarySchema, { status: 200 })
  @ApiResponse('The undo, which has not ended yet', importSummarySchema, {
    status: 202,
    headers: { location: 'URL of the undo' },
  })
  @ApiRequest({ headers: { prefer: PREFER_HEADER } })
  @ApiErrors(
    'import-not-undoable',
    'import-changed-since',
    'import-failed',
    'conflict',
    'too-many-imports',
  )
  async undo(
    @ImportId() importId: string,
    @Query({ schema: undoImportQuerySchema }) query: UndoImportQuery,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @RequestSignal() gone: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<ImportSummary> {
    const undoId = await this.imports.undo(caller, importId, query, actor);
    const seconds = waitSecondsOf(request.headers['prefer']);
    const summary = await this.uploads.ended(undoId, seconds, gone);
    const isOver = seconds > 0 && hasEnded(summary);
    if (!isOver) void reply.header('location', `/api/v1/tasks/imports/${undoId}`);
    void reply.status(isOver ? 200 : 202);
    return summary;
  }

  @Post(':importId/confirm')
  @HttpCode(202)
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('The import, which is queued again', importSummarySchema)
  @ApiErrors('conflict')
  confirm(
    @ImportId() importId: string,
    @Body({ schema: confirmImportSchema }) { waiting_since: askedAt }: ConfirmImport,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ImportSummary> {
    return this.imports.confirm(caller, importId, askedAt, actor);
  }

  @Post(':importId/move')
  @HttpCode(200)
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('The import at its new place in the queue', importViewSchema)
  @ApiErrors('conflict')
  move(
    @ImportId() importId: string,
    @Body({ schema: moveImportSchema }) body: MoveImport,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ImportView> {
    return this.imports.move(caller, importId, body, actor);
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
