import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, type TestUser } from '../../testing/user.js';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

describe('meta', () => {
  let server: TestServer;
  let user: TestUser;
  const read = (key: string): Promise<Response> =>
    get(`${server.baseUrl}/api/v1/meta/${key}`, user.token);

  beforeAll(async () => {
    server = await sharedServer();
    user = await createUser(server.db, 'user@example.com');
  });
  afterAll(() => server.stop());

  it('ABOUT-2 reports the time of the last task import to signed-in users', async () => {
    expect(await (await read('tasks_last_imported_at')).json()).toEqual({ value: null });
    await server.db.query(
      `INSERT INTO core.meta (key, value) VALUES ('tasks_last_imported_at', '2026-01-05T10:00:00Z')`,
    );
    expect(await (await read('tasks_last_imported_at')).json()).toEqual({
      value: '2026-01-05T10:00:00Z',
    });
    const anonymous = await get(`${server.baseUrl}/api/v1/meta/tasks_last_imported_at`);
    expect(anonymous.status).toBe(401);
  });

  it('ABOUT-2 refuses an unknown key', async () => {
    const answer = await read('secret');
    expect(answer.status).toBe(404);
    expect((await problemIn(answer)).detail).toBe('Invalid Key secret');
  });
});
