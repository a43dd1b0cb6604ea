import { Controller, Get, Query } from '@nestjs/common';
import {
  type MyReviews,
  type MyReviewsQuery,
  myReviewsQuerySchema,
  myReviewsSchema,
} from '@portal/contracts/task-stats';
import { knowsRevision, type Caller } from '@portal/domain/caller';
import { NO_STAMP } from '@portal/domain/stamps';
import { readMyReviews } from '@portal/persistence/reviews/my-reviews';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { IndexedReads } from '../../db/pools.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Reply } from '../../http/output/reply.js';

/** The reviews of the caller, who always sees them. */
@Controller('tasks/my-reviews')
export class MyReviewsController {
  constructor(private readonly indexed: IndexedReads) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('Reviews that the caller submitted, by hour', myReviewsSchema, STAMPED)
  async list(
    @Query({ schema: myReviewsQuerySchema }) query: MyReviewsQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<MyReviews> {
    const { project_id: projectId, start_datetime: start, end_datetime: end } = query;
    const { email, userId } = caller;
    const reviews = await readMyReviews(this.indexed.prepared, {
      ...{ userId, email, projectId, start, end },
    });
    return stamped(reply, {
      ...reviews,
      ...(!knowsRevision(caller, projectId) && NO_STAMP),
    });
  }
}
