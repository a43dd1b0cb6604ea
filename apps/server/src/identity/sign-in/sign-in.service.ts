import { Inject, Injectable } from '@nestjs/common';
import type { TokenRequest, TokenResponse } from '@portal/contracts/auth';
import { type AccountDetails, readAccountDetails } from '@portal/persistence/sign-in/accounts';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { AccessTokens } from '../access-token.js';
import { CallerDirectory, type User } from '../caller-directory.js';
import { ProblemException } from '../../problems/problem.js';
import { IdentityProvider } from './identity-provider.js';
import { UserRegistration } from './user-registration.js';
import { isPortalUrl } from '../../http/origin/portal-origin.js';
import { type Reading, RefreshTokens, type Session } from './refresh-tokens.js';

/** Tokens, and whose session they are of. */
export interface SignedIn {
  readonly session: Pick<Session, 'userId' | 'id'>;
  readonly tokens: TokenResponse;
}

/** Sign-in, refresh and sign-out. */
@Injectable()
export class SignInService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly identities: IdentityProvider,
    private readonly users: UserRegistration,
    private readonly refreshTokens: RefreshTokens,
    private readonly accessTokens: AccessTokens,
    private readonly directory: CallerDirectory,
  ) {}

  /**
   * @param defaultRedirectUri used if the request has no redirect_uri
   * @param userAgent the header of the request
   */
  async signIn(
    request: TokenRequest,
    defaultRedirectUri: string,
    userAgent: string,
  ): Promise<SignedIn> {
    const redirectUri = request.redirect_uri ?? defaultRedirectUri;
    if (!isPortalUrl(redirectUri, this.config)) {
      throw new ProblemException('invalid-input', 'The body is not valid', [
        { pointer: '/redirect_uri', detail: 'must be a URL of this portal' },
      ]);
    }
    const identity = await this.identities.exchange({ ...request, redirect_uri: redirectUri });
    const userId = await this.users.admit(identity);
    return this.answer(await this.refreshTokens.open(userId, userAgent, this.read));
  }

  async refresh(refreshToken: string): Promise<SignedIn> {
    return this.answer(await this.refreshTokens.rotate(refreshToken, this.read));
  }

  /** @returns the session; null if the token is unknown, which ends nothing */
  signOut(refreshToken: string): Promise<SignedIn['session'] | null> {
    return this.refreshTokens.close(refreshToken);
  }

  private readonly read: Reading<User & AccountDetails> = async (tx, { userId, id }) => {
    const user = await this.directory.findUser(userId, id, null, tx);
    if (!user) throw new ProblemException('invalid-refresh-token', 'The session has ended');
    const details = await readAccountDetails(tx, userId);
    return { ...user, ...(details ?? { pod_name: null, picture: null }) };
  };

  private async answer({
    session,
    found: { id, grants, pod_name, name, email, picture },
  }: {
    readonly session: Session;
    readonly found: User & AccountDetails;
  }): Promise<SignedIn> {
    const tokens = {
      access_token: await this.accessTokens.sign({
        sub: String(id),
        sid: session.id,
        projects_auth: grants,
        pod_name,
      }),
      refresh_token: session.refreshToken,
      user: { name, email, picture },
    };
    return { session, tokens };
  }
}
