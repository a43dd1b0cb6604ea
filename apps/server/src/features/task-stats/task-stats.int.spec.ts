import { podStatsSchema, reviewStatsSchema } from '@portal/contracts/task-stats';
import type { Db } from '@portal/persistence/db';
import type { TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, problemIn } from '../../testing/requests.js';
import { openWorkWorld, WEEK, type WorkWorld } from './spec-support/work-world.js';

let world: WorkWorld;
let db: Db;
let alpha: number;
let beta: number;
let viewer: TestUser;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await openWorkWorld();
  ({ db } = world.server);
  ({ alpha, beta, viewer, ada, bob, admin } = world);
});
afterAll(() => world.server.stop());

/** Rows as `day user tasks/turns`. */
async function stats(user: TestUser, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await world.ask('pod-stats', user, { ...WEEK, ...query });
  return podStatsSchema
    .parse(await answer.json())
    .map((row) => `${row.date} ${row.email.split('@')[0]} ${row.task_count}/${row.total_turns}`);
}

async function desk(user: TestUser, query: Record<string, string> = {}) {
  const answer = await world.ask('pod-review-stats', user, { ...WEEK, ...query });
  const rows = reviewStatsSchema.parse(await answer.json());
  return rows.map(({ status, desk, task_count }) => `${status} ${desk} ${task_count}`);
}

describe('pod-stats', () => {
  it('WORK-2 counts done tasks and turns by day of the reporting zone and user', async () => {
    expect(await stats(admin)).toEqual([
      '2026-01-05 ada 2/5',
      '2026-01-05 bob 1/5',
      '2026-01-06 ada 1/4',
    ]);
  });

  it('WORK-2 includes the start of the period and excludes its end, at any offset', async () => {
    const from = (start_datetime: string, end_datetime: string) =>
      stats(admin, { start_datetime, end_datetime, member_emails: ada.email });
    expect(await from('2026-01-05T12:00:00Z', '2026-01-06T07:30:00Z')).toEqual([
      '2026-01-05 ada 1/2',
    ]);
    expect(await from('2026-01-05T12:00:00.000001Z', '2026-01-06T07:30:00.000001Z')).toEqual([
      '2026-01-05 ada 1/3',
    ]);
    expect(await from('2026-01-05T14:00:00+02:00', '2026-01-05T14:00:01+02:00')).toHaveLength(1);
    // Of the reporting zone.
    expect(await from('2026-01-05T04:00:00', '2026-01-05T04:00:01')).toHaveLength(1);
    expect(await from('2026-01-05T12:00:00Z', '2026-01-05T12:00:00Z')).toEqual([]);
  });

  it('WORK-4 splits days in the given time zone', async () => {
    const ofAda = { member_emails: ada.email };
    expect(await stats(admin, { ...ofAda, time_zone: 'UTC' })).toEqual([
      '2026-01-05 ada 1/2',
      '2026-01-06 ada 2/7',
    ]);
    expect(await stats(admin, { ...ofAda, time_zone: 'Asia/Kathmandu' })).toEqual([
      '2026-01-05 ada 1/2',
      '2026-01-06 ada 2/7',
    ]);
    expect(await stats(admin, { ...ofAda, time_zone: 'UTC+5:45' })).toEqual(
      await stats(admin, { ...ofAda, time_zone: 'Asia/Kathmandu' }),
    );
  });

  it('WORK-1 shows other users with pod-info-public-view, and the caller everywhere', async () => {
    expect(await stats(viewer)).toEqual(['2026-01-05 ada 2/5', '2026-01-05 bob 1/5']);
    expect(await stats(ada)).toEqual(['2026-01-05 ada 2/5', '2026-01-06 ada 1/4']);
    expect(await stats(ada, { member_emails: bob.email })).toEqual([]);
    expect(await stats(viewer, { project_id: String(beta) })).toEqual([]);
  });

  it('WORK-5 filters by users, project and pod together', async () => {
    expect(await stats(admin, { project_id: String(beta) })).toEqual(['2026-01-06 ada 1/4']);
    expect(await stats(admin, { member_emails: `${bob.email},Nobody@Example.com` })).toEqual([
      '2026-01-05 bob 1/5',
    ]);
    expect(await stats(admin, { member_emails: '' })).toEqual([]);
    expect(await stats(admin, { pod_name: 'Orion' })).toEqual(['2026-01-05 ada 2/5']);
    expect(await stats(admin, { pod_name: 'Orion', member_emails: bob.email })).toEqual([]);
    expect(await stats(admin, { pod_name: 'Orion', project_id: String(beta) })).toEqual([]);
  });

  it('WORK-5 responds 404 for a hidden or unknown pod', async () => {
    for (const pod_name of ['Lyra', 'Nowhere']) {
      const answer = await world.ask('pod-stats', viewer, { ...WEEK, pod_name });
      expect(answer.status).toBe(404);
    }
    expect((await world.ask('pod-stats', viewer, { ...WEEK, pod_name: 'Orion' })).status).toBe(200);
    expect((await world.ask('pod-stats', ada, { ...WEEK, pod_name: 'Orion' })).status).toBe(200);
    expect((await world.ask('pod-stats', bob, { ...WEEK, pod_name: 'Orion' })).status).toBe(404);
  });
});

describe('pod-review-stats', () => {
  it('WORK-17 takes a pod: the tasks of its members in its project; 404 for a hidden pod', async () => {
    const ofPod = ['completed pending 1', 'reviewed done 1', 'rework done 1'];
    expect(await desk(admin, { pod_name: 'Orion' })).toEqual(ofPod);
    expect(await desk(admin, { pod_name: 'Orion', project_id: String(alpha) })).toEqual(ofPod);
    expect(await desk(admin, { pod_name: 'Orion', member_emails: bob.email })).toEqual([]);
    expect(await desk(admin, { pod_name: 'Orion', project_id: String(beta) })).toEqual([]);
    expect(await desk(admin, { pod_name: 'Lyra' })).toEqual([]);
    for (const pod_name of ['Lyra', 'Nowhere']) {
      const answer = await world.ask('pod-review-stats', viewer, { ...WEEK, pod_name });
      expect(answer.status).toBe(404);
    }
    expect(await desk(viewer, { pod_name: 'Orion' })).toEqual(ofPod);
  });

  it('WORK-6 counts tasks that wait for a review, and tasks reviewed in the period, once', async () => {
    const both = ['completed pending 3', 'delivered done 1', 'reviewed done 1'];
    expect(await desk(admin)).toEqual([...both, 'rework done 1']);
    expect(await desk(admin, { end_datetime: '2026-01-08T10:00:00Z' })).toEqual(both);
    expect(await desk(admin, { member_emails: ada.email, project_id: String(alpha) })).toEqual([
      'completed pending 1',
      'reviewed done 1',
      'rework done 1',
    ]);
    expect(await desk(admin, { member_emails: '' })).toEqual([]);
  });

  it('WORK-6 a reviewed task is done whatever its status, by status and then desk', async () => {
    await db.query(
      `INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
       VALUES (4, 1, 'accepted', '2026-01-08T12:00:00Z'), (5, 1, 'accepted', '2026-01-08T12:00:00Z')`,
    );
    expect(await desk(viewer)).toEqual([
      'completed done 1',
      'completed pending 2',
      'in_progress done 1',
      'reviewed done 1',
      'rework done 1',
    ]);
    await db.query('DELETE FROM core.task_review WHERE turing_task_id IN (4, 5)');
    expect(await desk(bob)).toEqual(['completed pending 1']);
  });

  it('WORK-1 shows the review desk of visible users', async () => {
    expect(await desk(viewer)).toEqual(['completed pending 3', 'reviewed done 1', 'rework done 1']);
    expect(await desk(ada)).toEqual([
      'completed pending 1',
      'delivered done 1',
      'reviewed done 1',
      'rework done 1',
    ]);
    expect(await desk(bob)).toEqual(['completed pending 1']);
  });
});

describe('invalid requests', () => {
  const { start_datetime, end_datetime } = WEEK;
  it.each([
    ['pod-stats', { start_datetime }, 'end_datetime'],
    ['pod-stats', { start_datetime: '2026-01-05', end_datetime }, 'start_datetime'],
    ['pod-stats', { start_datetime: '0001-01-01T00:00:00Z', end_datetime }, 'start_datetime'],
    [
      'pod-stats',
      { start_datetime: '2026-01-05T00:00:00.1234567Z', end_datetime },
      'start_datetime',
    ],
    ['pod-stats', { start_datetime: end_datetime, end_datetime: start_datetime }, 'end_datetime'],
    ['pod-stats', { start_datetime: '2024-01-05T00:00:00Z', end_datetime }, 'end_datetime'],
    ['pod-stats', { ...WEEK, time_zone: 'Mars/Olympus' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'UTC 5:30' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'UTC+5:20' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'UTC+15:00' }, 'time_zone'],
    ['pod-stats', { ...WEEK, time_zone: 'EST5EDT' }, 'time_zone'],
    ['pod-stats', { ...WEEK, member_emails: 'ada@example.com,ada' }, 'member_emails/1'],
    ['pod-stats', { ...WEEK, project_id: '-1' }, 'project_id'],
    ['pod-stats', { ...WEEK, colour: 'red' }, 'colour'],
    ['pod-review-stats', { end_datetime }, 'start_datetime'],
    ['pod-review-stats', { ...WEEK, end_datetime: '2027-04-05T00:00:00Z' }, 'end_datetime'],
    ['by-user/ada@example.com', { size: '101' }, 'size'],
    [
      'by-user/ada@example.com',
      { start_datetime: end_datetime, end_datetime: start_datetime },
      'end_datetime',
    ],
    ['by-user/ada', {}, 'email'],
  ])('WORK-11 %s with %j reports %s', async (call, query, pointer) => {
    const answer = await world.ask(call, admin, { ...query });
    expect(answer.status).toBe(400);
    const { code, errors } = await problemIn(answer);
    expect(code).toBe('invalid-input');
    expect(errors?.map((item) => item.pointer)).toContain(pointer);
  });

  it.each(['pod-stats', 'pod-review-stats'])(
    'WORK-18 %s with too many or too long emails says to use pod_name',
    async (call) => {
      const emails = (count: number, length: number) =>
        Array.from({ length: count }, (_, n) => `${n}`.padEnd(length, 'x') + '@example.com').join();
      expect(
        (await world.ask(call, admin, { ...WEEK, member_emails: emails(500, 40) })).status,
      ).toBe(200);
      const tooMany = await world.ask(call, admin, { ...WEEK, member_emails: emails(501, 4) });
      expect(tooMany.status).toBe(400);
      expect((await problemIn(tooMany)).errors).toEqual([
        {
          pointer: 'member_emails',
          detail: 'must be at most 500 emails; pod_name selects all users of a pod',
        },
      ]);
      const tooLong = await world.ask(call, admin, { ...WEEK, member_emails: emails(500, 60) });
      expect(tooLong.status).toBe(414);
      expect(await problemIn(tooLong)).toMatchObject({
        code: 'url-too-long',
        detail:
          'The URL is longer than 32 KiB; use pod_name to select all users of a pod instead of member_emails',
      });
      const farTooLong = await world.ask(call, admin, { ...WEEK, member_emails: emails(500, 200) });
      expect(farTooLong.status).toBe(431);
      expect((await problemIn(farTooLong)).detail).toContain('use pod_name');
    },
  );

  it('WORK-11 requires sign-in', async () => {
    expect((await get(`${world.server.baseUrl}/api/v1/tasks/pod-stats`)).status).toBe(401);
  });
});
