import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, Registry } from 'prom-client';

const API = /^\/(?:api|health|metrics|demo-identity)(?:\/|$)/;

/** Counts and times requests by the pattern of their route. */
@Injectable()
export class RequestMetrics {
  constructor(adapter: HttpAdapterHost, registry: Registry) {
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its response, by route pattern',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    // Hooks apply only to routes that are registered after them.
    const server = adapter.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onResponse', (request, reply, done) => {
      durations.observe(
        { method: request.method, route: routeOf(request), status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      done();
    });
  }
}

/** Never the URL itself: its values are unbounded. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return '(none)';
  return API.test(url) ? url : '(web client)';
}
