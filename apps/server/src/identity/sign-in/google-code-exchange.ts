import { Strategy, type StrategyOptions } from 'passport-google-oauth20';

/** A code from the browser, with the parameters of its request. */
export interface CodeGrant {
  readonly code: string;
  readonly redirect_uri: string;
  readonly code_verifier?: string | undefined;
}

/**
 * Exchanges one authorization code through passport's Google strategy. Passport reports by calling
 * `success`, `fail` or `error`, which its Express middleware adds per request; here each exchange
 * has its own strategy with these methods.
 */
export class GoogleCodeExchange extends Strategy {
  private resolve: (profile: unknown) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  constructor(
    options: StrategyOptions,
    private readonly grant: CodeGrant,
  ) {
    super(options, (_accessToken, _refreshToken, profile, done) => done(null, profile));
    // Otherwise the access token would be in the URL and in logs.
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  /** The profile as passport parsed it; rejects with the error of passport. */
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
    this.reject(new Error('passport returned no profile'));
  }
}

/** The call of the strategy without Express's request type. */
interface BareStrategy {
  authenticate(request: object, options: object): void;
}

/** Calls the strategy with only those parts of an Express request that it reads. */
function drive(strategy: BareStrategy, code: string, redirectUri: string): void {
  strategy.authenticate({ query: {}, body: { code } }, { callbackURL: redirectUri });
}
