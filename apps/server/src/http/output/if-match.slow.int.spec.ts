import { apiTokensSchema, createdApiTokenSchema } from '@portal/contracts/api-tokens';
import { itemListSchema, listedItemSchema } from '@portal/contracts/lists';
import { customStatSchema } from '@portal/contracts/custom-stats';
import { podSchema } from '@portal/contracts/pods';
import { projectDetailsSchema, projectListSchema } from '@portal/contracts/projects';
import { projectRolesSchema } from '@portal/contracts/user-access';
import { sql } from '@portal/persistence/sql';
import { signIn } from '@portal/testing/sign-in';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let server: TestServer;
let session: string;
let alpha: number;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  const { projects, users } = await buildWorld(server.db, {
    projects: { Alpha: {} },
    users: {
      admin: { email: 'root@example.com' },
      member: { email: 'member@example.com', roles: { Alpha: 'trainer' } },
    },
    pods: { Orion: { project: 'Alpha' } },
  });
  ({ Alpha: alpha } = projects);
  ({ admin, member } = users);
  await server.db.query(
    `INSERT INTO core.user_role SELECT $1, 0, id FROM core.role WHERE name = 'admin'`,
    [admin.id],
  );
  // API tokens are changed by a session.
  ({ access_token: session } = await signIn(server.baseUrl, admin.email));
});
afterAll(() => server.stop());

function call(method: string, path: string, body?: unknown, ifMatch?: string): Promise<Response> {
  return fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function read<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
  const response = await call('GET', path);
  expect(response.status).toBe(200);
  return schema.parse(await response.json());
}

/** A GET by a client that holds a version. */
const readUnless = (path: string, etag: string): Promise<Response> =>
  fetch(`${server.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${session}`, 'if-none-match': etag },
  });

const found = <T>(items: readonly T[], isMeant: (item: T) => boolean): T => {
  const item = items.find(isMeant);
  if (item === undefined) throw new Error('not in the list');
  return item;
};

/** Something that users edit. */
interface Edited {
  /** The version that its list gives. */
  readonly listed: () => Promise<string | number>;
  /** Its own URL, if there is one. */
  readonly alone?: () => string;
  readonly write: (value: string, ifMatch?: string) => Promise<Response>;
  /** The pointer of the written field. */
  readonly pointer: string;
  /** Valid values. */
  readonly values: readonly [string, string, string];
}

let tokenId: number;
let statId: number;
let podId: number;

const NAMES = ['one', 'two', 'three'] as const;
const ROLES = ['project_member', 'project_lead', 'reviewer'] as const;
const versionSchema = z.object({ version: z.string() });

const EDITED: Readonly<Record<string, Edited>> = {
  'a project': {
    listed: async () =>
      found(await read('/projects/', projectListSchema), ({ id }) => id === alpha).version,
    alone: () => `/projects/${alpha}`,
    write: (client, ifMatch) => call('PUT', `/projects/${alpha}`, { client }, ifMatch),
    pointer: '/client',
    values: NAMES,
  },
  'a project from the list with pages': {
    listed: async () => {
      const { items } = await read(
        '/projects/list/?search=Alpha',
        itemListSchema(listedItemSchema),
      );
      return found(items, ({ id }) => id === alpha).version;
    },
    write: (client, ifMatch) => call('PUT', `/projects/${alpha}`, { client }, ifMatch),
    pointer: '/client',
    values: NAMES,
  },
  'the own profile': {
    listed: async () => (await read('/auth/profile/me', versionSchema)).version,
    alone: () => '/auth/profile/me',
    write: (slack_id, ifMatch) => call('PUT', '/auth/profile/me', { slack_id }, ifMatch),
    pointer: '/slack_id',
    values: NAMES,
  },
  'the profile of another user': {
    listed: async () => (await read(`/auth/users/${member.id}/profile`, versionSchema)).version,
    alone: () => `/auth/users/${member.id}/profile`,
    write: (slack_id, ifMatch) =>
      call('PUT', `/auth/users/${member.id}/profile`, { slack_id }, ifMatch),
    pointer: '/slack_id',
    values: NAMES,
  },
  'an API token': {
    listed: async () => {
      const { items } = await read(`/auth/admin/users/${admin.id}/api-tokens/`, apiTokensSchema);
      return found(items, ({ id }) => id === tokenId).version;
    },
    write: (name, ifMatch) => call('PUT', `/auth/api-tokens/${tokenId}`, { name }, ifMatch),
    pointer: '/name',
    values: NAMES,
  },
  'the role of a user': {
    listed: async () => {
      const { data } = await read(`/auth/users/${member.id}/project-roles`, projectRolesSchema);
      return found(data, ({ project_id }) => project_id === alpha).version;
    },
    write: (role, ifMatch) =>
      call('POST', `/auth/users/${member.id}/project-roles`, { project_id: alpha, role }, ifMatch),
    pointer: '/role',
    values: ROLES,
  },
  'the role of a user of a project': {
    listed: async () => {
      const { users } = await read(`/projects/${alpha}/users`, projectDetailsSchema);
      return found(users, ({ id }) => id === member.id).version;
    },
    write: (role, ifMatch) =>
      call('POST', `/projects/${alpha}/users/${member.id}?role_name=${role}`, undefined, ifMatch),
    pointer: 'role_name',
    values: ROLES,
  },
  'a custom statistic': {
    listed: async () => {
      const stats = await read(`/projects/${alpha}/custom-stats/`, z.array(customStatSchema));
      return found(stats, ({ id }) => id === statId).version;
    },
    alone: () => `/projects/${alpha}/custom-stats/${statId}`,
    write: (name, ifMatch) =>
      call('PUT', `/projects/${alpha}/custom-stats/${statId}`, { name }, ifMatch),
    pointer: '/name',
    values: NAMES,
  },
  'a pod': {
    listed: async () => {
      const { items } = await read('/pods/', itemListSchema(listedItemSchema));
      return found(items, ({ id }) => id === podId).version;
    },
    alone: () => '/pods/Orion',
    write: (description, ifMatch) => call('PATCH', `/pods/${podId}`, { description }, ifMatch),
    pointer: '/description',
    values: NAMES,
  },
};

beforeAll(async () => {
  const token = await call('POST', `/auth/admin/users/${admin.id}/api-tokens/`, { name: 'zero' });
  ({ id: tokenId } = createdApiTokenSchema.parse(await token.json()));
  const stat = await call('POST', `/projects/${alpha}/custom-stats/`, {
    name: 'zero',
    sql_query: 'SELECT 1 AS n',
    supported_chart_types: ['table'],
    default_chart_type: 'table',
  });
  ({ id: statId } = customStatSchema.parse(await stat.json()));
  ({ id: podId } = await read('/pods/Orion', podSchema));
});

async function lastChange(): Promise<unknown> {
  return server.db.query(sql`
    SELECT (SELECT max(updated_at) FROM core.project) AS project,
      (SELECT max(updated_at) FROM core.app_user) AS app_user,
      (SELECT max(updated_at) FROM core.custom_stat) AS custom_stat,
      (SELECT max(updated_at) FROM core.pod) AS pod,
      (SELECT max(id) FROM core.audit) AS audit`);
}

it.each(Object.entries(EDITED))(
  'API-9 of %s leaves it as it is if nothing differs',
  async (_, { listed, write, values: [first, second] }) => {
    for (const value of [first, second]) {
      const before = await lastChange();
      expect((await write(value)).status).toBe(200);
      const [after, version] = [await lastChange(), await listed()];
      expect(after).not.toEqual(before);
      expect((await write(value)).status).toBe(200);
      expect(await listed()).toBe(version);
      expect(await lastChange()).toEqual(after);
    }
  },
);

describe('a change with If-Match', () => {
  it.each(Object.entries(EDITED))(
    'API-8 of %s applies to the version that was read',
    async (_, { listed, alone, write, pointer, values: [first, second, third] }) => {
      const tag = `"${await listed()}"`;
      if (alone) expect((await call('GET', alone())).headers.get('etag')).toBe(tag);
      const changed = await write(first, tag);
      expect(changed.status).toBe(200);
      const newTag = `"${await listed()}"`;
      expect(changed.headers.get('etag')).toBe(newTag);
      expect(newTag).not.toBe(tag);

      const stale = await write(second, tag);
      expect(stale.status).toBe(409);
      expect(await problemIn(stale)).toMatchObject({
        code: 'conflict',
        errors: [{ pointer, stored: first, sent: second }],
      });
      expect(`"${await listed()}"`).toBe(newTag);
      expect((await write(second)).status).toBe(200);
      expect((await write(third, newTag)).status).toBe(409);
      expect((await write(third, `"${await listed()}"`)).status).toBe(200);
    },
  );

  it.each(['a project', 'the own profile', 'an API token', 'the role of a user'])(
    'API-8 of %s lets one of several concurrent changes win, and without it all',
    async (name) => {
      const { listed, write, values } = EDITED[name] ?? {};
      if (!listed || !write || !values) throw new Error(`${name} is not edited`);
      const [first, ...others] = values;
      expect((await write(first)).status).toBe(200);
      const tag = `"${await listed()}"`;
      const guarded = await Promise.all(others.map((value) => write(value, tag)));
      expect(guarded.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      const free = await Promise.all(values.map((value) => write(value)));
      expect(free.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  it('API-8 of a custom statistic lets each of several concurrent changes win without it', async () => {
    const path = `/projects/${alpha}/custom-stats/${statId}`;
    const tries = ['a', 'b', 'c', 'd'].map((description) => call('PUT', path, { description }));
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('API-8 of a role that was removed meanwhile is refused', async () => {
    const { listed, write } = EDITED['the role of a user'] ?? {};
    if (!listed || !write) throw new Error('not edited');
    const tag = `"${await listed()}"`;
    const path = `/auth/users/${member.id}/project-roles/${alpha}`;
    expect((await call('DELETE', path)).status).toBe(204);
    const stale = await write('trainer', tag);
    expect(stale.status).toBe(409);
    expect((await problemIn(stale)).errors).toMatchObject([{ stored: null, sent: 'trainer' }]);
    expect((await write('trainer')).status).toBe(200);
  });

  it('API-8 of an API token does not depend on its uses', async () => {
    const { listed } = EDITED['an API token'] ?? {};
    const before = await listed?.();
    await server.db.query('UPDATE core.api_token SET last_used_at = now() WHERE id = $1', [
      tokenId,
    ]);
    expect(await listed?.()).toBe(before);
  });
});

describe('If-None-Match', () => {
  it('CRUD-123 is 304 without content while the item has this version, and the item after a change', async () => {
    const rename = { description: `changed ${Date.now()}` };
    const items: readonly [path: string, method: string, change: string][] = [
      ['/pods/Orion', 'PATCH', '/pods/Orion'],
      [`/projects/${alpha}`, 'PUT', `/projects/${alpha}`],
      [`/auth/users/${member.id}`, 'PATCH', `/auth/users/${member.id}`],
      [`/auth/users/${member.id}/profile`, 'PUT', `/auth/users/${member.id}/profile`],
      ['/auth/profile/me', 'PUT', '/auth/profile/me'],
    ];
    for (const [path, method, changed] of items) {
      const etag = (await call('GET', path)).headers.get('etag') ?? '';
      const held = await readUnless(path, etag);
      expect([path, held.status, await held.text()]).toEqual([path, 304, '']);
      expect(held.headers.get('etag')).toBe(etag);
      expect((await readUnless(path, '"another"')).status).toBe(200);
      const body = changed.includes('profile')
        ? { slack_id: `U${path.length}` }
        : changed.includes('/auth/')
          ? { name: 'New name' }
          : rename;
      expect([path, (await call(method, changed, body)).status]).toEqual([path, 200]);
      const fresh = await readUnless(path, etag);
      expect([path, fresh.status]).toEqual([path, 200]);
      expect(fresh.headers.get('etag')).not.toBe(etag);
    }
  });
});
