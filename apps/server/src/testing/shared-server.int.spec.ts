import { connectTo } from '@portal/testing/query-client';
import { PATIENCE } from '@portal/testing/patience';
import { describe, expect, it, vi } from 'vitest';
import { assignRole, createProject, createUser } from './user.js';
import { get } from './requests.js';
import { sharedServer } from './shared-server.js';

const STATE = `
SELECT (SELECT jsonb_agg(role ORDER BY id) FROM core.role) AS roles,
  (SELECT jsonb_agg(project) FROM core.project) AS projects, (SELECT count(*) FROM core.audit) AS changes`;

describe('the shared server', () => {
  it('has nothing of the spec before, in its caches neither', async () => {
    const before = await sharedServer();
    const state = await before.db.query<unknown>(STATE);
    const alpha = await createProject(before.db, 'Alpha');
    const ada = await createUser(before.db, 'ada@example.com');
    await assignRole(before.db, ada, 0, 'admin');
    await before.db.query("DELETE FROM core.role WHERE name = 'trainer'");
    const me = `${before.baseUrl}/api/v1/auth/profile/me`;
    expect((await get(me, ada.token)).status).toBe(200);
    await before.stop();

    const after = await sharedServer();
    expect(after.baseUrl).toBe(before.baseUrl);
    expect(await after.db.query<unknown>(STATE)).toEqual(state);
    expect((await get(me, ada.token)).status).toBe(401);
    expect(await createProject(after.db, 'Beta')).toBe(alpha);
    await after.stop();
  });

  it('is left when nothing is open any more', async () => {
    const server = await sharedServer();
    const db = await connectTo(server.config.databaseUrl);
    await db.query('BEGIN');
    const left = vi.fn<() => void>();
    const stopping = server.stop().then(left);
    await get(`${server.baseUrl}/api/v1/about`);
    expect(left).not.toHaveBeenCalled();
    await db.query('COMMIT');
    await vi.waitFor(() => expect(left).toHaveBeenCalled(), PATIENCE);
    await stopping;
    await db.close();
  });

  it('is for one at a time', async () => {
    const server = await sharedServer();
    await expect(sharedServer()).rejects.toThrow('already');
    await server.stop();
  });
});
