import { Inject, Injectable } from '@nestjs/common';
import type { TokenRequest, TokenResponse } from '@portal/contracts/auth';
import { sql } from '@portal/persistence/sql';
import type { Config } from '@portal/platform/config';
import { AccessTokens } from '../access-token.js';
import { CallerDirectory } from '../caller-directory.js';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../http/problems/problem.js';
import { CONFIG } from '../../platform.tokens.js';
import { IdentityProvider } from './identity-provider.js';
import { UserRegistration } from './user-registration.js';
import { isPortalUrl } from '../../http/origin/portal-origin.js';
import { RefreshTokens, type Session } from './refresh-tokens.js';

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
    private readonly reads: Reads,
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
    return this.answer(await this.refreshTokens.open(userId, userAgent));
  }

  async refresh(refreshToken: string): Promise<SignedIn> {
    return this.answer(await this.refreshTokens.rotate(refreshToken));
  }

  /** @returns the session; null if the token is unknown, which ends nothing */
  signOut(refreshToken: string): Promise<SignedIn['session'] | null> {
    return this.refreshTokens.close(refreshToken);
  }

  private async answer(session: Session): Promise<SignedIn> {
    const user = await this.directory.findUser(session.userId, session.id, null);
    if (!user) throw new ProblemException('invalid-refresh-token', 'The session has ended');
    const { pod_name, picture } = await this.detailsOf(user.id);
    const tokens = {
      access_token: await this.accessTokens.sign({
        sub: String(user.id),
        sid: session.id,
        projects_auth: user.grants,
        pod_name,
      }),
      refresh_token: session.refreshToken,
      user: { name: user.name, email: user.email, picture },
    };
    return { session, tokens };
  }

  /** For a user in several pods, the oldest membership counts. */
  private async detailsOf(
    userId: number,
  ): Promise<{ pod_name: string | null; picture: string | null }> {
    const rows = await this.reads.prepared.query<{
      pod_name: string | null;
      picture: string | null;
    }>(
      sql`
        SELECT app_user.picture, (
          SELECT pod_name FROM core.pod_member
          WHERE user_email = app_user.email ORDER BY created_at, id LIMIT 1) AS pod_name
        FROM core.app_user WHERE id = $1`,
      [userId],
    );
    return rows[0] ?? { pod_name: null, picture: null };
  }
}
