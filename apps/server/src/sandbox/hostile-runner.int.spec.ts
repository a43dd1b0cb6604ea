import { ATTACKS } from '@portal/testing/hostile-corpus';
import { SECRET } from '@portal/testing/hostile-world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileGround, openGround } from './spec-support/hostile-ground.js';

let ground: HostileGround;
let before: string;
beforeAll(async () => {
  ground = await openGround('superuser');
  before = await ground.fingerprint();
});
afterAll(() => ground.stop());

async function attempt(sql: string): Promise<string> {
  const run = ground.sandbox.run({ sql, projectId: 1, timeoutSeconds: 1, maxRows: 10_000 });
  return JSON.stringify(await run.catch((error: unknown) => error));
}

describe('the runner', () => {
  it.each(ATTACKS)('SBX-32 withstands $class: $name', async ({ sql, honest }) => {
    expect(await attempt(sql)).not.toMatch(SECRET);
    expect(await ground.fingerprint()).toBe(before);
    await expect.poll(() => ground.leftovers(), { timeout: 10_000 }).toEqual([]);
    const result = await ground.sandbox.run({
      sql: honest,
      projectId: 1,
      timeoutSeconds: 30,
      maxRows: 100,
    });
    expect(result.rowCount).toBeGreaterThan(0);
    expect(JSON.stringify(result.rows)).not.toMatch(SECRET);
  });

  it.each(ATTACKS.filter(({ sql }) => !/^(?:select|with|table|values|\/\*)/i.test(sql)))(
    'SBX-33 refuses what is no SELECT: $name',
    async ({ sql }) => {
      const refused = ground.sandbox.run({ sql, projectId: 1, timeoutSeconds: 5, maxRows: 10 });
      await expect(refused).rejects.toMatchObject({ code: 'query-failed', sqlState: '42601' });
    },
  );
});
