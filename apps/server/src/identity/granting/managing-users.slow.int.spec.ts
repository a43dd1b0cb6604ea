import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import type { Db } from '@portal/persistence/db';
import { runs } from '@portal/testing/runs';
import { signIn } from '@portal/testing/sign-in';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser, createProject, type TestUser } from '../../testing/user.js';
import { send } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

/** The roles of this test, with their permissions. */
const ROLES: Readonly<Record<string, readonly Permission[]>> = {
  nothing: [],
  viewing: ['user-view'],
  managing: ['user-manage'],
  uploading: ['data-upload', 'pod-info-public-view', 'trainer-feedback-add'],
  running: ['user-manage', 'data-upload', 'pod-info-public-view', 'trainer-feedback-add'],
  everything: ['full-access'],
};
/** The permissions of the pod roles in the project of the pod, as delivered. */
const POD_ROLES: Readonly<Record<string, readonly Permission[]>> = {
  trainer: [],
  reviewer: ['pod-info-public-view', 'trainer-feedback-add'],
};
const USERS = 5;

/** By project: the assigned role and the pod role. */
type Holding = Readonly<Record<string, { readonly role?: string; readonly podRole?: string }>>;

const roleName = fc.constantFrom(...Object.keys(ROLES));
const podRole = fc.constantFrom(...Object.keys(POD_ROLES));
const inProject = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.record({ role: roleName }) },
  { weight: 1, arbitrary: fc.record({ podRole }) },
  { weight: 1, arbitrary: fc.record({ role: roleName, podRole }) },
);
const inAllProjects = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ role: roleName }) },
);
/** Five users; key 0 stands for all projects, 1 and 2 for two projects. */
const worlds = fc.array(fc.record({ 0: inAllProjects, 1: inProject, 2: inProject }), {
  minLength: USERS,
  maxLength: USERS,
});

interface SignedIn extends TestUser {
  session: string;
  readonly tokenId: number;
}

let server: TestServer;
let db: Db;
let projects: number[];
let users: SignedIn[];

beforeAll(async () => {
  server = await startTestServer();
  db = server.db;
  projects = [ALL_PROJECTS_ID, await createProject(db, 'One'), await createProject(db, 'Two')];
  for (const at of [1, 2]) {
    await db.query('INSERT INTO core.pod (name, project_id) VALUES ($1, $2)', [
      `Pod ${at}`,
      projects[at],
    ]);
  }
  for (const [name, permissions] of Object.entries(ROLES)) {
    await db.query(
      `WITH given AS (INSERT INTO core.role (name) VALUES ($1) RETURNING id)
       INSERT INTO core.role_permission
       SELECT given.id, permission.id FROM given, core.permission WHERE permission.name = ANY ($2)`,
      [name, permissions],
    );
  }
  users = [];
  for (let at = 0; at < USERS; at += 1) {
    const user = await createUser(db, `user${at}@example.com`);
    const [token] = await db.query<{ id: number }>(
      'SELECT id FROM core.api_token WHERE user_id = $1',
      [user.id],
    );
    const { access_token: session } = await signIn(server.baseUrl, user.email);
    users.push({ ...user, session, tokenId: token?.id ?? 0 });
  }
});
afterAll(() => server.stop());

async function settle(world: readonly Holding[]): Promise<void> {
  await db.query('DELETE FROM core.user_role WHERE user_id = ANY ($1)', [
    users.map(({ id }) => id),
  ]);
  await db.query('DELETE FROM core.pod_member');
  const held = world.flatMap((holding, at) =>
    Object.entries(holding).map(([project, { role, podRole }]) => ({
      user_id: users[at]?.id,
      user_email: users[at]?.email,
      project_id: projects[Number(project)],
      pod_name: `Pod ${project}`,
      role,
      pod_role: podRole,
    })),
  );
  const rows = JSON.stringify(held);
  await db.query(
    `INSERT INTO core.user_role (user_id, project_id, role_id)
     SELECT held.user_id, held.project_id, given.id
     FROM jsonb_to_recordset($1) AS held (user_id integer, project_id integer, role text)
     JOIN core.role AS given ON given.name = held.role`,
    [rows],
  );
  await db.query(
    `INSERT INTO core.pod_member (pod_name, user_email, role)
     SELECT * FROM jsonb_to_recordset($1) AS held (pod_name text, user_email text, pod_role text)
     WHERE pod_role IS NOT NULL`,
    [rows],
  );
}

const ACTIONS = ['read tokens', 'switch off', 'change profile', 'create token', 'deactivate'];

/** The actions that succeed. Their changes are reverted, so that none affects the next. */
async function succeeding(caller: SignedIn, target: SignedIn): Promise<string[]> {
  const auth = `${server.baseUrl}/api/v1/auth`;
  const tokens = `${auth}/admin/users/${target.id}/api-tokens/`;
  const by = caller.session;
  const answers = [
    await send('GET', tokens, by),
    await send('PUT', `${auth}/api-tokens/${target.tokenId}`, by, { is_active: false }),
    await send('PUT', `${auth}/users/${target.id}/profile`, by, { slack_id: 'U1' }),
    await send('POST', tokens, by, { name: 'another' }),
    await send('PATCH', `${auth}/users/${target.id}`, by, { is_active: false }),
  ];
  for (const answer of answers) await answer.arrayBuffer();
  await db.query("DELETE FROM core.api_token WHERE name = 'another'");
  if (answers[4]?.ok) {
    await db.query('UPDATE core.app_user SET is_active = true WHERE id = $1', [target.id]);
    // Deactivating ended the session.
    target.session = (await signIn(server.baseUrl, target.email)).access_token;
  }
  return ACTIONS.filter((_, at) => answers[at]?.ok);
}

/** The expected successes, computed without the rules of the portal. */
function allowed(caller: Holding, target: Holding, isSelf: boolean): string[] {
  const held = (holding: Holding, project: string): Permission[] => {
    const { role, podRole } = holding[project] ?? {};
    return [...(ROLES[role ?? ''] ?? []), ...(POD_ROLES[podRole ?? ''] ?? [])];
  };
  const can = (permission: Permission, project: string): boolean => {
    const own = [...held(caller, project), ...held(caller, '0')];
    return own.includes(permission) || own.includes('full-access');
  };
  const places = Object.keys(target).filter((project) => {
    const { role, podRole } = target[project] ?? {};
    return role !== undefined || podRole !== undefined;
  });
  const holdsAsMuch = places.every((project) =>
    held(target, project).every((permission) => can(permission, project)),
  );
  const managesEverybody = can('user-manage', '0');
  const managesEachPlace =
    places.length > 0 &&
    places.every((project) => project !== '0' && can('user-manage', project)) &&
    holdsAsMuch;
  const manages = isSelf || managesEverybody || managesEachPlace;
  const verdicts = [
    manages,
    isSelf || (manages && holdsAsMuch),
    manages,
    isSelf || (managesEverybody && holdsAsMuch),
    !isSelf && managesEverybody && holdsAsMuch,
  ];
  return ACTIONS.filter((_, at) => verdicts[at]);
}

it('USER-2 allows exactly the permitted users to manage others, for any permissions', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      await settle(world);
      for (const [from, caller] of users.entries()) {
        for (const [to, target] of users.entries()) {
          const expected = allowed(world[from] ?? {}, world[to] ?? {}, from === to);
          const actual = await succeeding(caller, target);
          expect({ from, to, actual }).toEqual({ from, to, actual: expected });
        }
      }
    }),
    { numRuns: runs(2) },
  );
});
