import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from './logging.js';
import { readConfig } from './config.js';
import {
  beginSpan,
  currentTraceParent,
  isTracing,
  startTracing,
  traced,
  tracedStatement,
} from './tracing.js';

const logger = createLogger('spec', 'silent');
const config = (settings: Record<string, string>) =>
  readConfig({
    DATABASE_URL: 'postgresql://nowhere/portal',
    JWT_SECRET: 'x'.repeat(64),
    ...settings,
  });

let stop = (): Promise<void> => Promise.resolve();
afterEach(() => stop());

const work = (): Promise<string | undefined> => Promise.resolve(currentTraceParent());

describe('tracing', () => {
  it('SYS-238 does nothing without a collector', async () => {
    stop = await startTracing('server', config({}), logger);
    expect(isTracing()).toBe(false);
    expect(beginSpan('none')).toBe(undefined);
    expect(await traced('none', work)).toBe(undefined);
    expect(await tracedStatement('SELECT', work)).toBe(undefined);
    await expect(traced('none', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('SYS-236 continues the trace of another process, and gives its own to the next', async () => {
    // Nothing is sampled, so nothing is sent.
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER_ARG: '0',
    };
    stop = await startTracing('server', config(settings), logger);
    const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    const child = await traced('child', work, { parent });
    expect(child).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
    expect(child).not.toBe(parent);
    const [outer, inner] = await traced('outer', async () => [
      currentTraceParent(),
      await traced('inner', work),
    ]);
    expect(inner?.slice(0, 36)).toBe(outer?.slice(0, 36));
    expect(inner).not.toBe(outer);
    expect(await traced('new', work, { parent: 'nonsense' })).not.toContain('4bf92f35');
    expect(currentTraceParent()).toBe(undefined);
    await stop();
    expect(isTracing()).toBe(false);
    stop = () => Promise.resolve();
  });

  it('SYS-238 ends without an error, although the collector cannot be reached', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const end = await startTracing('server', config(settings), logger);
    expect(await traced('lost', work)).toMatch(/-01$/);
    await expect(end()).resolves.toBe(undefined);
  });
});
