import { join } from 'node:path';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { FORMAT_LIMITS } from '@portal/contracts/file-formats';
import { MAX_UPLOAD_BYTES } from '@portal/contracts/constants';
import { setReportingZone } from '@portal/contracts/reporting-zone';
import type { Config } from '@portal/platform/config';
import { NestLogger } from '@portal/platform/logging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { refuseConnection } from './http/input/invalid-http.js';
import { serveWebClient } from './static/web-client.js';
import {
  refuseUnsupportedBodies,
  FORM_TYPE,
  MAX_BODY_BYTES,
} from './http/input/accepted-bodies.js';
import { API_PREFIX, PREFIX_EXCEPTIONS } from './http/routes/paths.js';
import { Authenticator } from './identity/authenticator.js';
import { trustProxyOf } from './http/origin/client-ip.js';
import { Drain } from './http/drain.js';
import { refuseForeignPages } from './http/origin/foreign-pages.js';
import { identifyCallers } from './identity/identify-callers.js';
import { OpenStreams } from './identity/open-streams.js';
import { parseJsonBodies } from './http/input/json-bodies.js';
import { IdempotencyKeys } from './http/idempotency/idempotency-keys.js';
import { problemOf } from './http/problems/problem-of.js';
import { refuseUnreadableQueries } from './http/input/query-strings.js';
import { disableCaching } from './http/output/cache-control.js';
import { MAX_HEAD_BYTES, refuseLongUrls } from './http/input/long-urls.js';
import { logRequests, REQUEST_ID, requestIdOf } from './http/request-log.js';
import { traceRequests } from './http/request-trace.js';
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.js';
import { sendProblem } from './http/problems/send-problem.js';
import { ServedRoutes } from './http/routes/served-routes.js';
import {
  endSlowBodies,
  isUploading,
  REQUEST_TIMEOUTS,
  type RequestTimeouts,
} from './http/input/slow-requests.js';
import { refuseUnknownRoutes } from './http/input/unknown-routes.js';
import { UpgradableRequest } from './http/upgrades.js';

/**
 * The configured server of `root`; it does not listen yet.
 * @param timeouts of slow requests
 */
export async function createApplication(
  root: DynamicModule,
  config: Config,
  logger: Logger,
  timeouts: RequestTimeouts = REQUEST_TIMEOUTS,
): Promise<NestFastifyApplication> {
  setReportingZone(config.reportingTimeZone);
  const headers = securityHeaders(config);
  const trustProxy = trustProxyOf(config);
  const adapter = new FastifyAdapter({
    logger: false,
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      IncomingMessage: UpgradableRequest,
      connectionsCheckingInterval: timeouts.checkMs,
      headersTimeout: timeouts.headersMs,
    },
    requestTimeout: timeouts.requestMs,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy,
    // Closes idle connections and lets running requests finish.
    forceCloseConnections: 'idle',
    genReqId: (request: IncomingMessage) => requestIdOf(request, trustProxy),
    clientErrorHandler: (error, socket) => {
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (isLate && isUploading(socket)) return;
      refuseConnection(error, socket, headers, logger);
    },
    // Errors of the router reach no filter and no hook.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(
        problemOf(error),
        request,
        reply.headers({ ...headers, [REQUEST_ID]: request.id }),
      ),
    routerOptions: {
      ignoreTrailingSlash: true,
      /** Enough for a percent-encoded email. */
      maxParamLength: 800,
    },
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  // Keeps Fastify's JSON parser: its errors have codes; Nest's are plain syntax errors.
  app.useBodyParser(FORM_TYPE);
  const server = adapter.getInstance();
  parseJsonBodies(server);
  server.decorateRequest('caller', null);
  server.decorateRequest('rights', null);
  const servedRoutes = new ServedRoutes();
  server.decorate('servedRoutes', servedRoutes);
  servedRoutes.attachTo(server);
  traceRequests(server);
  logRequests(server, logger);
  app.get(Drain).attachTo(server);
  sendSecurityHeaders(server, headers);
  disableCaching(server);
  endSlowBodies(server, timeouts);
  // The following hooks may refuse a request, in this order.
  refuseLongUrls(server);
  refuseUnknownRoutes(server);
  refuseForeignPages(server, config);
  identifyCallers(server, app.get(Authenticator));
  refuseUnreadableQueries(server);
  refuseUnsupportedBodies(server);
  app.get(OpenStreams).attachTo(server);
  // Before the compression, so that it keeps answers as they are.
  app.get(IdempotencyKeys).attachTo(server);
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    // At this level brotli is as fast as gzip.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await server.register(multipart, {
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 1,
      fields: 10,
      parts: 11,
      fieldSize: FORMAT_LIMITS.maxSettings,
    },
  });
  app.setGlobalPrefix(API_PREFIX, { exclude: PREFIX_EXCEPTIONS });
  serveWebClient(server, { store: join(config.dataDir, 'client'), logger });
  return app;
}
