import { randomUUID } from 'node:crypto';
import type { ImportProgress, WeeklyProgress } from '@portal/contracts/live';
import { PATIENCE } from '@portal/testing/patience';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWatchedPortal, type WatchedPortal } from '../spec-support/watched-portal.js';
import { CurrentAccess } from './current-access.js';
import { ALPHA, USERS, type User, POD } from '../spec-support/world.js';

let portal: WatchedPortal;
let db: WatchedPortal['db'];
let watch: WatchedPortal['watch'];
let revisionOf: WatchedPortal['revisionOf'];

beforeAll(async () => {
  portal = await openWatchedPortal();
  ({ db, watch, revisionOf } = portal);
});
afterEach(() => portal.closeWatchers());
afterAll(() => portal.close());

async function addToPod(user: User): Promise<void> {
  await db.query(
    `INSERT INTO core.pod_member (pod_name, user_email) VALUES ($1, $2 || '@example.com')
     ON CONFLICT DO NOTHING`,
    [POD, user],
  );
}

describe('pushed states', () => {
  it('LIVE-11 push the review desk of the project and the pod after a review', async () => {
    const lead = await watch('lead');
    const { review_counters: whole } = await lead.enter(ALPHA);
    const { review_counters: pod } = await lead.enter(ALPHA, POD);
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
       VALUES (100, 1, 'approved', now())`,
    );
    for (const before of [whole, pod]) {
      const after = await lead.seen(
        'review-counters',
        ({ pod_name, revision }) => pod_name === before.pod_name && revision > before.revision,
      );
      expect(after).toMatchObject({ pending: before.pending - 1, done: before.done + 1 });
    }
  });

  it('LIVE-12 push the week of the pod after a change of its target or of its users’ work', async () => {
    const lead = await watch('lead');
    const { weekly_progress: before } = await lead.enter(ALPHA, POD);
    expect(before?.target).toBeNull();
    await db.query(
      `INSERT INTO core.pod_weekly_target
         (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
       VALUES ($1, $2, $3, 2, 1000)`,
      [POD, before?.week_start, before?.week_end],
    );
    const { expected, due } = await lead.seen('weekly-progress', ({ target }) => target !== null);
    expect(expected?.tasks).toBe((expected?.turns ?? 0) / 500);

    await db.query(
      `UPDATE core.task SET status = 'completed', completed_at = now() WHERE turing_task_id IN
         (SELECT turing_task_id FROM core.task
          WHERE project_id = $1 AND status = 'pending' ORDER BY 1 LIMIT 4)`,
      [ALPHA],
    );
    const { members } = await lead.seen(
      'weekly-progress',
      ({ members: [member] }) => member !== undefined && member.tasks > 0,
    );
    expect(members).toMatchObject([{ email: 'trainer@example.com', tasks: 4, percent: 40 }]);
    const share = 4 / (due?.tasks ?? 0);
    expect(members[0]?.level).toBe(
      share === Infinity ? null : share >= 1 ? 'success' : share >= 0.85 ? 'warning' : 'error',
    );
    expect(members[0]?.pace).toBe(Math.floor(4000 / (expected?.tasks ?? 1)) / 10);
  });

  it('LIVE-26 show the whole week with pod-info-public-view, and other users only their own', async () => {
    await addToPod('stranger');
    const [lead, trainer] = [await watch('lead'), await watch('trainer')];
    const own = ['trainer@example.com'];
    const all = ['stranger@example.com', ...own];
    const emails = (week: WeeklyProgress | null) => week?.members.map(({ email }) => email).sort();
    expect(emails((await lead.enter(ALPHA, POD)).weekly_progress)).toEqual(all);
    const { weekly_progress: before } = await trainer.enter(ALPHA, POD);
    expect(emails(before)).toEqual(own);
    await db.query(
      "UPDATE core.app_user SET name = 'Somebody' WHERE email = 'stranger@example.com'",
    );
    const later = ({ revision }: WeeklyProgress) => revision > (before?.revision ?? 0);
    expect(emails(await lead.seen('weekly-progress', later))).toEqual(all);
    expect(emails(await trainer.seen('weekly-progress', later))).toEqual(own);
  });

  it('POD-17 show the details of each member in the week', async () => {
    const lead = await watch('lead');
    const { weekly_progress: before } = await lead.enter(ALPHA, POD);
    const of = (week: WeeklyProgress | null) =>
      week?.members.find(({ email }) => email === 'trainer@example.com')?.user;
    expect(of(before)).toMatchObject({ picture: null, timezone: null, pods: [POD] });
    await db.query(
      `UPDATE core.app_user SET name = 'Tria', picture = 'https://pictures.example/t',
         timezone = 'UTC+2:00' WHERE email = 'trainer@example.com'`,
    );
    const after = await lead.seen('weekly-progress', (week) => of(week)?.timezone === 'UTC+2:00');
    expect(of(after)).toMatchObject({ name: 'Tria', picture: 'https://pictures.example/t' });
  });

  it('LIVE-13 send the time of the last import to every room', async () => {
    const [lead, betaLead] = [await watch('lead'), await watch('betaLead')];
    await lead.enter(ALPHA);
    await betaLead.enter(2);
    const value = '2026-01-05T12:00:00.000Z';
    await db.query("INSERT INTO core.meta (key, value) VALUES ('tasks_last_imported_at', $1)", [
      value,
    ]);
    for (const watcher of [lead, betaLead]) {
      await watcher.seen('sync-time', (state) => state.value === value);
    }
    expect((await lead.enter(ALPHA)).sync_time.value).toBe(value);
  });

  it('LIVE-14 send an import to its uploader and to users with data-upload everywhere, and to no others', async () => {
    const [admin, uploader, lead] = [
      await watch('admin'),
      await watch('uploader'),
      await watch('lead'),
    ];
    // The response to a subscription shows that the permissions of the connection have been read.
    for (const watcher of [admin, uploader, lead]) await watcher.enter(ALPHA);
    const importId = randomUUID();
    await db.query(
      `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
       VALUES ($1, $2, 'tasks.json', 'key', repeat('0', 64), 1000)`,
      [importId, USERS.uploader],
    );
    for (let bytes = 1; bytes <= 100; bytes++) {
      await db.query(
        "UPDATE core.task_import SET state = 'running', bytes_done = $2 WHERE id = $1",
        [importId, bytes],
      );
    }
    await db.query(
      `UPDATE core.task_import SET state = 'completed', phase = 'done', finished_at = now(),
         inserted = 1, updated = 2, unchanged = 3, delivery_batches = 0 WHERE id = $1`,
      [importId],
    );
    for (const watcher of [admin, uploader]) {
      const end = await watcher.seen(
        'import-progress',
        (state) => state.import.status === 'completed',
      );
      expect(end).toMatchObject({
        project_id: 0,
        import: {
          import_id: importId,
          uploaded_by: 'uploader@example.com',
          tasks_imported: { insert: 1, update: 2, unchanged: 3, delivery_batches: 0 },
        },
      });
      const revisions = watcher.states('import-progress').map(({ revision }) => revision);
      expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
      expect(revisions.length).toBeLessThan(100);
    }
    await db.query('UPDATE core.task SET number_of_turns = 7 WHERE turing_task_id = 103');
    await lead.seen('dashboard-changed', () => true);
    expect(lead.states('import-progress')).toEqual([]);
  });
});

describe('pushed states after a change of access', () => {
  beforeEach(async () => {
    await addToPod('stranger');
    await addToPod('trainer');
    // At worst the server hears of the revision long before the change of access.
    vi.spyOn(portal.app.get(CurrentAccess), 'accessChanged').mockReturnValue();
  });
  afterEach(() => vi.restoreAllMocks());

  it('LIVE-30 follow a change of access in the push of its own commit', async () => {
    const trainer = await watch('trainer');
    await trainer.enter(ALPHA, POD);
    const own = ['trainer@example.com'];
    const all = ['stranger@example.com', ...own];
    for (let round = 0; round < 8; round += 1) {
      const isReviewer = round % 2 === 0;
      await db.query(
        "UPDATE core.pod_member SET role = $1 WHERE user_email = 'trainer@example.com'",
        [isReviewer ? 'reviewer' : 'trainer'],
      );
      const revision = await revisionOf(ALPHA);
      const week = await trainer.seen('weekly-progress', (state) => state.revision >= revision);
      expect(week.members.map(({ email }) => email).sort()).toEqual(isReviewer ? all : own);
    }
  });

  it('LIVE-30 reach nobody who lost access with the commit', async () => {
    const [lead, trainer] = [await watch('lead'), await watch('trainer')];
    for (let round = 0; round < 6; round += 1) {
      await lead.enter(ALPHA, POD);
      await trainer.enter(ALPHA, POD);
      await db.query("DELETE FROM core.pod_member WHERE user_email = 'trainer@example.com'");
      const revision = await revisionOf(ALPHA);
      const isNew = (state: { revision: number }) => state.revision >= revision;
      await lead.seen('weekly-progress', isNew);
      await lead.seen('review-counters', isNew);
      await lead.seen('dashboard-changed', isNew);
      await vi.waitFor(
        () => expect(trainer.states('room-closed')).toHaveLength(round + 1),
        PATIENCE,
      );
      for (const topic of ['weekly-progress', 'review-counters', 'dashboard-changed'] as const) {
        expect(trainer.states(topic).filter(isNew)).toEqual([]);
      }
      await addToPod('trainer');
      trainer.received['weekly-progress'].length = 0;
      trainer.received['review-counters'].length = 0;
      trainer.received['dashboard-changed'].length = 0;
    }
  });

  it('LIVE-22 end with the connections of a deactivated user, and of no other', async () => {
    const [lead, uploader] = [await watch('lead'), await watch('uploader')];
    for (const watcher of [lead, uploader]) await watcher.enter(ALPHA);
    const activate = (isActive: boolean) =>
      db.query('UPDATE core.app_user SET is_active = $1 WHERE id = $2', [isActive, USERS.uploader]);
    await activate(false);
    await db.query('UPDATE core.task SET number_of_turns = 9 WHERE turing_task_id = 103');
    const revision = await revisionOf(ALPHA);
    await lead.seen('dashboard-changed', (state) => state.revision >= revision);
    await uploader.disconnected();
    expect(uploader.states('dashboard-changed').filter((one) => one.revision >= revision)).toEqual(
      [],
    );
    await activate(true);
  });

  it('LIVE-14 LIVE-30 an import reaches nobody who lost data-upload in all projects', async () => {
    await db.query(
      `INSERT INTO core.user_role SELECT $1, 0, id FROM core.role WHERE name = 'admin'`,
      [USERS.lead],
    );
    const [admin, lead] = [await watch('admin'), await watch('lead')];
    for (const watcher of [admin, lead]) await watcher.enter(ALPHA);
    const importId = randomUUID();
    const isAt = (status: string) => (state: ImportProgress) =>
      state.import.import_id === importId && state.import.status === status;
    await db.query(
      `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total)
       VALUES ($1, $2, 'tasks.json', 'key', repeat('0', 64), 1000)`,
      [importId, USERS.uploader],
    );
    for (const watcher of [admin, lead]) await watcher.seen('import-progress', isAt('queued'));
    await db.query('DELETE FROM core.user_role WHERE user_id = $1 AND project_id = 0', [
      USERS.lead,
    ]);
    await db.query(`UPDATE core.task_import SET state = 'running' WHERE id = $1`, [importId]);
    await admin.seen('import-progress', isAt('running'));
    await db.query('UPDATE core.task SET number_of_turns = 8 WHERE turing_task_id = 103');
    const revision = await revisionOf(ALPHA);
    await lead.seen('dashboard-changed', (state) => state.revision >= revision);
    expect(lead.states('import-progress').filter(isAt('running'))).toEqual([]);
  });

  it('LIVE-30 the acknowledgement follows each change of access that its state includes', async () => {
    const trainer = await watch('trainer');
    await trainer.enter(ALPHA, POD);
    for (let round = 0; round < 8; round += 1) {
      const isReviewer = round % 2 === 0;
      await db.query(
        "UPDATE core.pod_member SET role = $1 WHERE user_email = 'trainer@example.com'",
        [isReviewer ? 'reviewer' : 'trainer'],
      );
      const { weekly_progress: week } = await trainer.enter(ALPHA, POD);
      expect(week?.members).toHaveLength(isReviewer ? 2 : 1);
    }
  });
});
