import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Stamp } from '@portal/contracts/stamp';
import type { FastifyRequest } from 'fastify';

/**
 * The stamp of the project in the path, read with the caller. A response that is true at this stamp
 * includes everything that was committed before the request.
 * @throws {Error} on a route whose `Allow` has no project: a mistake in the code
 */
export const ProjectStamp = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Stamp => {
    const stamp = stampOf(context);
    if (stamp === null) throw new Error('A route without a project asked for its stamp');
    return stamp;
  },
);

/** The stamp of the project in the query (`revisionParam`); null if the project does not exist. */
export const QueryStamp = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  stampOf(context),
);

function stampOf(context: ExecutionContext): Stamp | null {
  return context.switchToHttp().getRequest<FastifyRequest>().caller?.projectStamp ?? null;
}
