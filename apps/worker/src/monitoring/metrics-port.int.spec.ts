import { readConfig } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { freePort } from '@portal/testing/free-port';
import { afterEach, describe, expect, it } from 'vitest';
import { MetricsPort } from './metrics-port.js';

const TOKEN = 'a-token-of-the-metrics';

let served: MetricsPort | undefined;
afterEach(() => served?.beforeApplicationShutdown());

/** Starts a worker's port with these settings; returns the URL of its metrics. */
async function serve(settings: Record<string, string>): Promise<string> {
  const port = await freePort();
  const config = readConfig({
    DATABASE_URL: 'postgresql://nowhere/portal',
    JWT_SECRET: 'x'.repeat(64),
    PORTAL_WORKER_METRICS_PORT: String(port),
    ...settings,
  });
  served = new MetricsPort(config, createLogger('spec', 'silent'));
  await served.onApplicationBootstrap();
  return `http://127.0.0.1:${port}/metrics`;
}

const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(url, { headers })).status;

describe('the port of a worker', () => {
  it('SYS-229 serves the metrics of its process and its version', async () => {
    const answer = await fetch(await serve({}));
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^portal_build_info\{part="worker",version="\d/m);
  });

  it('SYS-229 serves this machine only, or callers with the token', async () => {
    const open = await serve({});
    expect(await statusOf(open)).toBe(200);
    expect(await statusOf(open, { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
    expect(await statusOf(open.replace('/metrics', '/'))).toBe(404);
    expect((await fetch(open, { method: 'POST' })).status).toBe(404);
    await served?.beforeApplicationShutdown();

    const guarded = await serve({ METRICS_TOKEN: TOKEN });
    expect(await statusOf(guarded)).toBe(401);
    expect(await statusOf(guarded, { authorization: 'Bearer another' })).toBe(401);
    const far = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7' };
    expect(await statusOf(guarded, far)).toBe(200);
  });

  it('SYS-229 is closed by default', async () => {
    const url = await serve({ PORTAL_WORKER_METRICS_PORT: '' });
    await expect(fetch(url)).rejects.toThrow();
  });
});
