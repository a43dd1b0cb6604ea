import { Body, Controller, Get, Headers, HttpCode, Ip, Post, Req } from '@nestjs/common';
import {
  type Administrator,
  administratorSchema,
  type AuthConfig,
  authConfigSchema,
  type RefreshRequest,
  refreshRequestSchema,
  type TokenRequest,
  tokenRequestSchema,
  type TokenResponse,
  tokenResponseSchema,
} from '@portal/contracts/auth';
import { hasAdmin } from '@portal/persistence/admin/first-admin';
import type { FastifyRequest } from 'fastify';
import { Reads } from '../../db/pools.js';
import { addToLog } from '../../http/request-log.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiFailureLimit, ApiResponse } from '../../http/routes/api-operation.js';
import { Cacheable } from '../../http/output/cache-control.js';
import { FailedCalls } from './failed-calls.js';
import { IdentityEndpoints } from './identity-endpoints.js';
import { SignInService } from './sign-in.service.js';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly signInService: SignInService,
    private readonly endpoints: IdentityEndpoints,
    private readonly failedCalls: FailedCalls,
    private readonly reads: Reads,
  ) {}

  @Get('config')
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('The sign-in settings for a browser', authConfigSchema)
  config(@Headers('host') host?: string): AuthConfig {
    return this.endpoints.forBrowser(host);
  }

  /** The page of a user without a project tells by it whether there is an administrator to ask. */
  @Get('administrator')
  @Allow.signedIn()
  @ApiResponse('Whether the portal has an administrator', administratorSchema)
  async administrator(): Promise<Administrator> {
    return { exists: await hasAdmin(this.reads) };
  }

  @Post('token')
  @HttpCode(200)
  @Allow.anyone()
  @ApiResponse('Tokens for the sign-in code', tokenResponseSchema)
  @ApiErrors('invalid-code', 'forbidden', 'email-not-verified', 'identity-provider-unavailable')
  @ApiFailureLimit()
  async token(
    @Body({ schema: tokenRequestSchema }) body: TokenRequest,
    @Ip() ip: string,
    @Req() request: FastifyRequest,
    @Headers('host') host?: string,
  ): Promise<TokenResponse> {
    const { redirect_uri } = this.endpoints.forBrowser(host);
    const { session, tokens } = await this.failedCalls.before('token', ip, () =>
      this.signInService.signIn(body, redirect_uri, request.headers['user-agent'] ?? ''),
    );
    addToLog(request, { userId: session.userId, sessionId: session.id });
    return tokens;
  }

  /** The refresh token suffices, so a user can sign out with an expired access token. */
  @Post('logout')
  @HttpCode(204)
  @Allow.anyone()
  @ApiResponse('The session is ended', null)
  @ApiFailureLimit()
  async logout(
    @Body({ schema: refreshRequestSchema }) body: RefreshRequest,
    @Ip() ip: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const session = await this.signInService.signOut(body.refresh_token);
    if (session) addToLog(request, { userId: session.userId, sessionId: session.id });
    else await this.failedCalls.count('logout', ip);
  }
}
