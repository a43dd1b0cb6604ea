import { afterEach, expect, it, vi } from 'vitest';
import { createApiClient } from './http';
import { serverNow } from './server-clock';

const SERVER = Date.parse('2026-11-28T12:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function callAt(browser: number, date: string) {
  vi.useFakeTimers({ now: browser, toFake: ['Date'] });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { headers: { date } })));
  const credentials = { accessToken: () => undefined, refresh: () => Promise.resolve(undefined) };
  await createApiClient('/api', credentials).send('/about');
}

it.each([
  ['20 minutes slow', -20 * 60_000],
  ['a day fast', 86_400_000],
])('WEB-96 a browser clock that is %s is set right by the responses', async (_, wrongMs) => {
  await callAt(SERVER + wrongMs, new Date(SERVER).toUTCString());
  expect(Math.abs(serverNow() - SERVER)).toBeLessThan(1_000);
});

it('WEB-96 a clock that is right within seconds stays, and is believed again once it is set', async () => {
  await callAt(SERVER - 600_000, new Date(SERVER).toUTCString());
  await callAt(SERVER + 2_000, new Date(SERVER).toUTCString());
  expect(serverNow()).toBe(SERVER + 2_000);
  await callAt(SERVER, 'no date');
  expect(serverNow()).toBe(SERVER);
});
