import { Controller, Get, Query } from '@nestjs/common';
import {
  type ReviewQueue,
  type ReviewQueueQuery,
  reviewQueueQuerySchema,
  reviewQueueSchema,
} from '@portal/contracts/task-stats';
import type { Caller } from '@portal/domain/caller';
import { decideReviewQueueAccess } from '@portal/domain/pods';
import { readPod } from '@portal/persistence/queries/pods';
import { readReviewQueue } from '@portal/persistence/queries/review-queue';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { IndexedReads, Reads } from '../../db/pools.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { ProblemException } from '../../problems/problem.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Reply } from '../../http/output/reply.js';

/** The tasks of a pod that wait for a review; the pod's project decides about access. */
@Controller('tasks/review-queue')
export class ReviewQueueController {
  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('Tasks of the pod that wait for a review, oldest first', reviewQueueSchema, STAMPED)
  @ApiErrors('forbidden', 'not-found')
  async list(
    @Query({ schema: reviewQueueQuerySchema }) { pod_name, page, size }: ReviewQueueQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<ReviewQueue> {
    const pod = await readPod(this.reads.prepared, pod_name, caller.email);
    const decision = pod ? decideReviewQueueAccess(caller, pod) : 'hidden';
    if (!pod || decision === 'hidden') {
      throw new ProblemException('not-found', 'There is no such pod');
    }
    if (decision === 'forbidden') {
      throw new ProblemException(
        'forbidden',
        'You do not have the permission trainer-feedback-add',
      );
    }
    const { name: podName, project_id: projectId } = pod;
    const tasks = await readReviewQueue(this.indexed.prepared, { projectId, podName, page, size });
    return stamped(reply, { ...tasks, page, size });
  }
}
