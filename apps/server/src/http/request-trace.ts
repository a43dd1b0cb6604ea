import { beginSpan, isTracing, type OpenSpan } from '@portal/platform/tracing';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without tracing. */
    span: OpenSpan | undefined;
  }
}

/**
 * One span for each request, from its head to the end of its response. It continues the trace of the
 * client's `traceparent`. Does nothing without tracing.
 */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  server.decorateRequest('span', undefined);
  server.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? '(none)';
    const span = beginSpan(`${request.method} ${route}`, {
      kind: 'server',
      facts: { 'http.request.method': request.method, 'http.route': route, requestId: request.id },
      parent: parentIn(request.headers['traceparent']),
    });
    request.span = span;
    if (span) span.run(done);
    else done();
  });
  // The body arrives in events of the socket, which belong to no request.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const { caller, span } = request;
    span?.end(
      {
        'http.response.status_code': reply.statusCode,
        ...(caller && { 'enduser.id': String(caller.userId) }),
      },
      reply.statusCode >= 500 ? new Error('5xx') : undefined,
    );
    done();
  });
}

function parentIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
