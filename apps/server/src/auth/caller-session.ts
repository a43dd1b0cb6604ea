import type { Caller } from '@portal/domain/caller';
import type {} from 'fastify';

/** A caller as one credential proved them, until it runs out. */
export interface CallerSession extends Caller {
  /** When the credential ends; null for an API token without an end. */
  readonly expiresAt: Date | null;
  /** The family of refresh tokens that the access token came from; null for API tokens. */
  readonly sessionId: string | null;
  /** The revision of the project that the request is about, when the caller was read; null without one. */
  readonly projectRevision: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on every route that needs a caller. */
    caller: CallerSession | null;
  }
}
