import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkVersion, useNewVersion, watchParts } from './new-version';

const page = (entry: string) =>
  `<script type="module" src="/assets/${entry}.js"></script><div id="root"></div>`;

/** The server has this version. */
const serve = (html: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(html, { status }));

describe('the version of the client', () => {
  beforeEach(() => {
    const script = document.createElement('template');
    script.innerHTML = '<script type="module" src="/assets/index-one.js"></script>';
    document.head.append(script.content);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const script of document.head.querySelectorAll('script')) script.remove();
  });

  it('WEB-127 is new only if the server serves another page of the portal', async () => {
    serve(page('index-one'));
    expect(await checkVersion()).toBe('same');
    serve('<h1>Deploying</h1>');
    expect(await checkVersion()).toBeUndefined();
    serve(page('index-two'), 503);
    expect(await checkVersion()).toBeUndefined();
    expect(useNewVersion.getState().isNew).toBe(false);
    serve(page('index-two'));
    expect(await checkVersion()).toBe('new');
    expect(useNewVersion.getState().isNew).toBe(true);
  });

  it('WEB-127 is checked when a part cannot be loaded', async () => {
    serve(page('index-two'));
    const stop = watchParts();
    window.dispatchEvent(new Event('vite:preloadError'));
    await expect.poll(() => useNewVersion.getState().isNew).toBe(true);
    stop();
  });
});
