import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Post,
  Put,
} from '@nestjs/common';
import {
  type ApiToken,
  apiTokenSchema,
  type ApiTokens,
  apiTokensSchema,
  type ApiTokenUpdate,
  apiTokenUpdateSchema,
  type CreatedApiToken,
  createdApiTokenSchema,
  type NewApiToken,
  newApiTokenSchema,
} from '@portal/contracts/api-tokens';
import { idParamSchema } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../db/actor.js';
import { Allow } from '../../../http/routes/access.js';
import { ApiResponse, ApiErrors, ApiRequest } from '../../../http/routes/api-operation.js';
import { UserId } from '../../../http/routes/params.js';
import { CurrentCaller } from '../../../identity/current-caller.js';
import { IF_MATCH, tagged, VERSIONED } from '../../../http/output/etags.js';
import { Reply } from '../../../http/output/reply.js';
import { IdempotencyKey } from '../../../http/idempotency/key-rule.js';
import { ApiTokensService } from './api-tokens.service.js';

const TokenId = () => Param('tokenId', { schema: idParamSchema });

/** The API tokens of the caller, and of users that the caller manages. */
@Controller('auth')
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Get('admin/users/:userId/api-tokens')
  @Allow.signedIn()
  @ApiResponse('The API tokens of a user, newest first', apiTokensSchema)
  @ApiErrors('forbidden')
  list(@UserId() userId: number, @CurrentCaller() caller: Caller): Promise<ApiTokens> {
    return this.tokens.list(userId, caller);
  }

  @Post('admin/users/:userId/api-tokens')
  @Header('cache-control', 'no-store')
  @Allow.signedIn()
  @IdempotencyKey({
    refused: 'the answer has a secret that the portal shows once and does not keep',
  })
  @ApiResponse('The new token with its secret, which is shown only once', createdApiTokenSchema)
  @ApiErrors('forbidden')
  create(
    @UserId() userId: number,
    @Body({ schema: newApiTokenSchema }) token: NewApiToken,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<CreatedApiToken> {
    return this.tokens.create(userId, token, caller, actor);
  }

  @Put('api-tokens/:tokenId')
  @Allow.signedIn()
  @ApiResponse('The token, changed', apiTokenSchema, VERSIONED)
  @ApiRequest({ headers: IF_MATCH })
  @ApiErrors('forbidden', 'conflict')
  async update(
    @TokenId() tokenId: number,
    @Body({ schema: apiTokenUpdateSchema }) changes: ApiTokenUpdate,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Reply() reply: FastifyReply,
  ): Promise<ApiToken> {
    return tagged(reply, await this.tokens.update(tokenId, changes, ifMatch, caller, actor));
  }

  @Delete('api-tokens/:tokenId')
  @HttpCode(204)
  @Allow.signedIn()
  @ApiResponse('The token is gone', null)
  @ApiErrors('forbidden')
  remove(
    @TokenId() tokenId: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.tokens.remove(tokenId, caller, actor);
  }
}
