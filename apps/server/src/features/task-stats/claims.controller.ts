import { Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { type ReviewClaim, reviewClaimSchema } from '@portal/contracts/review-claims';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { TASK_FILE_LIMITS } from '@portal/contracts/task-file';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ClaimsService } from './claims.service.js';

const TaskId = () =>
  Param('taskId', { schema: wholeNumberParam({ minimum: 1, maximum: TASK_FILE_LIMITS.maxId }) });

/** The claim of one waiting task. */
@Controller('tasks/:taskId/claim')
export class ClaimsController {
  constructor(private readonly claims: ClaimsService) {}

  @Put()
  @Allow.signedIn()
  @ApiResponse('The claim of the caller, taken or extended', reviewClaimSchema)
  @ApiErrors(
    ...(['forbidden', 'not-found', 'task-claimed', 'task-not-waiting'] as const),
    ...(['claim-limit', 'project-archived', 'busy'] as const),
  )
  claim(
    @TaskId() taskId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ReviewClaim> {
    return this.claims.claim(actor, caller, taskId);
  }

  @Delete()
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The caller has no claim of the task', null)
  @ApiErrors('forbidden', 'not-found', 'busy')
  release(
    @TaskId() taskId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.claims.release(actor, caller, taskId);
  }

  @Post('request')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The reviewer sees who asks for the task', null)
  @ApiErrors('forbidden', 'not-found', 'conflict', 'busy')
  ask(
    @TaskId() taskId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.claims.ask(actor, caller, taskId);
  }
}
