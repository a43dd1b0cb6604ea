import { podMemberListSchema } from '@portal/contracts/pods';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';

export type PodsWorld = Awaited<ReturnType<typeof openPodsWorld>>;

/** The pods Orion and Lyra of Alpha. */
export async function openPodsWorld() {
  const server = await sharedServer();
  const { db, baseUrl } = server;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    users: {
      manager: { roles: { Alpha: 'project_lead' } },
      viewer: { roles: { Alpha: 'project_member' } },
      trainee: {},
      // Manages members elsewhere, and is in the pod's project without any permission.
      outsider: { roles: { Alpha: 'trainer', Beta: 'project_lead' } },
    },
    pods: { Orion: { project: 'Alpha', description: 'Belt' }, Lyra: { project: 'Alpha' } },
  });
  const { manager, viewer, trainee: trainer, outsider } = users;

  function call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    pod: string,
    user: TestUser,
    path = '',
    body?: unknown,
  ) {
    return send(
      method,
      `${baseUrl}/api/v1/pods/${encodeURIComponent(pod)}${path}`,
      user.token,
      body,
    );
  }
  return {
    ...{ server, db, alpha: projects.Alpha, manager, viewer, trainer, outsider, call },
    change: (body: unknown, user = manager) => call('PATCH', 'Orion', user, '/members', body),
    add: (body: unknown, user = manager) => call('POST', 'Orion', user, '/members', body),
    remove: (body: unknown, user = manager) => call('DELETE', 'Orion', user, '/members', body),
    async emails(): Promise<string[]> {
      const list: unknown = await (await call('GET', 'Orion', manager, '/members')).json();
      return podMemberListSchema.parse(list).map(({ user_email }) => user_email);
    },
    /** Before each test: Orion has one member. */
    async clear() {
      await db.query('DELETE FROM core.pod_member');
      await db.query("INSERT INTO core.pod_member (pod_name, user_email) VALUES ('Orion', $1)", [
        trainer.email,
      ]);
    },
  };
}
