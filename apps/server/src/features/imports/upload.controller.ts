import { Controller, Post, Query, Req, Res } from '@nestjs/common';
import {
  type ImportSummary,
  importSummarySchema,
  type UploadCompleted,
  uploadCompletedSchema,
  type UploadQuery,
  uploadQuerySchema,
} from '@portal/contracts/imports';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../changes/actor.js';
import { Allow } from '../../auth/access.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../../openapi/api-operation.js';
import { RequestSignal } from '../../transport/request-signal.js';
import { waitSecondsOf } from './prefer.js';
import { UploadService } from './upload.service.js';

@Controller('tasks/upload')
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  /** 200 with the counts when the import ends in time, else 202 with where to follow it. */
  @Post()
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('What the import has done', uploadCompletedSchema, { status: 200 })
  @ApiResponse('The import, which goes on', importSummarySchema, {
    status: 202,
    headers: { location: 'Where to follow the import' },
  })
  @ApiRequest({
    fileField: 'file',
    headers: { prefer: '`wait=N` seconds for the end, 30 unless told; `respond-async` for none' },
  })
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
    @Res({ passthrough: true }) reply: FastifyReply,
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
