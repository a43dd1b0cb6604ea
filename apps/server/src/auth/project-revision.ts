import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/**
 * The revision of the project in the path, read with the caller. A response that is true at this
 * revision includes everything that was committed before the request.
 * @throws {Error} on a route whose `Allow` has no project: a mistake in the code
 */
export const ProjectRevision = createParamDecorator(
  (_data: unknown, context: ExecutionContext): number => {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller?.projectRevision == null)
      throw new Error('A route without a project asked for its revision');
    return caller.projectRevision;
  },
);

/**
 * The revision of the project in the query (`revisionParam`); null if the project does not exist.
 */
export const QueryRevision = createParamDecorator(
  (_data: unknown, context: ExecutionContext): number | null =>
    context.switchToHttp().getRequest<FastifyRequest>().caller?.projectRevision ?? null,
);
