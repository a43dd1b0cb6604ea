import { VERSION } from '@portal/contracts/version';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { OutageLog } from './outage-log.js';
import { withTimeout } from './with-timeout.js';

/** The last spans have so long to be sent. */
const CLOSE_MS = 2_000;

/** What a span is told: ids, patterns and counts, never values of people's data. */
type Facts = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  readonly facts?: Facts;
  /** A W3C traceparent of another process; by default the span around this call is the parent. */
  readonly parent?: string | undefined;
}

export interface OpenSpan {
  /** Calls `work`; spans that begin within, also later, are its children. */
  run<T>(work: () => T): T;
  /** @param error what failed, if anything */
  end(facts?: Facts, error?: unknown): void;
}

export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** The current span as a W3C traceparent. */
  current(): string | undefined;
  /** Sends the spans that are left. */
  close(): Promise<void>;
}

let tracer: Tracer | undefined;

/**
 * Begins to send spans to the collector of the configuration. Without one the packages are not even
 * loaded, and the functions below do nothing.
 * @returns the function that ends it
 */
export async function startTracing(
  part: 'server' | 'worker',
  { traces }: Config,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (traces === undefined) return () => Promise.resolve();
  const { openTracer } = await import('./open-telemetry.js');
  const outages = new OutageLog(logger);
  const opened = openTracer({ ...traces, service: `portal-${part}`, version: VERSION, outages });
  tracer = opened;
  return async () => {
    tracer = undefined;
    // Spans that nobody takes are lost; the log has said that the collector fails.
    await withTimeout(opened.close(), CLOSE_MS).catch(() => undefined);
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** A span that its caller ends; undefined without tracing. */
export function beginSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  return tracer?.begin(name, options);
}

/** Runs the work within a span; without tracing it is only run. */
export async function traced<T>(
  name: string,
  work: () => Promise<T>,
  options: SpanOptions = {},
): Promise<T> {
  const span = tracer?.begin(name, options);
  if (span === undefined) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}

/** Runs a statement of SQL within a span, if it belongs to one: what polls would be a trace each time. */
export function tracedStatement<T>(summary: string, run: () => Promise<T>): Promise<T> {
  if (tracer?.current() === undefined) return run();
  return traced(summary, run, { kind: 'client', facts: { 'db.system.name': 'postgresql' } });
}

/** The current span, for work that goes on in another process; undefined without tracing. */
export function currentTraceParent(): string | undefined {
  return tracer?.current();
}
