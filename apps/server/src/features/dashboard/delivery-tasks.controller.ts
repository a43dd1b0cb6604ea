import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  type DeliveryTasks,
  type DeliveryTasksQuery,
  deliveryTasksQuerySchema,
  deliveryTasksSchema,
} from '@portal/contracts/delivery-tasks';
import { idParamSchema } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import { readDeliveryTasks } from '@portal/persistence/queries/delivery-tasks';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ListConnections } from '../../lists/read/list-connections.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { ProblemException } from '../../problems/problem.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Reply } from '../../http/output/reply.js';

/** The tasks behind the numbers of the delivery statistics, for users who read all tasks. */
@Controller('projects/:projectId/delivery-stats/tasks')
export class DeliveryTasksController {
  constructor(private readonly scans: ListConnections) {}

  @Get()
  @(Allow.with('data-upload').inProject('projectId'))
  @ApiResponse('The tasks that a number counts, newest first', deliveryTasksSchema, STAMPED)
  @ApiErrors('too-broad', 'too-many-requests')
  async list(
    @Param('projectId', { schema: idParamSchema }) projectId: number,
    @Query({ schema: deliveryTasksQuerySchema }) query: DeliveryTasksQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<DeliveryTasks> {
    const tasks = await this.scans.scan(
      caller,
      (db) => readDeliveryTasks(db, projectId, query),
      tooBroad,
    );
    const { page, size } = query;
    return stamped(reply, { ...tasks, page, size });
  }
}

function tooBroad(seconds: number): ProblemException {
  const advice = 'Select fewer batches or a shorter period';
  const detail = `Reading these tasks takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'batch_ids', detail: advice }]);
}
