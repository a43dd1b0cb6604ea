import { Controller, Get, Param } from '@nestjs/common';
import { type TaskHistory, taskHistorySchema } from '@portal/contracts/tasks';
import { type Caller, holds } from '@portal/domain/caller';
import { readTaskHistory } from '@portal/persistence/queries/task-history';
import { z } from 'zod';
import { Reads } from '../../db/pools.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { Allow } from '../../identity/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { type ResourceMetadata, ResourceRegistry } from '../../lists/declare/resource-metadata.js';
import { ListReads } from '../../lists/read/list-reads.js';
import { TASKS } from './tasks.resource.js';

const placeSchema = z.object({ turing_task_id: z.number(), project_id: z.number() });

/** The changes of one task, for callers who may read the task. The audit also has the edits by users. */
@Controller(TASKS.base)
export class TaskHistoryController {
  private readonly table: ResourceMetadata;

  constructor(
    private readonly lists: ListReads,
    private readonly reads: Reads,
    tables: ResourceRegistry,
  ) {
    this.table = tables.open(TASKS);
  }

  @Get(':key/history')
  @Allow.signedIn()
  @ApiResponse('What changed the task last, and the imports that changed it', taskHistorySchema)
  @ApiErrors('forbidden', 'not-found')
  async history(@Param('key') key: string, @CurrentCaller() caller: Caller): Promise<TaskHistory> {
    const task = placeSchema.parse(await this.lists.get(this.table, caller, key));
    const history = await readTaskHistory(this.reads, task.turing_task_id);
    return holds(caller, 'data-upload', task.project_id) ? history : withoutPeople(history);
  }
}

function withoutPeople({ last, imports }: TaskHistory): TaskHistory {
  return {
    last: last && { ...last, user_email: null },
    imports: imports.map((entry) => ({ ...entry, user_email: null })),
  };
}
