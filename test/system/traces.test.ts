import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Collector, type Span, startCollector } from '../support/collector.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';

let collector: Collector;
let portal: Portal;

beforeAll(async () => {
  collector = await startCollector();
  portal = await startPortal({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
});
afterAll(async () => {
  await portal.stack.stop();
  collector.close();
});

/** A span with this name, within the trace if it is given. */
function span(name: string, traceId?: string): Promise<Span> {
  return eventually(`the span ${name}`, () =>
    collector.spans.find(
      (each) => each.name === name && (traceId === undefined || each.traceId === traceId),
    ),
  );
}

describe('traces', () => {
  it('SYS-236 have one trace of an upload, its import in the worker and the push of its end', async () => {
    const answer = await portal.admin.upload(file(row(1), row(2)), { prefer: 'wait=60' });
    const { import_id } = z.object({ import_id: z.string() }).parse(answer.body);
    const request = await span('POST /api/v1/tasks/upload');
    const { traceId } = request;
    const queued = await span('queue import', traceId);
    const job = await span('import', traceId);
    const work = await span('append file', traceId);
    const push = await span('push import', traceId);

    expect(request).toMatchObject({
      service: 'portal-server',
      facts: { 'http.response.status_code': 200, 'http.route': '/api/v1/tasks/upload' },
    });
    expect(queued).toMatchObject({ service: 'portal-server', parentSpanId: request.spanId });
    expect(job).toMatchObject({
      service: 'portal-worker',
      parentSpanId: queued.spanId,
      facts: { import_id, attempt: 1 },
    });
    expect(work).toMatchObject({ service: 'portal-worker', parentSpanId: job.spanId });
    expect(push).toMatchObject({ service: 'portal-server', facts: { import_id } });
    expect(await span('INSERT core.task_import', traceId)).toMatchObject({
      service: 'portal-server',
      parentSpanId: request.spanId,
      facts: { 'db.system.name': 'postgresql' },
    });
    const commits = collector.spans.filter(
      (each) => each.traceId === traceId && each.name === 'COMMIT',
    );
    expect(new Set(commits.map(({ service }) => service))).toEqual(
      new Set(['portal-server', 'portal-worker']),
    );
  });

  it('SYS-236 have the statements of a request, also after its body, in the trace of the client', async () => {
    const headers = {
      traceparent: `00-${TRACE}-${CLIENT_SPAN}-01`,
      'content-type': 'application/json',
    };
    const { token } = await portal.as('admin@example.com');
    const answer = await fetch(`${portal.stack.baseUrl}/api/v1/auth/roles/`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ name: 'Traced role', description: '' }),
    });
    expect(answer.status).toBe(201);
    const request = await span('POST /api/v1/auth/roles', TRACE);
    expect(request.parentSpanId).toBe(CLIENT_SPAN);
    expect(await span('INSERT core.role', TRACE)).toMatchObject({ parentSpanId: request.spanId });
  });

  it('SYS-237 have no value, no email, no name of a file and no token', async () => {
    const missing = await fetch(`${portal.stack.baseUrl}/api/v1/meta/ada@example.com?q=hidden`);
    expect(missing.status).toBe(401);
    await span('GET /api/v1/meta/:key');
    const told = /example\.com|hidden|Traced role|tasks\.json|Bearer|eyJ/.exec(collector.text());
    expect(told?.[0]).toBe(undefined);
  });

  it('SYS-237 are left out if the client has not sampled its trace', async () => {
    const other = TRACE.replace('4', '5');
    const headers = { traceparent: `00-${other}-${CLIENT_SPAN}-00` };
    await fetch(`${portal.stack.baseUrl}/api/v1/about`, { headers });
    await fetch(`${portal.stack.baseUrl}/api/docs`);
    await span('GET /api/docs');
    expect(collector.spans.filter(({ traceId }) => traceId === other)).toEqual([]);
  });
});
