import { Controller, Get, Param } from '@nestjs/common';
import { type TaskDetail, taskDetailSchema } from '@portal/contracts/task-detail';
import { type Caller, holds, knowsRevision } from '@portal/domain/caller';
import { mayGiveFeedback, maySeeTask } from '@portal/domain/tasks';
import { NO_STAMP } from '@portal/domain/stamps';
import { readTaskDetail } from '@portal/persistence/tasks/task-detail';
import { IndexedReads } from '../../db/pools.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { presentFeedback } from './feedback/task-feedback.service.js';
import { taskIdSchema } from './task-id.js';
import { ProblemException } from '../../problems/problem.js';

/** One task with its reviews, for everybody who may see it. */
@Controller('tasks')
export class TaskController {
  constructor(private readonly reads: IndexedReads) {}

  @Get(':taskId')
  @Allow.signedIn()
  @ApiResponse('The task with its reviews and feedback', taskDetailSchema)
  @ApiErrors('not-found')
  async task(
    @Param('taskId', { schema: taskIdSchema }) taskId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<TaskDetail> {
    const found = await readTaskDetail(this.reads.prepared, taskId, caller.userId);
    if (!found || !maySeeTask(caller, found)) {
      throw new ProblemException('not-found', 'There is no such task');
    }
    const mayChange = holds(caller, 'data-upload', found.project_id);
    const { feedback, is_waiting: isWaiting, claim, ...task } = found;
    const mayReview = holds(caller, 'trainer-feedback-add', found.project_id);
    const mayGive = mayGiveFeedback(caller, found);
    return {
      ...task,
      feedback: feedback.map((one) => presentFeedback(caller, found, one)),
      may_give_feedback: mayGive,
      review_reasons: mayGive ? found.review_reasons : [],
      ...(!knowsRevision(caller, found.project_id) && NO_STAMP),
      metadata: mayChange ? found.metadata : null,
      may_change: mayChange,
      claim: claim && !mayReview ? { ...claim, asked_by: null } : claim,
      may_claim: isWaiting && mayReview && found.user_email !== caller.email,
    };
  }
}
