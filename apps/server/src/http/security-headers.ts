import type { Config } from '@portal/platform/config';
import type { FastifyInstance } from 'fastify';

/**
 * The security headers of every response.
 *
 * Scripts come from this origin only and are never inline. Styles may be inline, because the
 * client's style engine writes them. Pictures of users come from Google.
 */
export function securityHeaders({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Readonly<Record<string, string>> {
  const isSecure = publicUrl.startsWith('https:');
  const policy = [
    "default-src 'self'",
    // Before 15.4 Safari did not match WebSockets to 'self'.
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://*.googleusercontent.com",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

/** Adds the headers to the responses of routes and hooks. */
export function sendSecurityHeaders(
  server: FastifyInstance,
  headers: Readonly<Record<string, string>>,
): void {
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
