import { PERMISSIONS, type Permission } from '@portal/contracts/permissions';
import { grantsBeyond } from '@portal/domain/users';
import type { Db } from '@portal/persistence/db';
import { buildWorld } from '@portal/testing/world';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import type { TestUser } from '../../testing/user.js';

let server: TestServer;
let db: Db;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
});
afterAll(() => server.stop());

const MANAGING: readonly Permission[] = [
  ...(['rbac-manage', 'user-manage', 'user-view', 'project-manage', 'pod-manage'] as const),
  ...(['pod-manage-members', 'pod-info-public-view'] as const),
];
const ROLES = ['strong', 'weak', 'mixed'] as const;
const TARGETS = ['ann', 'ben', 'cid'] as const;
const PODS = ['Orion', 'Lyra'] as const;

type Call = readonly [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object];

interface Plan {
  /** What the caller holds in all projects and in project 1. */
  readonly own: readonly [readonly string[], readonly string[]];
  readonly roles: readonly (readonly string[])[];
  /** The role of each target in the projects 0, 1 and 2, by index; 3 for none. */
  readonly assigned: readonly (readonly number[])[];
  /** The pod role of each target in each pod. */
  readonly members: readonly (readonly ('lead' | 'reviewer' | 'trainer' | null)[])[];
  readonly actions: readonly Action[];
}

/** A change by the caller, or one by root that the caller undoes. */
interface Action {
  readonly kind: number;
  readonly target: number;
  readonly role: number;
  readonly place: number;
  readonly permissions: readonly string[];
  readonly isUndo: boolean;
}

/** Created by an administrator. */
const CREATED = ['translate', 'price-2'];

const permission = fc.constantFrom(...PERMISSIONS, ...CREATED);
const some = fc.uniqueArray(permission, { maxLength: 3 });
const three = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 3, maxLength: 3 });
const own = fc
  .tuple(fc.subarray([...MANAGING]), some)
  .map(([managing, more]) => [...new Set([...managing, ...more])]);
const plans: fc.Arbitrary<Plan> = fc.record({
  own: fc.tuple(own, own),
  roles: three(some),
  assigned: three(three(fc.nat(3))),
  members: three(
    fc.array(fc.constantFrom('lead', 'reviewer', 'trainer', null), { minLength: 2, maxLength: 2 }),
  ),
  actions: fc.array(
    fc.record({
      kind: fc.nat(34),
      target: fc.nat(2),
      role: fc.nat(2),
      place: fc.nat(2),
      permissions: some,
      isUndo: fc.boolean(),
    }),
    { minLength: 6, maxLength: 10 },
  ),
});

const NONE: Plan = {
  own: [MANAGING, []],
  roles: [[], ['user-view'], ['full-access']],
  assigned: TARGETS.map(() => [1, 3, 3]),
  members: TARGETS.map(() => [null, null]),
  actions: [],
};

/** Random plans may miss an outcome. These give, take, are refused, and undo. */
const EACH_OUTCOME: Plan = {
  ...NONE,
  actions: [
    { kind: 0, role: 1, isUndo: false },
    { kind: 1, role: 1, isUndo: false },
    { kind: 0, role: 2, isUndo: false },
    { kind: 0, role: 1, isUndo: true },
  ].map((action) => ({ ...action, target: 0, place: 1, permissions: [] })),
};

interface Ids {
  readonly targets: readonly number[];
  readonly roles: readonly number[];
  readonly shipped: readonly number[];
  readonly pods: readonly number[];
  readonly members: readonly number[];
  readonly tokens: readonly number[];
  /** Created ones first. */
  readonly permissions: readonly number[];
}

/** Every route that changes the access of anybody, on items of the world. */
function callOf({ kind, target, role, place, permissions }: Action, ids: Ids): Call {
  const user = ids.targets[target] ?? 0;
  const email = `${TARGETS[target] ?? ''}@example.com`;
  const podName = PODS[place % 2] ?? '';
  const roleId = ids.roles[role] ?? 0;
  const member = ids.members[(target + place) % Math.max(ids.members.length, 1)];
  const podRole = ['lead', 'reviewer', 'trainer'][role];
  const role_name = ROLES[role] ?? '';
  const permissionId = ids.permissions[target] ?? 0;
  const bulk = (ids: readonly (number | undefined)[], change: object | null) => ({
    ids: ids.map((id) => id ?? 0),
    ...(change === null ? { delete: true } : { change }),
  });
  const calls: readonly Call[] = [
    ['POST', `/auth/users/${user}/project-roles`, { project_id: place, role: role_name }],
    ['DELETE', `/auth/users/${user}/project-roles/${place}`],
    ['POST', `/projects/${(place % 2) + 1}/users`, { email, role_name }],
    ['POST', `/projects/${(place % 2) + 1}/users/${user}?role_name=${role_name}`],
    ['DELETE', `/projects/${(place % 2) + 1}/users/${user}`],
    ['POST', '/auth/roles/', { name: `new ${place}`, permissions }],
    ['PATCH', `/auth/roles/${roleId}`, { permissions }],
    ['PATCH', `/auth/roles/${roleId}`, { permissions: [] }],
    ['PATCH', `/auth/roles/${roleId}`, { name: `renamed ${place}` }],
    ['DELETE', `/auth/roles/${roleId}`],
    ['PATCH', `/auth/roles/${ids.shipped[role] ?? 0}`, { permissions }],
    ['POST', '/auth/roles/bulk', bulk([roleId], { permissions })],
    ['POST', '/auth/roles/bulk', bulk([roleId], null)],
    ['PATCH', `/auth/users/${user}`, { is_active: false }],
    ['PATCH', `/auth/users/${user}`, { is_active: true }],
    ['DELETE', `/auth/users/${user}`],
    ['POST', '/auth/users/bulk', bulk(ids.targets, { is_active: place === 0 })],
    ['POST', '/auth/users/bulk', bulk([user], null)],
    ['POST', `/pods/${podName}/members`, { user_email: email, role: podRole }],
    ['PATCH', `/pods/${podName}/members`, { user_email: email, role: podRole }],
    ['DELETE', `/pods/${podName}/members`, { user_email: email }],
    ['POST', '/pod-members/', { pod_name: podName, user_email: email, role: podRole }],
    ['PATCH', `/pod-members/${member ?? 0}`, { role: podRole, pod_name: podName }],
    ['DELETE', `/pod-members/${member ?? 0}`],
    ['POST', '/pod-members/bulk', bulk([member], { role: podRole })],
    ['POST', '/pod-members/bulk', bulk([member], null)],
    ['PATCH', `/pods/${podName}`, { project_id: role === 0 ? 1 : 2 }],
    ['PATCH', `/pods/${podName}`, { name: PODS[(place + 1) % 2] }],
    ['DELETE', `/pods/${podName}`],
    ['PUT', `/auth/api-tokens/${ids.tokens[target] ?? 0}`, { is_active: place > 0 }],
    ['DELETE', `/auth/api-tokens/${ids.tokens[target] ?? 0}`],
    ['PATCH', `/auth/permissions/${permissionId}`, { name: `translate-${place}` }],
    ['DELETE', `/auth/permissions/${permissionId}`],
    ['POST', '/auth/permissions/bulk', bulk(ids.permissions.slice(0, 2), null)],
    ['POST', '/auth/permissions/', { name: CREATED[place % 2] }],
  ];
  const call = calls[kind % calls.length];
  if (!call) throw new Error('no such action');
  return call;
}

interface World {
  /** Has full access to all projects, and makes the changes that the caller undoes. */
  readonly root: TestUser;
  readonly caller: TestUser;
}

/** The shipped roles of pods, with some permissions that not every caller has. */
const POD_ROLES: Readonly<Record<string, readonly Permission[]>> = {
  'pod-lead': ['pod-info-public-view', 'pod-manage-members', 'data-upload'],
  reviewer: ['pod-info-public-view', 'trainer-feedback-add'],
  trainer: [],
};

async function settle({ own: [everywhere, here], roles, assigned, members }: Plan): Promise<World> {
  await db.query('TRUNCATE core.audit');
  for (const table of ['pod', 'app_user', 'project WHERE id > 0', 'role_permission']) {
    await db.query(`DELETE FROM core.${table}`);
  }
  await db.query('DELETE FROM core.role WHERE name <> ALL ($1)', [Object.keys(POD_ROLES)]);
  for (const [name, permissions] of Object.entries(POD_ROLES)) {
    await db.query(
      `INSERT INTO core.role_permission SELECT role.id, permission.id FROM core.role, core.permission
       WHERE role.name = $1 AND permission.name = ANY ($2)`,
      [name, permissions],
    );
  }
  const rolesOf = (user: number) =>
    Object.fromEntries(
      (['All Projects', 'One', 'Two'] as const).flatMap((project, at) => {
        const role = ROLES[assigned[user]?.[at] ?? ROLES.length];
        return role === undefined ? [] : [[project, role]];
      }),
    );
  const membersOf = (pod: number) =>
    Object.fromEntries(
      TARGETS.flatMap((name, user) => {
        const role = members[user]?.[pod] ?? null;
        return role === null ? [] : [[name, role]];
      }),
    );
  await db.query('DELETE FROM core.permission WHERE name <> ALL ($1)', [PERMISSIONS]);
  await db.query('INSERT INTO core.permission (name) SELECT unnest($1::text[])', [CREATED]);
  const [strong = [], weak = [], mixed = []] = roles;
  const { users } = await buildWorld(db, {
    projects: { One: { id: 1 }, Two: { id: 2 } },
    roles: { strong, weak, mixed, everywhere, here, everything: ['full-access'] },
    users: {
      root: { roles: { 'All Projects': 'everything' } },
      caller: { roles: { 'All Projects': 'everywhere', One: 'here' } },
      ann: { roles: rolesOf(0) },
      ben: { roles: rolesOf(1) },
      cid: { roles: rolesOf(2) },
    },
    pods: {
      Orion: { project: 'One', members: membersOf(0) },
      Lyra: { project: 'Two', members: membersOf(1) },
    },
  });
  return users;
}

function one<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('there is no row');
  return row;
}

async function idsNow(): Promise<Ids> {
  const rows = await db.query<{ ids: Ids }>(
    `SELECT json_build_object(
       'targets', ARRAY(SELECT (SELECT id FROM core.app_user WHERE email = of.name || '@example.com')
         FROM unnest($1::text[]) WITH ORDINALITY AS of (name, at) ORDER BY at),
       'tokens', ARRAY(SELECT (SELECT token.id FROM core.api_token AS token JOIN core.app_user
           ON app_user.id = user_id WHERE email = of.name || '@example.com')
         FROM unnest($1::text[]) WITH ORDINALITY AS of (name, at) ORDER BY at),
       'roles', ARRAY(SELECT id FROM core.role WHERE name <> ALL ($2) ORDER BY id),
       'shipped', ARRAY(SELECT id FROM core.role WHERE name = ANY ($2) ORDER BY id),
       'members', ARRAY(SELECT id FROM core.pod_member ORDER BY id),
       'permissions', ARRAY(SELECT id FROM core.permission ORDER BY id DESC)) AS ids`,
    [TARGETS, Object.keys(POD_ROLES)],
  );
  return one(rows).ids;
}

/**
 * What anybody can do: by user, project and permission, for accounts that are on, and the same by
 * API token.
 */
async function grants(): Promise<Map<string, Held>> {
  const rows = await db.query<Held>(
    `SELECT user_id, project_id, permission, source
     FROM core.user_grant CROSS JOIN unnest(permissions) AS permission
     JOIN core.app_user ON app_user.id = user_id AND is_active
     CROSS JOIN LATERAL (
       SELECT 'account' AS source
       UNION ALL SELECT 'token ' || token.id FROM core.api_token AS token
       WHERE token.user_id = app_user.id AND token.is_active) AS way`,
  );
  return new Map(rows.map((row) => [Object.values(row).join(' '), row]));
}

interface Held {
  readonly user_id: number;
  readonly project_id: number;
  readonly permission: string;
  readonly source: string;
}

async function grantsOf({ id }: TestUser): Promise<Parameters<typeof grantsBeyond>[0]> {
  const rows = await db.query<{ grants: Parameters<typeof grantsBeyond>[0]['grants'] }>(
    'SELECT grants FROM core.user_access($1, NULL, NULL)',
    [id],
  );
  return one(rows);
}

const api = (call: Call, by: TestUser): Promise<Response> =>
  send(call[0], `${server.baseUrl}/api/v1${call[1]}`, by.token, call[2]);

/** The change by the caller. For an undo, root makes it before, and the caller undoes it. */
async function prepared(action: Action, { root }: World): Promise<Call> {
  const call = callOf(action, await idsNow());
  if (!action.isUndo) return call;
  await (await api(call, root)).arrayBuffer();
  const last = await db.query<{ group: string | null }>(
    'SELECT max(group_id) AS group FROM core.audit',
  );
  return ['POST', `/audit/${one(last).group ?? 1}/undo`, {}];
}

it('USER-51 nobody gives or takes a permission that they do not have there, by any route', async () => {
  const outcomes = { refused: 0, given: 0, taken: 0, undone: 0 };
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const world = await settle(plan);
      for (const action of plan.actions) {
        const call = await prepared(action, world);
        const own = await grantsOf(world.caller);
        const before = await grants();
        const answer = await api(call, world.caller);
        const text = await answer.text();
        expect(`${call[0]} ${call[1]}: ${answer.status} ${text}`).not.toMatch(/: 5\d\d/);
        const after = await grants();
        const given = [...after].filter(([key]) => !before.has(key));
        const taken = [...before].filter(([key]) => !after.has(key));
        const changed = [...given, ...taken].map(([, { permission, ...held }]) => ({
          ...held,
          permissions: [permission],
        }));
        expect({ call, beyond: grantsBeyond(own, changed) }).toEqual({ call, beyond: [] });
        if (answer.status === 403) outcomes.refused += 1;
        if (given.length > 0) outcomes.given += 1;
        if (taken.length > 0) outcomes.taken += 1;
        if (action.isUndo && changed.length > 0) outcomes.undone += 1;
      }
    }),
    { numRuns: runs(4), examples: [[EACH_OUTCOME]] },
  );
  // Each kind was met.
  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0);
});
