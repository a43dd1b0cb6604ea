import { Strategy, type StrategyOptions } from 'passport-google-oauth20';

/** A code as a browser brought it back, with what it was asked for with. */
export interface CodeGrant {
  readonly code: string;
  readonly redirect_uri: string;
  readonly code_verifier?: string | undefined;
}

/**
 * One exchange of an authorisation code through passport's Google strategy. Passport reports by
 * calling `success`, `fail` or `error` on the strategy, which its Express middleware would add per
 * request; here one strategy lives for one exchange and has them itself.
 */
export class GoogleCodeExchange extends Strategy {
  private resolve: (profile: unknown) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  constructor(
    options: StrategyOptions,
    private readonly grant: CodeGrant,
  ) {
    super(options, (_accessToken, _refreshToken, profile, done) => done(null, profile));
    // Else the access token would travel in the address, and end in logs.
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  /** The profile as passport read it; rejects with whatever error passport gives. */
  run(): Promise<unknown> {
    const { code, redirect_uri } = this.grant;
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      drive(this, code, redirect_uri);
    });
  }

  override tokenParams(): object {
    const { code_verifier } = this.grant;
    return code_verifier === undefined ? {} : { code_verifier };
  }

  override success(profile: object): void {
    this.resolve(profile);
  }

  override error(error: unknown): void {
    this.reject(error);
  }

  override fail(): void {
    this.reject(new Error('passport gave no profile'));
  }
}

/** The strategy's own call, freed from Express's request type. */
interface BareStrategy {
  authenticate(request: object, options: object): void;
}

/** Hands over what the strategy reads of an Express request, and no more. */
function drive(strategy: BareStrategy, code: string, redirectUri: string): void {
  strategy.authenticate({ query: {}, body: { code } }, { callbackURL: redirectUri });
}
