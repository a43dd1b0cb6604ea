import { Controller, Get, Headers, Query, StreamableFile } from '@nestjs/common';
import {
  type TaskChanges,
  type TaskChangesQuery,
  taskChangesQuerySchema,
  taskChangesSchema,
} from '@portal/contracts/task-changes';
import type { Caller } from '@portal/domain/caller';
import { ApiErrors, ApiRequest, ApiResponse } from '../../../http/routes/api-operation.js';
import { RequestSignal } from '../../../http/request-signal.js';
import { Allow } from '../../../http/routes/access.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { TaskChangesService } from './task-changes.service.js';

const NDJSON = 'application/x-ndjson';

/** The feed from which a copy of the tasks is kept up to date. */
@Controller('tasks/changes')
export class TaskChangesController {
  constructor(private readonly changes: TaskChangesService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('Changes of tasks in the order of their commits', taskChangesSchema)
  @ApiResponse('All changes as lines of JSON, if the header `accept` asks for them', NDJSON)
  @ApiRequest({
    headers: {
      accept: `\`${NDJSON}\`: all changes as lines of JSON, each with its \`cursor\`; the last line has \`next\` and \`has_more\``,
    },
  })
  @ApiErrors('not-found', 'cursor-expired', 'too-many-requests')
  async list(
    @Query({ schema: taskChangesQuerySchema }) query: TaskChangesQuery,
    @Headers('accept') accept: string | undefined,
    @CurrentCaller() caller: Caller,
    @RequestSignal() gone: AbortSignal,
  ): Promise<TaskChanges | StreamableFile> {
    if (!accept?.includes(NDJSON)) return this.changes.page(caller, query);
    const lines = await this.changes.lines(caller, query, gone);
    return new StreamableFile(lines, { type: `${NDJSON}; charset=utf-8` });
  }
}
