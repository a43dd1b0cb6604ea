import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  type NextClaim,
  type NextClaimInput,
  nextClaimInputSchema,
  nextClaimSchema,
  type ReviewChoices,
  type ReviewChoicesQuery,
  reviewChoicesQuerySchema,
  reviewChoicesSchema,
  type ReviewQueue,
  type ReviewQueueQuery,
  reviewQueueQuerySchema,
  reviewQueueSchema,
} from '@portal/contracts/task-stats';
import type { Caller } from '@portal/domain/caller';
import { decideReviewQueueAccess } from '@portal/domain/pods';
import { readPod } from '@portal/persistence/pods/pods';
import { readReviewChoices } from '@portal/persistence/reviews/review-choices';
import { readReviewQueue } from '@portal/persistence/reviews/review-queue';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { IndexedReads, Reads } from '../../db/pools.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { ProblemException } from '../../problems/problem.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Reply } from '../../http/output/reply.js';
import { ClaimsService } from './claims.service.js';

/** The tasks of a pod that wait for a review; the pod's project decides about access. */
@Controller('tasks/review-queue')
export class ReviewQueueController {
  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
    private readonly claims: ClaimsService,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('Tasks of the pod that wait for a review, oldest first', reviewQueueSchema, STAMPED)
  @ApiErrors('forbidden', 'not-found')
  async list(
    @Query({ schema: reviewQueueQuerySchema }) {
      pod_name,
      page,
      size,
      ...filters
    }: ReviewQueueQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<ReviewQueue> {
    const pod = await this.openPod(pod_name, caller);
    const scope = { ...pod, userId: caller.userId, filters };
    const tasks = await readReviewQueue(this.indexed.prepared, { ...scope, page, size });
    return stamped(reply, { ...tasks, page, size });
  }

  @Get('choices')
  @Allow.signedIn()
  @ApiResponse(
    'What the filters of the queue can select, with the number of tasks',
    reviewChoicesSchema,
    STAMPED,
  )
  @ApiErrors('forbidden', 'not-found')
  async choices(
    @Query({ schema: reviewChoicesQuerySchema }) { pod_name }: ReviewChoicesQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<ReviewChoices> {
    const pod = await this.openPod(pod_name, caller);
    return stamped(reply, await readReviewChoices(this.indexed.prepared, pod));
  }

  @Post('next')
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse(
    'The task that the caller has claimed; null if none waits unclaimed',
    nextClaimSchema,
  )
  @ApiErrors('forbidden', 'not-found', 'claim-limit', 'project-archived', 'busy')
  async next(
    @Body({ schema: nextClaimInputSchema }) { pod_name, ...filters }: NextClaimInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<NextClaim> {
    const pod = await this.openPod(pod_name, caller);
    return { task: await this.claims.next(actor, { ...pod, userId: caller.userId, filters }) };
  }

  private async openPod(
    name: string,
    caller: Caller,
  ): Promise<{ podName: string; projectId: number }> {
    const pod = await readPod(this.reads.prepared, name, caller.email);
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
    return { podName: pod.name, projectId: pod.project_id };
  }
}
