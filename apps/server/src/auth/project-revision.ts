import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * The revision of the project in the path, read along with the caller: an answer that is true at it
 * shows everything that was committed before the request came.
 * @throws {Error} on a route whose `Allow` names no project: a mistake in the code
 */
export const ProjectRevision = createParamDecorator(
  (_data: unknown, context: ExecutionContext): number => {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller?.projectRevision == null)
      throw new Error('A route about no project asked for its revision');
    return caller.projectRevision;
  },
);

/** The same of the project that a query names (`revisionParam`); null when it is not there. */
export const QueryRevision = createParamDecorator(
  (_data: unknown, context: ExecutionContext): number | null =>
    context.switchToHttp().getRequest<FastifyRequest>().caller?.projectRevision ?? null,
);
