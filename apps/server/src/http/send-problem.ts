import { type Problem, PROBLEMS } from '@portal/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemException } from './problem.js';

/** Ends the request with the problem; its id travels as `instance`. */
export function sendProblem(
  problem: ProblemException,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status } = PROBLEMS[problem.code];
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply
    .code(status)
    .type('application/problem+json')
    .send(JSON.stringify(renderProblem(problem, request.id)));
}

function renderProblem(problem: ProblemException, requestId: string): Problem {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `urn:portal:problem:${problem.code}`,
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    instance: requestId,
    ...(problem.errors && { errors: [...problem.errors] }),
  };
}
