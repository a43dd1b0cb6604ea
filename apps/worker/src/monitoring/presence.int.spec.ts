import { hostname } from 'node:os';
import { readWorkers } from '@portal/persistence/figures/workers';
import { createLogger } from '@portal/platform/logging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportWorld } from '../imports/spec-support/import-world.js';
import { Presence } from './presence.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterAll(() => world.drop());

function presence(): Presence {
  return new Presence(world.db, createLogger('spec', 'silent'));
}

describe('a worker', () => {
  it('SYS-225 is known to the database while it runs, each with its host and version', async () => {
    const [one, two] = [presence(), presence()];
    expect(await readWorkers(world.db)).toEqual([]);
    one.onApplicationBootstrap();
    two.onApplicationBootstrap();
    await expect.poll(() => readWorkers(world.db)).toHaveLength(2);
    const [oldest] = await readWorkers(world.db);
    expect(oldest?.host).toBe(hostname());
    expect(oldest?.version).toMatch(/^\d/);
    await one.beforeApplicationShutdown();
    expect(await readWorkers(world.db)).toHaveLength(1);
    await world.db.query(`UPDATE core.worker SET seen_at = now() - interval '31 seconds'`);
    expect(await readWorkers(world.db)).toEqual([]);
    await two.beforeApplicationShutdown();
  });

  it('SYS-225 that died is forgotten a day later', async () => {
    await world.db.query(`
      INSERT INTO core.worker (id, host, version, seen_at)
      SELECT gen_random_uuid(), 'gone', '0', now() - hours * interval '1 hour'
      FROM unnest(ARRAY[23, 25]) AS hours`);
    const one = presence();
    one.onApplicationBootstrap();
    await expect.poll(() => readWorkers(world.db)).toHaveLength(1);
    expect(await world.count(`FROM core.worker WHERE host = 'gone'`)).toBe(1);
    await one.beforeApplicationShutdown();
  });
});
