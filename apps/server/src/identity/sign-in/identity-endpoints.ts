import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { AuthConfig } from '@portal/contracts/auth';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { DEMO_CLIENT, DEMO_PATHS } from './demo-identity/demo-client.js';
import { originForHost } from '../../http/origin/portal-origin.js';

const GOOGLE = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
};

export interface IdentityClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

/** The endpoints of the identity provider: Google, or the demo provider in this process. */
@Injectable()
export class IdentityEndpoints {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
  ) {}

  /** The sign-in settings for a browser at `host`. */
  forBrowser(host: string | undefined): AuthConfig {
    const { identity, googleEndpoints } = this.config;
    const origin = originForHost(host, this.config);
    const isDemo = identity.kind === 'demo';
    return {
      authorization_url: isDemo
        ? `${origin}${DEMO_PATHS.authorize}`
        : (googleEndpoints ?? GOOGLE).authorizationUrl,
      client_id: isDemo ? DEMO_CLIENT.id : identity.clientId,
      redirect_uri: `${origin}/`,
      scope: 'email profile openid',
    };
  }

  /** The settings with which this server exchanges a code. */
  forServer(): IdentityClient {
    const { identity } = this.config;
    if (identity.kind === 'demo') {
      const ownUrl = this.ownUrl();
      return {
        clientId: DEMO_CLIENT.id,
        clientSecret: DEMO_CLIENT.secret,
        tokenUrl: `${ownUrl}${DEMO_PATHS.token}`,
        userInfoUrl: `${ownUrl}${DEMO_PATHS.userInfo}`,
      };
    }
    const { tokenUrl, userInfoUrl } = this.config.googleEndpoints ?? GOOGLE;
    return {
      clientId: identity.clientId,
      clientSecret: identity.clientSecret,
      tokenUrl,
      userInfoUrl,
    };
  }

  /** A loopback URL, because the demo provider accepts no other requests. */
  private ownUrl(): string {
    const address = this.adapterHost.httpAdapter.getHttpServer().address();
    if (address === null || typeof address === 'string') {
      throw new Error('The demo identity provider needs a listening server');
    }
    const host = address.family === 'IPv6' && address.address !== '::' ? '[::1]' : '127.0.0.1';
    return `http://${host}:${address.port}`;
  }
}
