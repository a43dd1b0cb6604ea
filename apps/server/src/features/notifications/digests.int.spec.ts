import { digestsSchema, MAX_DIGESTS } from '@portal/contracts/digests';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, post, problemIn, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let alpha: number;
let lead: TestUser;
let trainer: TestUser;
let other: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    roles: { seeing: ['pod-info-public-view'] },
    users: {
      lead: { roles: { Alpha: 'seeing' } },
      trainer: { roles: { Alpha: 'trainer' } },
      other: {},
    },
    pods: { Orion: { project: 'Alpha', members: { trainer: 'trainer' } } },
  });
  ({ lead, trainer, other } = users);
  alpha = projects.Alpha;
});
afterAll(() => server.stop());
beforeEach(() => server.db.query('DELETE FROM core.digest'));

const at = (path = '') => `${server.baseUrl}/api/v1/notifications/digests${path}`;
const add = (user: TestUser, body: object) => post(at(), body, user.token);
const digests = async (user: TestUser) =>
  digestsSchema.parse(await (await get(at(), user.token)).json()).items;

describe('digests', () => {
  it('DIGEST-1 are chosen of a project, a pod or one’s own work, each once, and taken away again', async () => {
    const wanted = [
      { every: 'day' },
      { every: 'week' },
      { every: 'day', project_id: alpha },
      { every: 'week', pod_name: 'Orion' },
    ];
    for (const body of wanted) expect((await add(lead, body)).status).toBe(201);
    expect((await add(lead, { every: 'day', project_id: alpha })).status).toBe(201);
    const found = await digests(lead);
    expect(found).toMatchObject([
      { every: 'day', project_id: null, project_name: null, pod_name: null, is_sent: true },
      { every: 'week', project_id: null, project_name: null, pod_name: null, is_sent: true },
      { every: 'week', project_id: alpha, project_name: 'Alpha', pod_name: 'Orion', is_sent: true },
      { every: 'day', project_id: alpha, project_name: 'Alpha', pod_name: null, is_sent: true },
    ]);
    expect(await digests(other)).toEqual([]);
    const [first] = found;
    const path = `/${first?.id}`;
    expect((await send('DELETE', at(path), other.token)).status).toBe(404);
    expect((await send('DELETE', at(path), lead.token)).status).toBe(204);
    expect(await digests(lead)).toHaveLength(3);
  });

  it('DIGEST-2 of a project or pod need pod-info-public-view there', async () => {
    for (const body of [
      { every: 'day', project_id: alpha },
      { every: 'day', pod_name: 'Orion' },
    ]) {
      expect((await add(trainer, body)).status).toBe(403);
      expect((await add(other, body)).status).toBe(404);
      expect((await add(lead, body)).status).toBe(201);
    }
    expect((await add(other, { every: 'day' })).status).toBe(201);
    await server.db.query('UPDATE core.project SET archived_at = now() WHERE id = $1', [alpha]);
    expect((await digests(lead)).map((one) => one.is_sent)).toEqual([false, false]);
    await server.db.query('UPDATE core.project SET archived_at = NULL');
    expect((await digests(lead)).map((one) => one.is_sent)).toEqual([true, true]);
  });

  it('DIGEST-1 are at most 20, and name one project or pod', async () => {
    const both = await problemIn(
      await add(lead, { every: 'day', project_id: alpha, pod_name: 'Orion' }),
    );
    expect(both.errors).toEqual([expect.objectContaining({ pointer: '/pod_name' })]);
    await server.db.query(
      `WITH made AS (
         INSERT INTO core.pod (name, project_id) SELECT 'Pod ' || n, $2 FROM generate_series(1, $3) AS n RETURNING id)
       INSERT INTO core.digest (user_id, every, pod_id) SELECT $1, 'day', id FROM made`,
      [lead.id, alpha, MAX_DIGESTS],
    );
    expect((await add(lead, { every: 'day' })).status).toBe(409);
    expect((await add(lead, { every: 'day', pod_name: 'Pod 1' })).status).toBe(201);
  });
});
