import { type Rounds, roundsSchema } from '@portal/contracts/rounds';
import { tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import { taskDetailSchema } from '@portal/contracts/task-detail';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, post, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let alpha: number;
let users: Readonly<Record<'uploader' | 'ada' | 'bo' | 'lead' | 'reviewer' | 'stranger', TestUser>>;

const review = (id: number, status: string, at: string, feedback = 'Say why.') => ({
  ...{ turing_review_id: id, reviewer_email: 'rex@example.com', status, score: 2, feedback },
  submitted_at: at,
});

/** The project has no such reasons. */
const FILE_REASONS = ['Old reason', 'Tool, its own'];

beforeAll(async () => {
  server = await sharedServer();
  const task = { project: 'Alpha', turing_batch_id: 1, status: 'completed' } as const;
  const world = await buildWorld(server.db, {
    projects: { Alpha: { batches: { 1: 'One', 2: 'Two' } }, Beta: {} },
    roles: { reviewing: ['trainer-feedback-add'], uploading: ['data-upload'] },
    users: {
      uploader: { roles: { Alpha: 'uploading' } },
      ada: {},
      bo: {},
      lead: {},
      reviewer: { roles: { Alpha: 'reviewing' } },
      stranger: { roles: { Beta: 'reviewing' } },
    },
    pods: {
      Orion: { project: 'Alpha', members: { lead: 'lead', ada: 'trainer' } },
      Lyra: { project: 'Alpha', members: { bo: 'trainer' } },
    },
    tasks: [
      // Ada: one of two first looks accepted; the second round after 6 hours of rework.
      {
        ...{ ...task, turing_task_id: 1, user: 'ada', completed_at: '2026-01-05T20:00:00Z' },
        reviews: [review(1, 'accepted', '2026-01-05T22:00:00Z')],
      },
      {
        ...{ ...task, turing_task_id: 2, user: 'ada', target_model: 'atlas', turing_batch_id: 2 },
        completed_at: '2026-01-06T12:00:00Z',
        reviews: [
          review(1, 'rejected', '2026-01-06T06:00:00Z'),
          // Still January 6 in Los Angeles.
          review(2, 'accepted', '2026-01-07T07:59:59Z'),
        ],
      },
      {
        ...{ ...task, turing_task_id: 3, user: 'bo', completed_at: '2026-01-06T12:00:00Z' },
        reviews: [{ ...review(1, 'rejected', '2026-01-07T08:00:00Z'), reasons: FILE_REASONS }],
      },
      { ...task, turing_task_id: 4, user: 'bo', completed_at: '2026-01-06T12:00:00Z' },
    ],
  });
  ({ users } = world);
  alpha = world.projects.Alpha;
  await server.db.query('INSERT INTO core.review_reason (project_id, name) VALUES ($1, $2)', [
    alpha,
    'No source',
  ]);
  const feedback = { words: 'Say where.', rework: true, reasons: ['No source'] };
  const sent = await post(
    `${server.baseUrl}/api/v1/tasks/4/feedback`,
    feedback,
    users.reviewer.token,
  );
  expect(sent.status).toBe(201);
});
afterAll(() => server.stop());

const ask = (user: TestUser, query = '') =>
  get(`${server.baseUrl}/api/v1/tasks/rounds?project_id=${alpha}&${query}`, user.token);
async function roundsOf(query: string, user = users.lead): Promise<Rounds> {
  return roundsSchema.parse(await (await ask(user, query)).json());
}
const list = (query: string, user: TestUser) =>
  get(`${server.baseUrl}/api/v1/tasks/by-number?project_id=${alpha}&${query}`, user.token);
async function totalOf(query: string, user = users.lead): Promise<number> {
  const { items, total } = tasksByNumberSchema.parse(await (await list(query, user)).json());
  expect(items).toHaveLength(total);
  return total;
}
const JANUARY_6 = 'start_date=2026-01-05&end_date=2026-01-06';

describe('GET /tasks/rounds', () => {
  it('ROUND-9, ROUND-10 counts the rounds that ended on the days, by user, each rate with its n and interval', async () => {
    const { all, users: people } = await roundsOf(JANUARY_6);
    expect(people).toMatchObject([
      {
        user_email: users.ada.email,
        rounds: 3,
        first_look: { of: 2, count: 1, percent: 50 },
        ...{ rounds_per_task: 1.5, hours_to_return: 6 },
      },
    ]);
    expect(people[0]?.first_look.low).toBe(1.3);
    expect(people[0]?.first_look.high).toBe(98.7);
    // 2 h of task 1, almost 20 h of the second round of task 2; its first submission is not known.
    expect(people[0]?.hours_to_verdict).toBeCloseTo(11, 2);
    expect(all).toMatchObject({ rounds: 3, first_look: { of: 2 } });
    expect(await roundsOf('end_date=2026-01-01')).toMatchObject({
      all: { rounds: 0, first_look: { of: 0 }, rounds_per_task: null },
      users: [],
      rework: 0,
    });
  });

  it('ROUND-9 counts what the filters select', async () => {
    expect((await roundsOf('')).all.rounds).toBe(5);
    expect((await roundsOf('start_date=2026-01-07&end_date=2026-01-07')).all.rounds).toBe(1);
    expect((await roundsOf('pod_name=Orion')).users.map(({ user_email: email }) => email)).toEqual([
      users.ada.email,
    ]);
    expect((await roundsOf('batch_ids=2')).all.rounds).toBe(2);
    expect((await roundsOf(`user_email=${users.bo.email}`)).all.rounds).toBe(2);
  });

  it('ROUND-11 says what sends tasks back, by reason, user, batch and model', async () => {
    const { rework, by } = await roundsOf('');
    expect(rework).toBe(3);
    const once = { rework: 1 };
    expect(by.reason).toEqual([
      { key: 'No source', name: 'No source', ...once },
      { key: 'Old reason', name: 'Old reason', ...once },
      { key: 'Tool, its own', name: 'Tool, its own', ...once },
      { key: null, name: null, ...once },
    ]);
    expect(by.user.map(({ key, rework: count }) => [key, count])).toEqual([
      [users.bo.email, 2],
      [users.ada.email, 1],
    ]);
    expect(by.batch.map(({ name, rework: count }) => [name, count])).toEqual([
      ['One', 2],
      ['Two', 1],
    ]);
    expect(by.model).toEqual([
      { key: null, name: null, rework: 2 },
      { key: 'atlas', name: 'atlas', rework: 1 },
    ]);
  });

  it('NUM-17 each number of rounds lists as many, under any filter', async () => {
    let compared = 0;
    const equal = async (query: string, shown: number) => {
      expect(await totalOf(query), query).toBe(shown);
      compared += shown;
    };
    const own = `user_email=${users.bo.email}`;
    for (const filters of [
      '',
      JANUARY_6,
      'start_date=2026-01-07',
      'pod_name=Lyra',
      'batch_ids=2',
      own,
    ]) {
      const { all, users: people, rework, by } = await roundsOf(filters);
      const of = (number: string, part = '') => `number=${number}&${filters}${part}`;
      await equal(of('rounds'), all.rounds);
      await equal(of('first_looks'), all.first_look.of);
      await equal(of('rework_rounds'), rework);
      for (const { user_email: email, rounds, first_look } of people) {
        await equal(of('rounds', `&task_user=${email ?? ''}`), rounds);
        await equal(of('first_looks', `&task_user=${email ?? ''}`), first_look.of);
      }
      const parts = { reason: by.reason, task_user: by.user, target_model: by.model };
      for (const [name, each] of Object.entries(parts)) {
        for (const { key, rework: count } of each ?? []) {
          await equal(of('rework_rounds', `&${name}=${encodeURIComponent(key ?? '')}`), count);
        }
      }
      for (const { key, rework: count } of by.batch) {
        const batch = `&batch_ids=${key?.split('-')[1] ?? ''}`;
        const others = filters.replace(/batch_ids=\d+/, '');
        await equal(`number=rework_rounds&${others}${batch}`, count);
      }
    }
    expect(compared).toBeGreaterThan(50);
    const counted = await server.db.query<{ n: number; verdict: string }>(
      `SELECT n, verdict FROM core.task_round WHERE project_id = $1`,
      [alpha],
    );
    expect(await totalOf('number=rounds')).toBe(counted.length);
    expect(await totalOf('number=first_looks')).toBe(counted.filter(({ n }) => n === 1).length);
    expect(await totalOf('number=rework_rounds')).toBe(
      counted.filter(({ verdict }) => verdict === 'rework').length,
    );
  });

  it('NUM-17 NUM-7 a trainer opens the rounds of their own tasks, and a lead those of the pods of the project', async () => {
    const { ada, bo, lead, reviewer, stranger } = users;
    expect(await totalOf('number=rounds', ada)).toBe(3);
    expect(await totalOf(`number=rounds&user_email=${ada.email}`, ada)).toBe(3);
    expect(await totalOf(`number=rounds&user_email=${bo.email}`, ada)).toBe(0);
    expect(await totalOf(`number=rounds&task_user=${bo.email}`, ada)).toBe(0);
    expect(await totalOf('number=rework_rounds&reason=No source', ada)).toBe(0);
    expect(await totalOf('number=rework_rounds&reason=No source', bo)).toBe(1);
    expect(await totalOf('number=rework_rounds', lead)).toBe(3);
    expect(await totalOf('number=rework_rounds', reviewer)).toBe(0);
    expect((await list('number=rounds', stranger)).status).toBe(404);
    expect((await list('number=rounds&pod_name=Lyra', lead)).status).toBe(200);
    expect((await list('number=rounds&pod_name=Lyra', ada)).status).toBe(404);
  });

  it.each([
    ['number=rounds&start_datetime=2026-01-01T00:00:00Z', 'start_datetime'],
    ['number=done&reason=Format', 'reason'],
    ['number=waiting_for_review&task_user=', 'task_user'],
    ['number=rounds&start_date=2026-01-06&end_date=2026-01-05', 'end_date'],
  ])('NUM-17 refuses %s', async (query, pointer) => {
    const answer = await list(query, users.lead);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors?.[0]?.pointer).toBe(pointer);
  });

  it('ROUND-12 is for who sees the work of the project, and for oneself', async () => {
    const { ada, reviewer, stranger, lead } = users;
    expect((await ask(stranger)).status).toBe(404);
    for (const user of [ada, reviewer]) {
      const answer = await ask(user);
      expect(answer.status).toBe(403);
      expect((await problemIn(answer)).detail).toMatch(/data-upload or pod-info-public-view/);
    }
    expect((await ask(ada, `user_email=${users.bo.email}`)).status).toBe(403);
    expect((await roundsOf(`user_email=${ada.email}`, ada)).all.rounds).toBe(3);
    expect((await ask(lead, 'pod_name=Nowhere')).status).toBe(404);
    expect((await ask(lead, 'start_date=2026-01-06&end_date=2026-01-05')).status).toBe(400);
  });

  it('ROUND-13 are shown with their task, the newest first, with the words of the verdict', async () => {
    const shown = async (task: number, user: TestUser) =>
      taskDetailSchema.parse(
        await (await get(`${server.baseUrl}/api/v1/tasks/${task}`, user.token)).json(),
      ).rounds;
    expect(await shown(2, users.ada)).toMatchObject([
      { n: 2, verdict: 'accepted', submitted_at: '2026-01-06T12:00:00.000Z', source: 'review' },
      { n: 1, verdict: 'rework', submitted_at: null, words: 'Say why.', score: 2 },
    ]);
    expect(await shown(4, users.bo)).toMatchObject([
      {
        ...{ n: 1, verdict: 'rework', source: 'feedback', words: 'Say where.' },
        ...{ reasons: ['No source'], reviewer_email: users.reviewer.email },
        reviewer_name: expect.any(String) as string,
      },
    ]);
  });

  it('IMP-158, TASK-46 reasons of reviews are shown with the task, in its exports and in the feed', async () => {
    const detail = await get(`${server.baseUrl}/api/v1/tasks/3`, users.bo.token);
    const { reviews, rounds } = taskDetailSchema.parse(await detail.json());
    expect([reviews[0]?.reasons, rounds[0]?.reasons]).toEqual([FILE_REASONS, FILE_REASONS]);
    const exported = await get(
      `${server.baseUrl}/api/v1/tasks/tasks-crud/export?format=ndjson&fields=turing_task_id,reviews`,
      users.uploader.token,
    );
    const lines = (await exported.text()).trim().split('\n');
    const tasks = lines.map((line) => JSON.parse(line) as { turing_task_id: number });
    const { items } = (await (
      await get(`${server.baseUrl}/api/v1/tasks/changes?project_id=${alpha}`, users.uploader.token)
    ).json()) as { items: { task: { turing_task_id: number } }[] };
    for (const all of [tasks, items.map(({ task }) => task)]) {
      expect(all.find(({ turing_task_id: id }) => id === 3)).toMatchObject({
        reviews: [{ turing_review_id: 1, reasons: FILE_REASONS }],
      });
      expect(all.find(({ turing_task_id: id }) => id === 1)).toMatchObject({
        reviews: [{ reasons: [] }],
      });
    }
    const listed = await get(
      `${server.baseUrl}/api/v1/tasks/reviews/?filters=${JSON.stringify({ project_id: alpha, turing_task_id: 3 })}`,
      users.uploader.token,
    );
    expect(await listed.json()).toMatchObject({ items: [{ reasons: FILE_REASONS }] });
  });

  it('NUM-17 tasks of nobody have rounds, too', async () => {
    const nobody = 'number=rounds&task_user=';
    expect(await totalOf(nobody)).toBe(0);
    await server.db.query('UPDATE core.task SET user_email = NULL WHERE turing_task_id = 3');
    expect(await totalOf(nobody)).toBe(1);
    await server.db.query('UPDATE core.task SET user_email = $1 WHERE turing_task_id = 3', [
      users.bo.email,
    ]);
  });
});
