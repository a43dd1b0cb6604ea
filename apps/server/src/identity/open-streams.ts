import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { keepsGrants } from '@portal/domain/caller';
import { LOGGER } from '@portal/platform/tokens';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { onResponseClose } from '../http/response-close.js';
import { Authenticator } from './authenticator.js';
import { bearerIn } from './bearer.js';
import type { CallerSession } from './caller-session.js';

/** A response that is sent in pieces, and the credential that it was begun with. */
interface OpenStream {
  readonly caller: CallerSession;
  readonly token: string;
  readonly response: ServerResponse;
  readonly since: number;
  /** What the client had taken when it was last seen to take anything, and when that was. */
  taken: { readonly bytes: number; readonly at: number };
  /** When the rights were asked for of which the last answer tells. */
  rightsOf: number;
  isAsking: boolean;
}

/**
 * Aborts streamed responses that their callers may no longer read, that a client does not read, and
 * that take too long. It sees every stream to a caller, whatever feature sends it.
 */
@Injectable()
export class OpenStreams {
  /** Tests set them. Rights are asked for at each check, and may not be older than `rightsMs`. */
  limits = { checkMs: 4_000, rightsMs: 8_000, unreadMs: 30_000, longestMs: 10 * 60_000 };

  constructor(
    private readonly authenticator: Authenticator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  attachTo(server: FastifyInstance): void {
    server.addHook('onSend', async (request, reply, payload) => {
      const { caller } = request;
      const token = bearerIn(request);
      if (payload instanceof Readable && caller && token !== undefined) {
        this.follow(caller, token, reply.raw);
      }
      return payload;
    });
  }

  private follow(caller: CallerSession, token: string, response: ServerResponse): void {
    const since = performance.now();
    const taken = { bytes: 0, at: since };
    const state = { taken, rightsOf: since, isAsking: false };
    const stream: OpenStream = { caller, token, response, since, ...state };
    const timer = setInterval(() => void this.check(stream), this.limits.checkMs).unref();
    onResponseClose(response, () => clearInterval(timer));
  }

  private async check(stream: OpenStream): Promise<void> {
    const reason = this.slowness(stream) ?? (await this.lossOfRights(stream));
    if (reason === undefined || stream.response.destroyed) return;
    this.logger.info({ userId: stream.caller.userId, reason }, 'a streamed response was aborted');
    stream.response.destroy();
  }

  private slowness(stream: OpenStream): string | undefined {
    const now = performance.now();
    const { socket } = stream.response;
    // Without bytes that wait, it is the server that has nothing to send yet.
    const waiting = socket?.writableLength ?? 0;
    const bytes = (socket?.bytesWritten ?? 0) - waiting;
    if (waiting === 0 || bytes !== stream.taken.bytes) stream.taken = { bytes, at: now };
    if (now - stream.since >= this.limits.longestMs) return 'it took too long';
    return now - stream.taken.at >= this.limits.unreadMs ? 'its client does not read' : undefined;
  }

  /** Who cannot be asked about in time counts as without rights; one read that fails is followed by the next one. */
  private async lossOfRights(stream: OpenStream): Promise<string | undefined> {
    const asked = performance.now();
    if (asked - stream.rightsOf >= this.limits.rightsMs) return 'its rights are not read in time';
    if (stream.isAsking) return undefined;
    stream.isAsking = true;
    try {
      const [now] = await this.authenticator.renewAll([stream]);
      stream.rightsOf = asked;
      return now && keepsGrants(now, stream.caller)
        ? undefined
        : 'its caller has lost rights that it began with';
    } catch (error) {
      this.logger.warn({ err: error }, 'the rights of a streamed response could not be read');
      return undefined;
    } finally {
      stream.isAsking = false;
    }
  }
}
