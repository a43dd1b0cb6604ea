import { aboutSchema } from '@portal/contracts/about';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

describe('about', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('ABOUT-1 reports the version to anyone, with and without a trailing slash', async () => {
    for (const path of ['/api/v1/about', '/api/v1/about/']) {
      const response = await fetch(server.baseUrl + path);
      expect(response.status).toBe(200);
      expect(aboutSchema.parse(await response.json())).toEqual({ version: '0.0.0-test' });
    }
  });
});
