import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { VERSION } from '@portal/contracts/version';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { isFromThisMachine } from './loopback.js';

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The metrics of one process: memory, CPU, garbage collection and event loop lag of Node, and the
 * version that runs.
 */
export function openRegistry(part: 'server' | 'worker'): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; the labels have the version of the portal and of Node',
    labelNames: ['part', 'version', 'node'],
    registers: [registry],
  });
  build.set({ part, version: VERSION, node: process.versions.node }, 1);
  return registry;
}

/**
 * Whether a request may read the metrics, which reveal routes and volumes: with the configured token, or
 * without one from this machine. See docs/adr/0170.
 */
export function mayReadMetrics(
  request: IncomingMessage,
  token: string | undefined,
): 'yes' | 'token is missing' | 'no' {
  if (token === undefined) return isFromThisMachine(request) ? 'yes' : 'no';
  return areEqual(request.headers.authorization ?? '', `Bearer ${token}`)
    ? 'yes'
    : 'token is missing';
}

/** Compares in constant time. */
function areEqual(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
