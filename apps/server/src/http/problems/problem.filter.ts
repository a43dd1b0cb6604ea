import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import { PROBLEMS } from '@portal/contracts/problem';
import { LOGGER } from '@portal/platform/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ProblemException } from '../../problems/problem.js';
import { problemOf } from './problem-of.js';
import { sendProblem } from './send-problem.js';

/** Sends any error as `application/problem+json`; a 5xx response hides the details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') {
      this.logger.error({ err: error }, 'error outside of a request');
      return;
    }
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const problem = refusedMethod(error, request, reply) ?? problemOf(error);
    const { status } = PROBLEMS[problem.code];
    if (status >= 500) this.logger.error({ err: error, requestId: request.id }, problem.code);
    if (!reply.sent) sendProblem(problem, request, reply);
  }
}

/** Nest throws this exception if no route matches; the URL may accept another method. */
function refusedMethod(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ProblemException | null {
  if (!(error instanceof NotFoundException)) return null;
  const methods = request.server.servedRoutes.methodsAt(request.url);
  if (methods.length === 0) return null;
  const allowed = methods.join(', ');
  void reply.header('allow', allowed);
  return new ProblemException('method-not-allowed', `This URL accepts ${allowed}`);
}
