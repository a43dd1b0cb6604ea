import { Controller, Get, Query } from '@nestjs/common';
import type { Permission } from '@portal/contracts/permissions';
import {
  type TasksByNumber,
  type TasksByNumberQuery,
  tasksByNumberQuerySchema,
  tasksByNumberSchema,
} from '@portal/contracts/tasks-by-number';
import { decideAccess } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import { readTasksByNumber } from '@portal/persistence/queries/tasks-by-number';
import type { FastifyReply } from 'fastify';
import { Reply } from '../../http/output/reply.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ListConnections } from '../../lists/read/list-connections.js';
import { ProblemException } from '../../problems/problem.js';

/** Users with one of these see each task that a number of the project counts. */
const SEE_ALL_TASKS: readonly Permission[] = ['data-upload', 'pod-info-public-view'];

/** The tasks behind the numbers of the dashboard and of the delivery statistics. */
@Controller('tasks/by-number')
export class TasksByNumberController {
  constructor(private readonly scans: ListConnections) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The tasks that a number counts, largest id first', tasksByNumberSchema, STAMPED)
  @ApiErrors('forbidden', 'not-found', 'too-broad', 'too-many-requests')
  async list(
    @Query({ schema: tasksByNumberQuerySchema }) query: TasksByNumberQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<TasksByNumber> {
    requireAccess(caller, query.project_id);
    const tasks = await this.scans.scan(caller, (db) => readTasksByNumber(db, query), tooBroad);
    const { page, size } = query;
    return stamped(reply, { ...tasks, page, size });
  }
}

function requireAccess(caller: Caller, projectId: number): void {
  const decision = decideAccess(
    { kind: 'holder-of-one', permissions: SEE_ALL_TASKS },
    caller,
    projectId,
  );
  if (decision === 'hidden') throw new ProblemException('not-found', 'There is no such project');
  if (decision === 'forbidden') {
    const detail = `You need the permission ${SEE_ALL_TASKS.join(' or ')} in this project`;
    throw new ProblemException('forbidden', detail);
  }
}

function tooBroad(seconds: number): ProblemException {
  const advice = 'Select fewer batches or a shorter period';
  const detail = `Reading these tasks takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'batch_ids', detail: advice }]);
}
