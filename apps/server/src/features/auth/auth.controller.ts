import { Body, Controller, Get, Headers, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import {
  type AuthConfig,
  authConfigSchema,
  type RefreshRequest,
  refreshRequestSchema,
  type TokenRequest,
  tokenRequestSchema,
  type TokenResponse,
  tokenResponseSchema,
} from '@portal/contracts/auth';
import { Allow } from '../../auth/access.js';
import { ApiResponse, ApiErrors } from '../../openapi/api-operation.js';
import { Cacheable } from '../../transport/cache-control.js';
import { IdentityEndpoints } from './identity-endpoints.js';
import { SignInService } from './sign-in.service.js';

@Controller('auth')
export class AuthController {
  constructor(
    private readonly signInService: SignInService,
    private readonly endpoints: IdentityEndpoints,
  ) {}

  @Get('config')
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('The sign-in settings for a browser', authConfigSchema)
  config(@Headers('host') host?: string): AuthConfig {
    return this.endpoints.forBrowser(host);
  }

  @Post('token')
  @HttpCode(200)
  @Allow.anyone()
  @UseGuards(ThrottlerGuard)
  @ApiResponse('Tokens for the sign-in code', tokenResponseSchema)
  @ApiErrors('invalid-code', 'forbidden', 'email-not-verified', 'identity-provider-unavailable')
  token(
    @Body({ schema: tokenRequestSchema }) body: TokenRequest,
    @Headers('host') host?: string,
  ): Promise<TokenResponse> {
    return this.signInService.signIn(body, this.endpoints.forBrowser(host).redirect_uri);
  }

  /** The refresh token suffices, so a user can sign out with an expired access token. */
  @Post('logout')
  @HttpCode(204)
  @Allow.anyone()
  @UseGuards(ThrottlerGuard)
  @ApiResponse('The session is ended', null)
  async logout(@Body({ schema: refreshRequestSchema }) body: RefreshRequest): Promise<void> {
    await this.signInService.signOut(body.refresh_token);
  }
}
