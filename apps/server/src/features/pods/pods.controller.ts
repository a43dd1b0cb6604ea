import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import { type WeeklyProgress, weeklyProgressSchema } from '@portal/contracts/live';
import {
  type FormerPodMember,
  formerPodMemberSchema,
  type NewPodMember,
  newPodMemberSchema,
  type Pod,
  type PodCandidateList,
  podCandidateListSchema,
  type PodCandidatesQuery,
  podCandidatesQuerySchema,
  type PodMember,
  type PodMemberChange,
  podMemberChangeSchema,
  podMemberListSchema,
  podMemberSchema,
  podNameSchema,
  podSchema,
  type WeeklyHistoryQuery,
  weeklyHistoryQuerySchema,
  weeklyHistorySchema,
  type WeeklyProgressQuery,
  weeklyProgressQuerySchema,
} from '@portal/contracts/pods';
import type { Caller } from '@portal/domain/caller';
import { oldestOf } from '@portal/domain/stamps';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { GROUP_HEADER, sendGroup } from '../../db/audit-group.js';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse, ApiErrors } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { taggedUnlessHeld, UNCHANGED, VERSIONED } from '../../http/output/etags.js';
import { STAMPED, stamped, sendStamp } from '../../http/output/stamp-headers.js';
import { Reply } from '../../http/output/reply.js';
import { PodsService } from './pods.service.js';

const PodName = () => Param('podName', { schema: podNameSchema });

/** One pod by its name; its project and its members decide who has access. */
@Controller('pods/:podName')
export class PodsController {
  constructor(private readonly pods: PodsService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The pod with this name', podSchema, VERSIONED)
  @ApiResponse(...UNCHANGED)
  async get(
    @PodName() podName: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Reply() reply: FastifyReply,
  ): Promise<Pod | undefined> {
    return taggedUnlessHeld(request, reply, await this.pods.get(podName, caller));
  }

  @Get('members')
  @Allow.signedIn()
  @ApiResponse('The users of the pod, by email', podMemberListSchema)
  members(@PodName() podName: string, @CurrentCaller() caller: Caller): Promise<PodMember[]> {
    return this.pods.members(podName, caller);
  }

  @Get('candidates')
  @Allow.signedIn()
  @ApiResponse('Users of the project who are not in the pod, by email', podCandidateListSchema)
  @ApiErrors('forbidden')
  candidates(
    @PodName() podName: string,
    @Query({ schema: podCandidatesQuerySchema }) query: PodCandidatesQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<PodCandidateList> {
    return this.pods.candidates(podName, query, caller);
  }

  @Get('weekly-progress')
  @Allow.signedIn()
  @ApiResponse(
    'Targets and progress of the pod in one week, as pushed to its room',
    weeklyProgressSchema,
    STAMPED,
  )
  async weeklyProgress(
    @PodName() podName: string,
    @Query({ schema: weeklyProgressQuerySchema }) query: WeeklyProgressQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<WeeklyProgress> {
    return stamped(reply, await this.pods.weeklyProgress(podName, query.week_start, caller));
  }

  @Get('weekly-progress/history')
  @Allow.signedIn()
  @ApiResponse(
    'Weekly progress of the last weeks, the current one last',
    weeklyHistorySchema,
    STAMPED,
  )
  async weeklyHistory(
    @PodName() podName: string,
    @Query({ schema: weeklyHistoryQuerySchema }) { weeks }: WeeklyHistoryQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<WeeklyProgress[]> {
    const history = await this.pods.weeklyHistory(podName, weeks, caller);
    // Each week is read at its own stamp.
    sendStamp(reply, oldestOf(history));
    return history;
  }

  @Post('members')
  @Allow.signedIn()
  @ApiResponse('The new member', podMemberSchema)
  @ApiErrors('forbidden', 'conflict')
  addMember(
    @PodName() podName: string,
    @Body({ schema: newPodMemberSchema }) member: NewPodMember,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<PodMember> {
    return this.pods.addMember(podName, member, { caller, actor });
  }

  @Patch('members')
  @Allow.signedIn()
  @ApiResponse('The member with the new role', podMemberSchema, GROUP_HEADER)
  @ApiErrors('forbidden')
  async changeMember(
    @PodName() podName: string,
    @Body({ schema: podMemberChangeSchema }) change: PodMemberChange,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<PodMember> {
    const { member, group } = await this.pods.changeMember(podName, change, { caller, actor });
    sendGroup(reply, group);
    return member;
  }

  @Delete('members')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The user is removed from the pod', null, GROUP_HEADER)
  @ApiErrors('forbidden')
  async removeMember(
    @PodName() podName: string,
    @Body({ schema: formerPodMemberSchema }) member: FormerPodMember,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<void> {
    sendGroup(reply, await this.pods.removeMember(podName, member.user_email, { caller, actor }));
  }
}
