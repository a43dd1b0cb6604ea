import { Controller, Get, Param } from '@nestjs/common';
import { type PodActivity, podActivitySchema } from '@portal/contracts/pod-activity';
import { podNameSchema } from '@portal/contracts/pods';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply } from 'fastify';
import { Reply } from '../../http/output/reply.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { PodActivityService } from './pod-activity.service.js';

/** The reviews of a pod's people beside their weekly progress. */
@Controller('pods/:podName/activity')
export class PodActivityController {
  constructor(private readonly activity: PodActivityService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse(
    'Reviews of the caller and of the members that the caller sees, and what waits',
    podActivitySchema,
    STAMPED,
  )
  @ApiErrors('not-found')
  async get(
    @Param('podName', { schema: podNameSchema }) podName: string,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<PodActivity> {
    return stamped(reply, await this.activity.read(podName, caller));
  }
}
