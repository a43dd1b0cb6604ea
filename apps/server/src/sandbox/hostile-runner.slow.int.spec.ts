import { classesOf } from '@portal/testing/attack-classes';
import { ATTACKS } from '@portal/testing/hostile-corpus';
import { SECRET } from '@portal/testing/hostile-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileGround, openGround } from './spec-support/hostile-ground.js';

let ground: HostileGround;
let before: Record<string, string>;
beforeAll(async () => {
  ground = await openGround('superuser');
  before = await ground.fingerprint();
});
afterAll(() => ground.stop());

/** Endless attacks use all of the time. */
async function attempt(sql: string): Promise<string> {
  const run = ground.sandbox.run({ sql, projectId: 1, timeoutSeconds: 0.25, maxRows: 10_000 });
  return JSON.stringify(await run.catch((error: unknown) => error));
}

describe('the runner', () => {
  it.each(classesOf(ATTACKS))('SBX-32 withstands $class', async ({ attacks }) => {
    for (const { name, sql, honest } of attacks) {
      expect(await attempt(sql), name).not.toMatch(SECRET);
      const result = await ground.sandbox.run({
        sql: honest,
        projectId: 1,
        timeoutSeconds: 30,
        maxRows: 100,
      });
      expect(result.rowCount, name).toBeGreaterThan(0);
      expect(JSON.stringify(result.rows), name).not.toMatch(SECRET);
    }
    expect(await ground.fingerprint()).toEqual(before);
    await expect.poll(() => ground.leftovers()).toEqual([]);
  });

  it('SBX-33 refuses everything except a SELECT', async () => {
    const others = ATTACKS.filter(({ sql }) => !/^(?:select|with|table|values|\/\*)/i.test(sql));
    expect(others.length).toBeGreaterThan(20);
    for (const { name, sql } of others) {
      const refused = ground.sandbox.run({ sql, projectId: 1, timeoutSeconds: 5, maxRows: 10 });
      await expect(refused, name).rejects.toMatchObject({
        code: 'query-failed',
        sqlState: '42601',
      });
    }
  });
});
