import { Injectable } from '@nestjs/common';
import type { Task, TaskUpdate } from '@portal/contracts/tasks';
import { decideAccess } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import type { Actor } from '../../changes/actor.js';
import { ProblemException } from '../../http/problem.js';
import { presentTask } from './task.presenter.js';
import { type TaskRow, TaskStore } from './task-store.js';

/** Reads and edits one task at a time, for those who hold data-upload in its project. */
@Injectable()
export class TasksService {
  constructor(private readonly store: TaskStore) {}

  /** @throws {ProblemException} `not-found` or `forbidden` */
  async get(taskId: number, caller: Caller): Promise<Task> {
    return presentTask(await this.reach(taskId, caller));
  }

  /** The last write wins. @throws {ProblemException} `not-found` or `forbidden` */
  async update(taskId: number, changes: TaskUpdate, caller: Caller, actor: Actor): Promise<Task> {
    const task = await this.reach(taskId, caller);
    // Within the project that was checked: a task that an import moved meanwhile is gone from here.
    const updated = await this.store.update(taskId, task.project_id, changes, actor);
    if (!updated) throw unknownTask();
    return presentTask(updated);
  }

  private async reach(taskId: number, caller: Caller): Promise<TaskRow> {
    const task = await this.store.find(taskId);
    if (!task) throw unknownTask();
    const rule = { kind: 'holder', permission: 'data-upload', scope: 'project' } as const;
    switch (decideAccess(rule, caller, task.project_id)) {
      case 'hidden':
        throw unknownTask();
      case 'forbidden':
        throw new ProblemException('forbidden', 'You do not have the permission for this');
      case 'granted':
        return task;
    }
  }
}

function unknownTask(): ProblemException {
  return new ProblemException('not-found', 'There is no such task');
}
