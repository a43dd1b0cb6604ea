import { wordsOf } from '@portal/domain/telling';
import { Db } from '@portal/persistence/db';
import { readNotifications } from '@portal/persistence/telling/notifications';
import { createLogger } from '@portal/platform/logging';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BehindTeller } from './behind-teller.js';

/** A Wednesday at 16:30 in the zone of the reports. */
const WEDNESDAY = '2026-06-10T23:30:00Z';

let database: TestDatabase;
let db: Db;
let teller: BehindTeller;
let users: Record<'lead' | 'tara' | 'tom', TestUser>;

beforeAll(async () => {
  database = await testDatabase();
  db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 2 });
  const world = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: { lead: {}, tara: {}, tom: {} },
    pods: {
      Orion: { project: 'Alpha', members: { lead: 'lead', tara: 'trainer', tom: 'trainer' } },
      Lyra: { project: 'Alpha', members: { tom: 'trainer' } },
    },
  });
  ({ users } = world);
  await db.query(
    `INSERT INTO core.pod_weekly_target
       (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     VALUES ('Orion', '2026-06-08', '2026-06-14', 2, 2)`,
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns, completed_at)
     SELECT n, $1, 1, $2, 'completed', 5, '2026-06-08T20:00:00Z' FROM generate_series(1, 10) AS n`,
    [world.projects.Alpha, users.tara.email],
  );
  teller = new BehindTeller(db, createLogger('spec', 'silent'));
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

async function told(at: string) {
  await db.query('DELETE FROM core.notification');
  await teller.run(new Date(at));
  await teller.run(new Date(at));
  const said = await Promise.all(
    (['lead', 'tara', 'tom'] as const).map(async (name) => {
      const found = await readNotifications(db, users[name].id, { show: 'all', limit: 9 }, null);
      return found.map((one) => `${name}: ${wordsOf(one).text} ${wordsOf(one).link}`);
    }),
  );
  return said.flat();
}

const LEAD =
  'lead: One trainer is behind what is due this week in Orion. /pods/Orion/lead-dashboard';
const TOM = 'tom: You are behind what is due this week in Orion. /pods/Orion/mine';

describe('who is behind what is due', () => {
  it('TELL-27 is told to trainers and leads, once, at 16 o’clock of a working day', async () => {
    expect(await told(WEDNESDAY)).toEqual([LEAD, TOM]);
    expect(await told('2026-06-10T22:59:00Z')).toEqual([]);
    expect(await told('2026-06-11T00:00:00Z')).toEqual([]);
    expect(await told('2026-06-13T23:30:00Z')).toEqual([]);
    // Nothing is due on a Monday.
    expect(await told('2026-06-08T23:30:00Z')).toEqual([]);
  });

  it('TELL-27 follows the zone of each, and leaves archived projects out', async () => {
    await db.query(`UPDATE core.app_user SET timezone = 'Europe/Berlin' WHERE id = $1`, [
      users.tom.id,
    ]);
    expect(await told(WEDNESDAY)).toEqual([LEAD]);
    expect(await told('2026-06-10T14:05:00Z')).toEqual([TOM]);
    await db.query('UPDATE core.project SET archived_at = now()');
    expect(await told(WEDNESDAY)).toEqual([]);
    await db.query('UPDATE core.project SET archived_at = NULL');
    expect(await told(WEDNESDAY)).toEqual([LEAD]);
  });
});
