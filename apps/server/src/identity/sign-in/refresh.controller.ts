import { Body, Controller, HttpCode, Ip, Post, Req } from '@nestjs/common';
import {
  type RefreshRequest,
  refreshRequestSchema,
  type TokenResponse,
  tokenResponseSchema,
} from '@portal/contracts/auth';
import type { FastifyRequest } from 'fastify';
import { addToLog } from '../../http/request-log.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiFailureLimit, ApiResponse } from '../../http/routes/api-operation.js';
import { FailedCalls } from './failed-calls.js';
import { SignInService } from './sign-in.service.js';

/**
 * Outside of the versioned API: an old page in a browser can still refresh its session after an
 * upgrade.
 */
@Controller('api/auth/refresh')
export class RefreshController {
  constructor(
    private readonly signInService: SignInService,
    private readonly failedCalls: FailedCalls,
  ) {}

  @Post()
  @HttpCode(200)
  @Allow.anyone()
  @ApiResponse(
    'New access and refresh tokens; the old refresh token is used up',
    tokenResponseSchema,
  )
  @ApiErrors('invalid-refresh-token', 'refresh-token-reused')
  @ApiFailureLimit()
  async refresh(
    @Body({ schema: refreshRequestSchema }) body: RefreshRequest,
    @Ip() ip: string,
    @Req() request: FastifyRequest,
  ): Promise<TokenResponse> {
    const { session, tokens } = await this.failedCalls.after('refresh', ip, () =>
      this.signInService.refresh(body.refresh_token),
    );
    addToLog(request, { userId: session.userId, sessionId: session.id });
    return tokens;
  }
}
