import type {} from 'fastify';
import type { Asker } from './asker.js';
import type { ProvableCaller } from './caller-proof.js';
import type { BegunRead } from './proven-read.js';

/** A caller as one credential proved them, until it runs out. */
export interface CallerSession extends ProvableCaller {
  /** When the credential ends; null for an API token without an end. */
  readonly expiresAt: Date | null;
  /** The family of refresh tokens that the access token came from; null for API tokens. */
  readonly sessionId: string | null;
  /** Of the project the request is about or asks for, when the caller was read; null without one. */
  readonly projectRevision: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard on every route that needs a caller and does not read ahead. */
    caller: CallerSession | null;
    /** Set by the access guard on routes that read ahead. */
    asker: Asker | null;
    /** What is likely to be read on such a route, under way. */
    begunRead: BegunRead | null;
  }
}
