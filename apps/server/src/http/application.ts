import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_UPLOAD_BYTES } from '@portal/contracts/constants';
import type { Config } from '@portal/platform/config';
import { NestLogger } from '@portal/platform/logging';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { serveWebClient } from '../static/web-client.js';
import { API_PREFIX, FORM_PATH, OUTSIDE_OF_THE_PREFIX, UPLOAD_PATH } from './addresses.js';
import { trustProxyOf } from './client-address.js';
import { Drain } from './drain.js';
import { takeJsonBodies } from './json-bodies.js';
import { problemOf } from './problem-of.js';
import { refuseUnreadableQueries } from './query-strings.js';
import { RepeatedAnswers } from './repeated-answers.js';
import { logRequests, REQUEST_ID } from './request-log.js';
import { securityHeaders, sendSecurityHeaders } from './security-headers.js';
import { refuseConnection, sendProblem } from './send-problem.js';
import { ServedRoutes } from './served-routes.js';

const FORM = 'application/x-www-form-urlencoded';
const FORMS: Readonly<Record<string, string>> = {
  [FORM]: FORM_PATH,
  'multipart/form-data': UPLOAD_PATH,
};
const MAX_BODY_BYTES = 1024 * 1024;
const ROUTER_OPTIONS = {
  ignoreTrailingSlash: true,
  /** Long enough for an e-mail address, percent-encoded. */
  maxParamLength: 800,
};

/** The server of `root`, wired but not yet listening. */
export async function createApplication(
  root: DynamicModule,
  config: Config,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const headers = securityHeaders(config);
  const adapter = new FastifyAdapter({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustProxyOf(config),
    // Ends connections nobody is asking on, and lets requests under way finish.
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headers, logger),
    // What the router itself refuses reaches no filter and no hook.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(
        problemOf(error),
        request,
        reply.headers({ ...headers, [REQUEST_ID]: request.id }),
      ),
    routerOptions: ROUTER_OPTIONS,
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  // Fastify's own JSON parser stays: its errors have codes, where Nest's are bare syntax errors.
  app.useBodyParser(FORM);
  const server = adapter.getInstance();
  takeJsonBodies(server);
  server.decorateRequest('caller', null);
  server.decorateRequest('asker', null);
  const servedRoutes = new ServedRoutes(ROUTER_OPTIONS);
  server.decorate('servedRoutes', servedRoutes);
  servedRoutes.watch(server);
  logRequests(server, logger);
  app.get(Drain).watch(server);
  refuseUnreadableQueries(server);
  sendSecurityHeaders(server, headers);
  takeFormsAtTheirAddresses(server);
  unpackNoReads(server);
  app.get(RepeatedAnswers).watch(server);
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    // The level at which brotli costs what gzip does.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await server.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, parts: 11 },
  });
  app.setGlobalPrefix(API_PREFIX, { exclude: OUTSIDE_OF_THE_PREFIX });
  await serveWebClient(server);
  return app;
}

/** Unpacking what comes in is prepared for each request, which a read without a body need not pay for. */
function unpackNoReads(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.decompress = false;
  });
}

/** Anywhere else a form would be read, and nothing of it taken. */
function takeFormsAtTheirAddresses(server: FastifyInstance): void {
  server.removeContentTypeParser('text/plain');
  server.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type']?.toLowerCase();
    const form = type && Object.keys(FORMS).find((known) => type.startsWith(known));
    if (!form || FORMS[form] === request.routeOptions.url) done();
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(form));
  });
}
