import { createHash } from 'node:crypto';
import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Post,
  Query,
  Req,
  Res,
  UseGuards,
} from '@nestjs/common';
import { emailSchema } from '@portal/contracts/scalars';
import { hasAdmin } from '@portal/persistence/admin/first-admin';
import { STAND_IN } from '@portal/persistence/sign-in/accounts';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Allow } from '../../../http/routes/access.js';
import { ApiResponse } from '../../../http/routes/api-operation.js';
import { invalidUrl } from '../../../problems/invalid-url.js';
import { isPortalUrl } from '../../../http/origin/portal-origin.js';
import { Sessions } from '../../../db/pools.js';
import { nameOfDemoUser } from './demo-accounts.js';
import { DEMO_CLIENT } from './demo-client.js';
import { DemoCodes, type Person } from './demo-codes.js';
import { renderDemoPage, renderLocalPage } from './demo-page.js';
import { LoopbackGuard } from './loopback.guard.js';

const authorizeSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(DEMO_CLIENT.id),
  redirect_uri: z.url(),
  state: z.string().max(2048).optional(),
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional(),
  code_challenge_method: z.literal('S256').optional(),
  login_hint: emailSchema.optional(),
  login_name: z.string().trim().min(1).max(200).optional(),
});
type Authorize = z.infer<typeof authorizeSchema>;

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.literal(DEMO_CLIENT.id),
  client_secret: z.literal(DEMO_CLIENT.secret),
  code: z.string(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
});

const demoTokenSchema = z.object({
  access_token: z.string(),
  expires_in: z.number().int(),
  scope: z.string(),
  token_type: z.literal('Bearer'),
});

const demoUserSchema = z.object({
  sub: z.string(),
  name: z.string(),
  email: emailSchema,
  email_verified: z.boolean(),
});

/** RFC 6749, 5.2 */
const oauthErrorSchema = z.object({ error: z.string(), error_description: z.string() });

/**
 * Replaces Google in development, with the same three endpoints and formats, so that sign-in uses
 * the same code as with Google.
 */
@Controller('demo-identity')
@UseGuards(LoopbackGuard)
export class DemoIdentityController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly codes: DemoCodes,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Shows the accounts, or without the demo a form for one's own name and address; with `login_hint` it redirects immediately, as with an existing session.
   */
  @Get('authorize')
  @Allow.anyone()
  @ApiResponse('The page with the accounts or the form', 'text/html')
  @ApiResponse('A redirect to the portal with a code', null, {
    status: 302,
    headers: { location: 'The redirect URL with `code` and `state`' },
  })
  async authorize(
    @Query({ schema: authorizeSchema }) query: Authorize,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!isPortalUrl(query.redirect_uri, this.config)) {
      throw invalidUrl([{ pointer: 'redirect_uri', detail: 'must be a URL of this portal' }]);
    }
    const { login_hint: email, login_name: name } = query;
    if (email === undefined) {
      const { searchParams } = new URL(request.url, this.config.publicUrl);
      void reply.type('text/html; charset=utf-8').send(await this.page(searchParams));
      return;
    }
    if (this.config.demo && !email.endsWith('@example.com')) {
      throw invalidUrl([{ pointer: 'login_hint', detail: 'must be an email at example.com' }]);
    }
    void reply.redirect(await this.redirectUrl(query, { email, name }), 302);
  }

  @Post('token')
  @HttpCode(200)
  @Allow.anyone()
  @ApiResponse('An access token for the code', demoTokenSchema)
  @ApiResponse('The reason why there is no token', oauthErrorSchema, { status: 400 })
  async token(@Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    const request = tokenSchema.safeParse(body);
    if (!request.success) {
      refuse(reply, 400, 'invalid_request', 'The token request is not valid');
      return;
    }
    const accessToken = await this.codes.redeem({
      code: request.data.code,
      redirectUri: request.data.redirect_uri,
      verifier: request.data.code_verifier,
    });
    if (accessToken === null) {
      refuse(reply, 400, 'invalid_grant', 'The code was not accepted');
      return;
    }
    void reply.send({
      access_token: accessToken,
      expires_in: 60,
      scope: 'openid email profile',
      token_type: 'Bearer',
    });
  }

  @Get('userinfo')
  @Allow.anyone()
  @ApiResponse('The user of the access token', demoUserSchema)
  @ApiResponse('The token is not known', oauthErrorSchema, { status: 401 })
  async userInfo(
    @Res() reply: FastifyReply,
    @Headers('authorization') authorization?: string,
  ): Promise<void> {
    const person = await this.codes.personOf(authorization?.replace(/^Bearer /, '') ?? '');
    if (person === null) {
      refuse(reply, 401, 'invalid_request', 'The access token was not accepted');
      return;
    }
    const { email, name = nameOfDemoUser(email) } = person;
    void reply.send({
      ...{ sub: subOf(email), name, email },
      email_verified: true,
    });
  }

  private async page(query: URLSearchParams): Promise<string> {
    return this.config.demo
      ? renderDemoPage(query)
      : renderLocalPage(query, !(await hasAdmin(this.sessions)));
  }

  private async redirectUrl(query: Authorize, person: Person): Promise<string> {
    const { redirect_uri: redirectUri, code_challenge: challenge } = query;
    const code = await this.codes.issueCode({
      ...person,
      redirectUri,
      ...(challenge === undefined ? {} : { challenge }),
    });
    const url = new URL(query.redirect_uri);
    url.searchParams.set('code', code);
    if (query.state !== undefined) url.searchParams.set('state', query.state);
    return url.href;
  }
}

/** Always the same for an address, and not the address, as with Google. */
function subOf(email: string): string {
  return `${STAND_IN}${createHash('sha256').update(email).digest('hex').slice(0, 20)}`;
}

/** In the format of OAuth, which the client library expects. */
function refuse(reply: FastifyReply, status: number, error: string, description: string): void {
  void reply.code(status).send({ error, error_description: description });
}
