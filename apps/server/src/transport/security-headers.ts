import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Config } from '@portal/platform/config';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * What every answer carries. It is put together once, for helmet's middleware does so for each, and
 * as text: some answers are made before there is a reply to set headers on.
 */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(helmetOptions(config))(response.req, response, (error) => {
    if (error instanceof Error) throw error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Puts them on what the server's routes and hooks answer. */
export function sendSecurityHeaders(
  server: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

/**
 * Scripts come from this origin alone and none are inline;
 * styles may be, since the client's style engine writes them; pictures of users are Google's.
 */
function helmetOptions({ publicUrl }: Config): HelmetOptions {
  const isSecure = publicUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Safari before 15.4 did not count sockets among 'self'.
        connectSrc: ["'self'", publicUrl.replace(/^http/, 'ws')],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https://*.googleusercontent.com'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  };
}
