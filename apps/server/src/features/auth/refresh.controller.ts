import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import {
  type RefreshRequest,
  refreshRequestSchema,
  type TokenResponse,
  tokenResponseSchema,
} from '@portal/contracts/auth';
import { Allow } from '../../auth/access.js';
import { ApiResponse, ApiErrors } from '../../openapi/api-operation.js';
import { SignInService } from './sign-in.service.js';

/**
 * Outside of the versioned API: an old page in a browser can still refresh its session after an
 * upgrade.
 */
@Controller('api/auth/refresh')
export class RefreshController {
  constructor(private readonly signInService: SignInService) {}

  @Post()
  @HttpCode(200)
  @Allow.anyone()
  @UseGuards(ThrottlerGuard)
  @ApiResponse(
    'New access and refresh tokens; the old refresh token is used up',
    tokenResponseSchema,
  )
  @ApiErrors('invalid-refresh-token', 'refresh-token-reused')
  refresh(@Body({ schema: refreshRequestSchema }) body: RefreshRequest): Promise<TokenResponse> {
    return this.signInService.refresh(body.refresh_token);
  }
}
