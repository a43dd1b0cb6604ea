import { podSchema } from '@portal/contracts/pods';
import type { Db } from '@portal/persistence/db';
import { runs } from '@portal/testing/runs';
import type { TestUser } from '@portal/testing/world';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListClient } from '../../testing/list-client.js';
import { problemIn } from '../../testing/requests.js';
import { openPodsWorld, type PodsWorld } from './spec-support/pods-world.js';

let world: PodsWorld;
let db: Db;
let alpha: number;
let manager: TestUser;
let viewer: TestUser;
let trainer: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  world = await openPodsWorld();
  ({ db, alpha, manager, viewer, trainer, outsider } = world);
});
beforeEach(() => world.clear());
afterAll(() => world.server.stop());

describe('a pod by its name', () => {
  it('POD-1 is returned with its project', async () => {
    const pod: unknown = await (await world.call('GET', 'Orion', viewer)).json();
    expect(podSchema.parse(pod)).toEqual(pod);
    expect(pod).toMatchObject({
      name: 'Orion',
      description: 'Belt',
      project_id: alpha,
      project_name: 'Alpha',
    });
  });

  it('DATA-7 is returned with the microseconds of its times, also after a change', async () => {
    await db.query(
      `UPDATE core.pod SET created_at = '2026-01-05T00:00:00.000001Z',
         updated_at = '2026-01-05T00:00:00.5Z' WHERE name = 'Orion'`,
    );
    const pod = podSchema.parse(await (await world.call('GET', 'Orion', viewer)).json());
    expect(pod).toMatchObject({
      created_at: '2026-01-05T00:00:00.000001Z',
      updated_at: '2026-01-05T00:00:00.500Z',
    });
    const list = await fetch(`${world.server.baseUrl}/api/v1/pods/?search=Orion`, {
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    expect(await list.json()).toMatchObject({
      items: [{ version: pod.version, created_at: pod.created_at, updated_at: pod.updated_at }],
    });
  });

  it.each(['', '/members'])(
    'POD-2 with path "%s" is visible to its members and to users who see pods in its project',
    async (path) => {
      for (const user of [manager, viewer, trainer]) {
        expect((await world.call('GET', 'Orion', user, path)).status).toBe(200);
      }
      expect((await world.call('GET', 'Orion', outsider, path)).status).toBe(404);
      expect((await world.call('GET', 'Lyra', trainer, path)).status).toBe(404);
      expect((await world.call('GET', 'Nowhere', manager, path)).status).toBe(404);
    },
  );

  it('POD-3 is found by a name of any characters', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((text) => text.normalize('NFC').trim())
      // Clients treat '.' and '..' as path segments in any encoding.
      .filter((text) => text !== '' && !/[\0\p{Surrogate}]/u.test(text) && !/^\.\.?$/.test(text));
    const examples = [
      'a b',
      'a/b',
      '/',
      'Zoë 日本 🚀',
      '100%',
      '%2F',
      'a+b?c#d&e;f',
      '"\\',
      'members',
    ];
    await fc.assert(
      fc.asyncProperty(name, async (text) => {
        await db.query("UPDATE core.pod SET name = $1 WHERE description = 'Belt'", [text]);
        const found = await world.call('GET', text, manager);
        expect(found.status).toBe(200);
        expect(await found.json()).toMatchObject({ name: text });
        const members = await world.call('GET', text, manager, '/members');
        expect(await members.json()).toMatchObject([{ pod_name: text }]);
      }),
      { numRuns: runs(6), examples: examples.map((text) => [text]) },
    );
    const longest = '界'.repeat(200);
    await db.query("UPDATE core.pod SET name = $1 WHERE description = 'Belt'", [longest]);
    expect((await world.call('GET', longest, manager)).status).toBe(200);
    await db.query("UPDATE core.pod SET name = 'Orion' WHERE description = 'Belt'");
  });

  it('POD-3 leaves _meta, which is not a valid name, to the list of pods', async () => {
    const answer = await world.call('GET', '_meta', manager);
    expect(answer.status).toBe(200);
    expect(await answer.json()).not.toHaveProperty('project_name');
  });

  it('POD-3 is refused for an invalid name', async () => {
    for (const name of ['x'.repeat(201), 'a\0b', ' ']) {
      const answer = await world.call('GET', name, manager);
      expect(answer.status).toBe(400);
      expect((await problemIn(answer)).errors?.[0]?.pointer).toBe('podName');
    }
  });
});

describe('a pod in a URL', () => {
  it('CRUD-122 is changed and deleted by its name or its id', async () => {
    const pods = new ListClient(world.server, 'pods', manager);
    const { id } = await pods.created({ name: 'Vela / Süd', project_id: alpha });
    const byName = encodeURIComponent('Vela / Süd');
    const changed = await pods.update(byName, { description: 'By name' });
    expect(await changed.json()).toMatchObject({ id, description: 'By name' });
    expect((await pods.update(id, { description: 'By id' })).status).toBe(200);

    expect((await pods.as(outsider).delete(byName)).status).toBe(404);
    expect((await pods.as(trainer).delete(byName)).status).toBe(404);
    expect((await pods.delete('Nowhere')).status).toBe(404);
    const impossible = await pods.update('a%00b', { description: 'x' });
    expect(impossible.status).toBe(400);
    expect((await problemIn(impossible)).detail).toBe(
      'The path parameter name is not valid: must not contain NUL',
    );
    const members = new ListClient(world.server, 'pod-members', manager);
    expect((await problemIn(await members.update('x', { role: 'lead' }))).detail).toBe(
      'The path parameter id is not valid: must be an id',
    );
    expect((await pods.delete(byName)).status).toBe(204);
  });
});
