import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ProblemException } from '../../../http/problem.js';
import { isLoopbackName } from '../portal-origin.js';

const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * The demo identity provider answers this machine alone: by the socket's own address, which no
 * header can change, and only under this machine's own names, so that no foreign page reaches it
 * by pointing a name of its own here. A request that was forwarded came from elsewhere.
 */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { raw, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
    const isLocal =
      LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') && isLoopbackHost(headers.host);
    if (isLocal && !isForwarded) return true;
    throw new ProblemException('not-found', 'There is nothing at this address');
  }
}

function isLoopbackHost(host: string | undefined): boolean {
  const address = `http://${host ?? ''}`;
  return URL.canParse(address) && isLoopbackName(new URL(address).hostname);
}
