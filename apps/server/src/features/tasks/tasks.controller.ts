import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import {
  type Task,
  taskIdParamSchema,
  taskSchema,
  type TaskUpdate,
  taskUpdateSchema,
} from '@portal/contracts/tasks';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../changes/actor.js';
import { Allow } from '../../http/access.js';
import { Answers, Refuses } from '../../http/answers.js';
import { CurrentCaller } from '../../http/current-caller.js';
import { TasksService } from './tasks.service.js';

const TaskId = () => Param('taskId', { schema: taskIdParamSchema });

/** Single tasks; which of them the caller reaches is decided by the task's project. */
@Controller('tasks/tasks-crud')
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Get(':taskId')
  @Allow.signedIn()
  @Answers('One task', taskSchema)
  @Refuses('forbidden')
  get(@TaskId() taskId: number, @CurrentCaller() caller: Caller): Promise<Task> {
    return this.tasks.get(taskId, caller);
  }

  @Patch(':taskId')
  @Allow.signedIn()
  @Answers('The task, changed', taskSchema)
  @Refuses('forbidden')
  update(
    @TaskId() taskId: number,
    @Body({ schema: taskUpdateSchema }) changes: TaskUpdate,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Task> {
    return this.tasks.update(taskId, changes, caller, actor);
  }
}
