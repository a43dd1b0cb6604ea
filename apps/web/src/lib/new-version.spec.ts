import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { missPart, pageOf, runRelease } from '../testing/releases';
import { checkVersion, useNewVersion, watchParts } from './new-version';

let end = () => {};

/** The server has this version. */
const serve = (html: string, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(html, { status })),
  );

describe('the version of the client', () => {
  beforeEach(() => {
    end = runRelease('index-one');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
    end();
  });

  it('WEB-127 is new only if the server serves another page of the portal', async () => {
    serve(pageOf('index-one'));
    expect(await checkVersion()).toBe('same');
    serve('<h1>Deploying</h1>');
    expect(await checkVersion()).toBeUndefined();
    serve(pageOf('index-two'), 503);
    expect(await checkVersion()).toBeUndefined();
    expect(useNewVersion.getState().isNew).toBe(false);
    serve(pageOf('index-two'));
    expect(await checkVersion()).toBe('new');
    expect(useNewVersion.getState().isNew).toBe(true);
  });

  it('WEB-159 is checked when a response does not match, a minute after loading at the earliest', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    serve(pageOf('index-two'));
    // A page that was just loaded, whatever the tests before have received.
    vi.resetModules();
    const { parseResponse } = await import('./http');
    const { useNewVersion: state } = await import('./new-version');
    const mismatch = () => expect(() => parseResponse('{}', z.string(), 200)).toThrow();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(59_000);
    mismatch();
    const asked = vi.mocked(fetch).mock.calls;
    expect(asked).toHaveLength(0);
    clock.mockReturnValue(61_000);
    mismatch();
    mismatch();
    expect(asked).toHaveLength(1);
    await expect.poll(() => state.getState().isNew).toBe(true);
  });

  it('WEB-127 is checked when a part cannot be loaded', async () => {
    serve(pageOf('index-two'));
    const stop = watchParts();
    missPart();
    await expect.poll(() => useNewVersion.getState().isNew).toBe(true);
    stop();
  });
});
