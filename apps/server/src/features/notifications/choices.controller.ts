import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import {
  type Channel,
  channelSchema,
  type ChoiceInput,
  choiceInputSchema,
  type Choices,
  choicesSchema,
  chosenKindSchema,
  type Deliveries,
  deliveriesSchema,
  notificationIdSchema,
  type TestInput,
  testInputSchema,
  type TestSent,
  testSentSchema,
  type ToldKind,
} from '@portal/contracts/notifications';
import type { Caller } from '@portal/domain/caller';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ChoicesService } from './choices.service.js';

/** What goes out of the portal to the caller, and what became of it. */
@Controller('notifications')
export class ChoicesController {
  constructor(private readonly choices: ChoicesService) {}

  @Get('choices')
  @Allow.signedIn()
  @ApiResponse('What goes out to the caller by each channel, and when', choicesSchema)
  read(@CurrentCaller() caller: Caller): Promise<Choices> {
    return this.choices.read(caller.userId);
  }

  @Put('choices/:kind/:channel')
  @Allow.signedIn()
  @ApiResponse('The choices of the caller', choicesSchema)
  choose(
    @Param('kind', { schema: chosenKindSchema }) kind: ToldKind,
    @Param('channel', { schema: channelSchema }) channel: Channel,
    @Body({ schema: choiceInputSchema }) { how }: ChoiceInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<Choices> {
    return this.choices.choose(caller.userId, kind, channel, how, actor);
  }

  @Post('test')
  @Allow.signedIn()
  @ApiResponse('A message goes out to the caller at once', testSentSchema, { status: 201 })
  @ApiErrors('conflict')
  test(
    @Body({ schema: testInputSchema }) { channel }: TestInput,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<TestSent> {
    return this.choices.test(caller.userId, channel, actor);
  }

  @Get(':notificationId/deliveries')
  @Allow.signedIn()
  @ApiResponse('What became of the notification on each channel, and why', deliveriesSchema)
  @ApiErrors('not-found')
  deliveries(
    @Param('notificationId', { schema: notificationIdSchema }) id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Deliveries> {
    return this.choices.deliveries(caller.userId, id);
  }
}
