import { aboutSchema } from '@portal/contracts/about';
import { VERSION } from '@portal/contracts/version';
import { dayOf } from '@portal/domain/periods';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

describe('about', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('ABOUT-1 and SYS-218 reports the version to anyone, with and without a trailing slash', async () => {
    for (const path of ['/api/v1/about', '/api/v1/about/']) {
      const response = await fetch(server.baseUrl + path);
      expect(response.status).toBe(200);
      expect(aboutSchema.parse(await response.json()).version).toBe(VERSION);
    }
  });

  it('ABOUT-7 returns the reporting time zone and its current day', async () => {
    const zone = 'Pacific/Kiritimati';
    const elsewhere = await startTestServer({ config: { reportingTimeZone: zone } });
    const before = dayOf(new Date(), zone);
    const response = await fetch(`${elsewhere.baseUrl}/api/v1/about`);
    const { reporting_time_zone, today, sign_in } = aboutSchema.parse(await response.json());
    expect(reporting_time_zone).toBe(zone);
    expect(sign_in).toBe('demo');
    expect([before, dayOf(new Date(), zone)]).toContain(today);
    await elsewhere.stop();
  });
});
