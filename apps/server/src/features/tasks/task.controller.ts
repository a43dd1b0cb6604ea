import { Controller, Get, Param } from '@nestjs/common';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import { type TaskDetail, taskDetailSchema } from '@portal/contracts/tasks';
import { type Caller, holds, knowsRevision } from '@portal/domain/caller';
import { maySeeTask } from '@portal/domain/tasks';
import { NO_STAMP } from '@portal/domain/stamps';
import { readTaskDetail } from '@portal/persistence/queries/task-detail';
import { IndexedReads } from '../../db/pools.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ProblemException } from '../../problems/problem.js';

const taskIdSchema = wholeNumberParam({ minimum: 1, maximum: TASK_FILE_LIMITS.maxId });

/** One task with its reviews, for everybody who may see it. */
@Controller('tasks')
export class TaskController {
  constructor(private readonly reads: IndexedReads) {}

  @Get(':taskId')
  @Allow.signedIn()
  @ApiResponse('The task with its reviews', taskDetailSchema)
  @ApiErrors('not-found')
  async task(
    @Param('taskId', { schema: taskIdSchema }) taskId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<TaskDetail> {
    const found = await readTaskDetail(this.reads.prepared, taskId);
    if (!found || !maySeeTask(caller, found)) {
      throw new ProblemException('not-found', 'There is no such task');
    }
    const mayChange = holds(caller, 'data-upload', found.project_id);
    return {
      ...found,
      ...(!knowsRevision(caller, found.project_id) && NO_STAMP),
      metadata: mayChange ? found.metadata : null,
      may_change: mayChange,
    };
  }
}
