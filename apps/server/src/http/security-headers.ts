import type { Config } from '@portal/platform/config';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Puts them on every answer. They are put together once; Fastify's plugin does so for each request. */
export function sendSecurityHeaders(server: FastifyInstance, config: Config): void {
  const setHeaders = helmet(securityHeaders(config));
  server.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.raw, reply.raw, (error) => (error instanceof Error ? done(error) : done()));
  });
}

/**
 * Headers that hold for every answer. Scripts come from this origin alone and none are inline;
 * styles may be, since the client's style engine writes them; pictures of people are Google's.
 */
function securityHeaders({ publicUrl }: Config): HelmetOptions {
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
