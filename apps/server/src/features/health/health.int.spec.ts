import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

describe('health', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('ABOUT-3 is alive as long as it answers, and ready when database and queue are', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await get(server.baseUrl + path);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status: 'ok' });
    }
  });

  it('ABOUT-3 is not ready before the database is migrated, and says what is missing', async () => {
    await server.dataSource.query(`CREATE TABLE kept AS TABLE portal_migration`);
    await server.dataSource.query('DELETE FROM portal_migration');
    const answer = await get(`${server.baseUrl}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await problemIn(answer)).toMatchObject({
      code: 'unavailable',
      detail: 'Not ready: database',
    });
    expect((await get(`${server.baseUrl}/health/live`)).status).toBe(200);
    await server.dataSource.query('INSERT INTO portal_migration TABLE kept');
    expect((await get(`${server.baseUrl}/health/ready`)).status).toBe(200);
  });
});
