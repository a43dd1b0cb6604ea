import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OutageLog } from './outage-log.js';
import type { OpenSpan, SpanOptions, Tracer } from './tracing.js';

export interface CollectorOptions {
  /** Base URL of the collector; spans go to its `v1/traces`. */
  readonly endpoint: string;
  /** The share of traces that are sent, 0 to 1; a trace that began elsewhere is sent if it was there. */
  readonly ratio: number;
  readonly service: string;
  readonly version: string;
  readonly outages: OutageLog;
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const COLLECTOR = 'the collector of traces';

/** Sends spans by OTLP over HTTP. The exporter reads the other variables of OpenTelemetry itself. */
export function openTracer({
  endpoint,
  ratio,
  service,
  version,
  outages,
}: CollectorOptions): Tracer {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: reported(new OTLPTraceExporter({ url }), outages) }),
    ],
  });
  const tracer = provider.getTracer('portal');
  const active = new AsyncLocalStorage<Span>();

  const contextOf = (parent: string | undefined): Context => {
    const [, traceId, spanId, flags] = TRACE_PARENT.exec(parent ?? '') ?? [];
    if (traceId !== undefined && spanId !== undefined && flags !== undefined) {
      const traceFlags = Number.parseInt(flags, 16);
      return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
    }
    const span = active.getStore();
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  };

  const begin = (name: string, { kind, facts = {}, parent }: SpanOptions): OpenSpan => {
    const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: facts };
    const span = tracer.startSpan(name, options, contextOf(parent));
    return {
      run: (work) => active.run(span, work),
      end(more = {}, error) {
        span.setAttributes(more);
        if (error !== undefined) {
          // Not the message, which may quote values.
          span.setAttribute('error.type', nameOf(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };

  return {
    begin,
    current() {
      const context = active.getStore()?.spanContext();
      if (context === undefined) return undefined;
      const flags = context.traceFlags.toString(16).padStart(2, '0');
      return `00-${context.traceId}-${context.spanId}-${flags}`;
    },
    close: () => provider.shutdown(),
  };
}

/** The log has one line if the collector fails, and one when it works again. */
function reported(exporter: SpanExporter, outages: OutageLog): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error === undefined) outages.works(COLLECTOR);
        else outages.failed(COLLECTOR, result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.constructor.name;
}
