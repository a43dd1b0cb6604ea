import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  type DigestInput,
  digestInputSchema,
  type Digests,
  digestsSchema,
} from '@portal/contracts/digests';
import { idParamSchema } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { DigestsService } from './digests.service.js';

/** What the caller is told of by day or by week. */
@Controller('notifications/digests')
export class DigestsController {
  constructor(private readonly digests: DigestsService) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The digests of the caller', digestsSchema)
  read(@CurrentCaller() caller: Caller): Promise<Digests> {
    return this.digests.read(caller.userId);
  }

  @Post()
  @Allow.signedIn()
  @ApiResponse('The digests of the caller', digestsSchema, { status: 201 })
  @ApiErrors('conflict', 'forbidden', 'not-found')
  add(
    @Body({ schema: digestInputSchema }) input: DigestInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Digests> {
    return this.digests.add(input, caller, actor);
  }

  @Delete(':digestId')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The digest is gone', null)
  @ApiErrors('not-found')
  remove(
    @Param('digestId', { schema: idParamSchema }) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.digests.remove(caller.userId, id, actor);
  }
}
