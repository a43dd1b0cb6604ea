import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@portal/testing/free-port';
import { z } from 'zod';

const attributesSchema = z.array(
  z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }),
);

/** What OTLP sends over HTTP as JSON, as far as the tests read it. */
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: attributesSchema,
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  /** `service.name` of the process that sent it. */
  readonly service: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly hasFailed: boolean;
}

/** A collector of traces that keeps what it receives. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly Span[];
  /** Everything received, as text. */
  text(): string;
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const port = await freePort();
  const spans: Span[] = [];
  let received = '';
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') {
        received += body;
        spans.push(...spansIn(body));
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => received,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansIn(body: string): Span[] {
  const { resourceSpans } = requestSchema.parse(JSON.parse(body));
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ attributes, status, ...span }) => ({
        ...span,
        service,
        facts: valuesOf(attributes),
        hasFailed: status.code === 2,
      })),
    );
  });
}

function valuesOf(attributes: z.infer<typeof attributesSchema>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
