import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CallerSession } from './caller-session.js';

/**
 * The signed-in caller of the request.
 * @throws {Error} on a public route: a mistake in the code
 */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerSession => {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!caller) throw new Error('A route that has a caller must not allow anyone');
    return caller;
  },
);
