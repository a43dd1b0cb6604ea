import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isFromThisMachine } from '@portal/platform/loopback';
import { ProblemException } from '../../../problems/problem.js';

/** Allows requests from this machine only. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (isFromThisMachine(context.switchToHttp().getRequest<FastifyRequest>().raw)) return true;
    throw new ProblemException('not-found', 'There is nothing at this URL');
  }
}
