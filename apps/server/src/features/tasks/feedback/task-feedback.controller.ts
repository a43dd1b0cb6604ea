import { Body, Controller, Delete, HttpCode, Param, Patch, Post } from '@nestjs/common';
import {
  type AppealInput,
  appealInputSchema,
  type FeedbackInput,
  feedbackInputSchema,
  type FeedbackUpdate,
  feedbackUpdateSchema,
  type ShownFeedback,
  shownFeedbackSchema,
} from '@portal/contracts/feedback';
import { idParamSchema } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { Allow } from '../../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../../http/routes/api-operation.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { taskIdSchema } from '../task-id.js';
import { TaskFeedbackService } from './task-feedback.service.js';

const TaskId = () => Param('taskId', { schema: taskIdSchema });
const FeedbackId = () => Param('feedbackId', { schema: idParamSchema });

/** Feedback on a task, from users who give feedback in its project, and what the user of the task answers. */
@Controller('tasks/:taskId/feedback')
export class TaskFeedbackController {
  constructor(private readonly feedback: TaskFeedbackService) {}

  @Post()
  @Allow.signedIn()
  @ApiResponse('The new feedback; with `rework` the task was sent back', shownFeedbackSchema, {
    status: 201,
  })
  @ApiErrors('forbidden', 'not-found', 'project-archived', 'task-claimed')
  give(
    @TaskId() taskId: number,
    @Body({ schema: feedbackInputSchema }) input: FeedbackInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ShownFeedback> {
    return this.feedback.give({ caller, actor, taskId }, input);
  }

  @Post('read')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The feedback is marked as read by the user of the task', null)
  @ApiErrors('forbidden', 'not-found')
  markRead(@TaskId() taskId: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.feedback.markRead(caller, taskId);
  }

  @Patch(':feedbackId')
  @Allow.signedIn()
  @ApiResponse('The feedback, changed by its author', shownFeedbackSchema)
  @ApiErrors('forbidden', 'not-found', 'conflict', 'project-archived')
  edit(
    @TaskId() taskId: number,
    @FeedbackId() id: number,
    @Body({ schema: feedbackUpdateSchema }) update: FeedbackUpdate,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ShownFeedback> {
    return this.feedback.edit({ caller, actor, taskId }, id, update);
  }

  @Delete(':feedbackId')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The feedback is withdrawn by its author', null)
  @ApiErrors('forbidden', 'not-found', 'conflict', 'project-archived')
  withdraw(
    @TaskId() taskId: number,
    @FeedbackId() id: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.feedback.withdraw({ caller, actor, taskId }, id);
  }

  @Post(':feedbackId/appeal')
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse('The feedback; the task waits for another review', shownFeedbackSchema)
  @ApiErrors('forbidden', 'not-found', 'conflict', 'project-archived')
  appeal(
    @TaskId() taskId: number,
    @FeedbackId() id: number,
    @Body({ schema: appealInputSchema }) input: AppealInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<ShownFeedback> {
    return this.feedback.appeal({ caller, actor, taskId }, id, input);
  }
}
