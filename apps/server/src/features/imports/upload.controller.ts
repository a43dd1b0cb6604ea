import { Controller, Post, Query, Req } from '@nestjs/common';
import { formatSettingsSchema } from '@portal/contracts/file-formats';
import {
  type ImportSummary,
  importSummarySchema,
  type UploadCompleted,
  uploadCompletedSchema,
} from '@portal/contracts/imports';
import { type UploadQuery, uploadQuerySchema } from '@portal/contracts/import-requests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../../http/routes/api-operation.js';
import { IdempotencyKey } from '../../http/idempotency/key-rule.js';
import { RequestSignal } from '../../http/request-signal.js';
import { Reply } from '../../http/output/reply.js';
import { PREFER_HEADER, waitSecondsOf } from './prefer.js';
import { UploadService } from './upload.service.js';

@Controller('tasks/upload')
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  /** 200 with the counts if the import ends in time, otherwise 202 with the URL of the import. */
  @Post()
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('The counts of the completed import', uploadCompletedSchema, { status: 200 })
  @ApiResponse('The import, which has not ended yet', importSummarySchema, {
    status: 202,
    headers: { location: 'URL of the import' },
  })
  @ApiRequest({
    fileField: 'file',
    formFields: { file_format: formatSettingsSchema },
    headers: {
      prefer: PREFER_HEADER,
    },
  })
  @IdempotencyKey('handler claims')
  @ApiErrors(
    'invalid-input',
    'payload-too-large',
    'unsupported-media-type',
    'import-failed',
    'conflict',
    'too-many-imports',
  )
  async upload(
    @Query({ schema: uploadQuerySchema }) query: UploadQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @RequestSignal() gone: AbortSignal,
    @Reply() reply: FastifyReply,
  ): Promise<UploadCompleted | ImportSummary> {
    const importId = await this.uploads.accept(request, query, actor);
    const seconds = waitSecondsOf(request.headers['prefer']);
    const outcome = await this.uploads.outcome(importId, seconds, gone);
    const isSummary = 'phase' in outcome;
    if (isSummary) void reply.header('location', `/api/v1/tasks/imports/${importId}`);
    void reply.status(isSummary ? 202 : 200);
    return outcome;
  }
}
