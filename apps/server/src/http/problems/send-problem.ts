import { type Problem, PROBLEMS, retryAfterOf } from '@portal/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemException } from '../../problems/problem.js';
import { addToLog } from '../request-log.js';

/** Ends the request with the problem; `instance` is the id of the request. */
export function sendProblem(
  problem: ProblemException,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status } = PROBLEMS[problem.code];
  addToLog(request, { problem: problem.code });
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  const retryAfter = problem.retryAfter ?? retryAfterOf(problem.code);
  if (retryAfter !== null) void reply.header('retry-after', retryAfter);
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(renderProblem(problem, request.id)));
}

export function renderProblem(problem: ProblemException, requestId: string): Problem {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `urn:portal:problem:${problem.code}`,
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    instance: requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
    ...problem.members,
  };
}
