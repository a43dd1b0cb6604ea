import { classesOf } from '@portal/testing/attack-classes';
import { HOSTILE } from '@portal/testing/hostile-queries';
import { ATTACKS } from '@portal/testing/hostile-corpus';
import { SECRET } from '@portal/testing/hostile-world';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileGround, openGround } from './spec-support/hostile-ground.js';
import { runRaw } from './spec-support/raw-session.js';

/** An ordinary owner can revoke fewer rights from PUBLIC: what it withstands, a superuser does too. */
const CORPUS = { superuser: ATTACKS, 'ordinary owner': [...ATTACKS, ...HOSTILE] };

/** Most slow attacks wait for their timeout. */
const severalAtOnce = pLimit(6);

describe.each(['superuser', 'ordinary owner'] as const)(
  'with a %s as owner, sandbox roles without the guard',
  (owner) => {
    let ground: HostileGround;
    let before: Record<string, string>;
    beforeAll(async () => {
      ground = await openGround(owner);
      before = await ground.fingerprint();
    });
    afterAll(() => ground.stop());

    it('SBX-30 let an honest query through', async () => {
      const seen = await runRaw(
        ground,
        'SELECT DISTINCT project_id, user_email FROM tasks',
        'extended',
      );
      expect(seen).toContain('"rows":[[1,"own@example.com"]]');
    });

    it('SBX-30 are checked by the secret and the fingerprint, which detect a leak and a change', async () => {
      const victim = { sql: 'SELECT * FROM tasks', projectId: 2, timeoutSeconds: 30, maxRows: 10 };
      expect(JSON.stringify(await ground.sandbox.run(victim))).toMatch(SECRET);
      await ground.server.db.query(`UPDATE core.project SET client = 'x' WHERE id = 1`);
      expect(await ground.fingerprint()).not.toEqual(before);
      await ground.server.db.query(`UPDATE core.project SET client = 'Own' WHERE id = 1`);
      before = await ground.fingerprint();
    });

    it.each(classesOf(CORPUS[owner]))('SBX-30 withstand $class', async ({ attacks }) => {
      const seen = await severalAtOnce.map(attacks, async ({ name, sql }) => ({
        name,
        answer: await runRaw(ground, sql, 'extended'),
      }));
      expect(seen.filter(({ answer }) => SECRET.test(answer))).toEqual([]);
      expect(await ground.fingerprint()).toEqual(before);
      await expect.poll(() => ground.leftovers()).toEqual([]);
    });

    it.each([
      'SELECT * FROM tasks, projects, pods',
      'SELECT * FROM core.task',
      'RESET ALL; SELECT * FROM tasks',
      'SET SESSION AUTHORIZATION DEFAULT; SELECT * FROM projects',
      `SET app.project_id = 2; SELECT set_config('role', 'none', false); SELECT * FROM projects`,
      'UPDATE reporting.sandbox_role SET project_id = 2; SELECT * FROM projects',
      'CREATE TEMP TABLE sandbox_role (project_id int); SELECT * FROM projects',
    ])('SBX-31 show nothing of another project to statements that commit: %s', async (sql) => {
      const seen = await runRaw(ground, `COMMIT; BEGIN READ WRITE; ${sql}; COMMIT`, 'simple');
      expect(seen).not.toMatch(SECRET);
      expect(await ground.fingerprint()).toEqual(before);
    });
  },
);
