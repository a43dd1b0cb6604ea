import type { Stamp } from '@portal/contracts/stamp';
import type { Caller } from '@portal/domain/caller';
import type {} from 'fastify';

/** A caller, authenticated by one credential until it expires. */
export interface CallerSession extends Caller {
  /** Expiry of the credential; null for an API token without one. */
  readonly expiresAt: Date | null;
  /** The token family of the session; null for API tokens. */
  readonly sessionId: string | null;
  /** The stamp of the request's project when the caller was read; null without a project. */
  readonly projectStamp: Stamp | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need a caller, before the body is read. */
    caller: CallerSession | null;
  }
}
