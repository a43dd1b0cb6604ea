import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Claim,
  claimKey,
  giveUpKey,
  keepAnswer,
  renewLease,
} from '@portal/persistence/idempotency-keys';
import { LOGGER } from '@portal/platform/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { keptAnswerOf } from './kept-answer.js';
import { keyOf } from './key-header.js';
import { Replay } from './replay.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Renews the lease of the request's `Idempotency-Key`; null if it has none. */
    keyLease: NodeJS.Timeout | null;
  }
}

const RENEW_MS = 10_000;
const MAX_ANSWER_BYTES = 256 * 1024;

/** Sees to it that requests with the same `Idempotency-Key` do their work once, on all servers. */
@Injectable()
export class IdempotencyKeys {
  /** Tests set them. */
  renewMs = RENEW_MS;
  maxAnswerBytes = MAX_ANSWER_BYTES;

  constructor(
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Keeps the answers of requests that have a key. */
  attachTo(server: FastifyInstance): void {
    server.decorateRequest('keyLease', null);
    server.addHook('onSend', async (request, reply, payload) => {
      if (request.keyLease !== null) await this.end(request, reply, payload);
      return payload;
    });
  }

  /**
   * Claims the key of a request, if it has one, for its caller and route.
   * @param file the hash of a file that is part of the request
   * @returns whether it has one: its changes are then to be marked
   * @throws {Replay} if the request was answered before
   * @throws {ProblemException} if another request has the key, or it is invalid
   */
  async claim(request: FastifyRequest, file?: string): Promise<boolean> {
    const key = keyOf(request);
    if (key === undefined) return false;
    const { id: requestId, caller, routeOptions } = request;
    if (!caller) throw new Error('A key was claimed before the caller was known');
    const claim = await claimKey(this.sessions, {
      userId: caller.userId,
      grants: caller.grants,
      route: routeOptions.url ?? '',
      key,
      fingerprint: fingerprintOf(request, file),
      requestId,
    });
    if (claim !== 'claimed') throw refusalOf(claim);
    request.keyLease = setInterval(() => {
      // If it fails, the next one renews the lease, or its change finds that it is gone.
      void renewLease(this.sessions, requestId).catch(() => undefined);
    }, this.renewMs).unref();
    return true;
  }

  /** An answer that cannot be stored is sent all the same: a change is marked as done. */
  private async end(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    clearInterval(request.keyLease ?? undefined);
    request.keyLease = null;
    const answer = keptAnswerOf(reply, payload, this.maxAnswerBytes);
    try {
      if (answer) await keepAnswer(this.sessions, request.id, answer);
      else await giveUpKey(this.sessions, request.id);
    } catch (error) {
      this.logger.warn({ err: error, requestId: request.id }, 'an answer was not kept for its key');
    }
  }
}

/** Of the whole request: the route of the key has no values of its parameters. */
function fingerprintOf({ method, url, body }: FastifyRequest, file: string | undefined): string {
  return hash('sha256', JSON.stringify([method, url, body ?? null, file ?? null]), 'base64url');
}

function refusalOf(claim: Exclude<Claim, 'claimed'>): Error {
  switch (claim) {
    case 'running':
      return new ProblemException(
        'idempotency-key-in-use',
        'The first request with this Idempotency-Key still runs; send it again in a moment',
      );
    case 'other-request':
      return new ProblemException(
        'idempotency-key-reused',
        'This Idempotency-Key was used for a request with another path, query or body; ' +
          'a new request needs a new key',
      );
    case 'answer-lost':
      return new ProblemException(
        'idempotency-answer-lost',
        'The first request with this Idempotency-Key has made its change, but its answer was not ' +
          'kept: it was too large, an error came after the change, or the server stopped. ' +
          'Nothing was done again; read what there is now',
      );
    case 'rights-lost':
      return new ProblemException(
        'forbidden',
        'You have lost permissions since the first request with this Idempotency-Key: its answer is ' +
          'no longer shown. Nothing was done again',
      );
    default:
      return new Replay(claim);
  }
}
