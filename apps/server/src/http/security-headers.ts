import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from '@portal/platform/config';

/**
 * Headers that hold for every answer. Scripts come from this origin alone and none are inline;
 * styles may be, since the client's style engine writes them; pictures of people are Google's.
 */
export function securityHeaders({ publicUrl }: Config): FastifyHelmetOptions {
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
