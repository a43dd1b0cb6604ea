import { type DeliveryStats, deliveryStatsSchema } from '@portal/contracts/dashboard';
import type { Db } from '@portal/persistence/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../../testing/user.js';
import { problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let db: Db;
let alpha: number;
let member: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  alpha = await createProject(db, 'Alpha');
  [member, stranger] = [
    await createUser(db, 'member@example.com'),
    await createUser(db, 'stranger@example.com'),
  ];
  await assignRole(db, member, alpha, 'project_member');
  await db.query(
    "INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'One'), ($1, 2, 'Two')",
    [alpha],
  );
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, target_model,
       validation_status, duration_minutes, completed_at) VALUES
     (1, $1, 1, 'delivered', 'large', 'passed', 10.1, '2026-01-05T20:00:00Z'),
     (2, $1, 1, 'delivered', 'large', 'failed', 20.2, '2026-01-05T20:00:00Z'),
     (3, $1, 1, 'completed', 'large', 'passed', NULL, '2026-01-06T20:00:00Z'),
     (4, $1, 2, 'completed', NULL, 'passed', NULL, '2026-01-06T20:00:00Z'),
     (5, $1, 2, 'completed', NULL, NULL, 5, '2026-01-06T20:00:00Z'),
     (6, $1, 2, 'rework', NULL, 'passed', NULL, '2026-01-07T20:00:00Z'),
     (7, $1, 2, 'completed', 'large', 'passed', NULL, '2026-01-07T20:00:00Z')`,
    [alpha],
  );
  await db.query(
    `INSERT INTO core.task_review (turing_task_id, turing_review_id, status) VALUES
     (1, 1, 'accepted'), (3, 1, 'accepted'), (3, 2, 'accepted'), (6, 1, 'refused')`,
  );
});
afterAll(() => server.stop());

function ask(query = '', user = member, headers: Record<string, string> = {}) {
  return fetch(`${server.baseUrl}/api/v1/projects/${alpha}/delivery-stats${query}`, {
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  });
}
async function delivery(query = ''): Promise<DeliveryStats> {
  return deliveryStatsSchema.parse(await (await ask(query)).json());
}

describe('delivery-stats', () => {
  it('DELIV-2 counts delivered, ready, reviewed and rework tasks', async () => {
    const { epoch: _epoch, revision, ...counts } = await delivery();
    expect(revision).toBeGreaterThan(0);
    expect(counts).toEqual({
      total_delivered: 1,
      ready_for_delivery: 3,
      reviewed_ready_for_delivery: 1,
      total_rework: 1,
      total_reviewed: 2,
      review_coverage: 33.3,
    });
    expect(await delivery('?start_date=2026-02-01')).toMatchObject({ review_coverage: 0 });
  });

  it('DELIV-3 and DELIV-4 group by model on request', async () => {
    expect(await delivery('?include_model_breakdown=false')).not.toHaveProperty('by_model');
    expect((await delivery('?include_model_breakdown=true')).by_model).toEqual([
      {
        target_model: 'large',
        total_delivered: 1,
        ready_for_delivery: 2,
        reviewed_count: 2,
        rework_count: 0,
        by_status: { completed: 2, delivered: 2 },
        by_validation_status: { failed: 1, passed: 3 },
        aht_stats: {
          num_tasks: 2,
          avg_duration_minutes: 15.15,
          min_duration_minutes: 10.1,
          max_duration_minutes: 20.2,
          total_duration_minutes: 30.3,
        },
      },
      {
        target_model: null,
        total_delivered: 0,
        ready_for_delivery: 1,
        reviewed_count: 0,
        rework_count: 1,
        by_status: { completed: 2, rework: 1 },
        by_validation_status: { none: 1, passed: 2 },
        aht_stats: {
          num_tasks: 1,
          avg_duration_minutes: 5,
          min_duration_minutes: 5,
          max_duration_minutes: 5,
          total_duration_minutes: 5,
        },
      },
    ]);
  });

  it('DELIV-1 takes the filters of the dashboard and refuses others', async () => {
    expect(await delivery('?batch_ids=2')).toMatchObject({ ready_for_delivery: 2 });
    expect(await delivery('?batch_ids=1&batch_ids=2&days=7')).toMatchObject({
      ready_for_delivery: 3,
    });
    expect(await delivery('?start_date=2026-01-06&end_date=2026-01-06')).toMatchObject({
      ready_for_delivery: 2,
      total_delivered: 0,
    });
    for (const [query, pointer] of [
      ['?include_model_breakdown=perhaps', 'include_model_breakdown'],
      ['?start_date=2026-01-06&end_date=2026-01-05', 'end_date'],
      ['?colour=red', 'colour'],
    ]) {
      const answer = await ask(query);
      expect(answer.status).toBe(400);
      expect((await problemIn(answer)).errors?.map((item) => item.pointer)).toEqual([pointer]);
    }
  });

  it('DELIV-1 is hidden outside of the project, cached by ETag, and updated by a commit', async () => {
    expect((await ask('', stranger)).status).toBe(404);
    const first = await ask('?include_model_breakdown=1');
    const etag = first.headers.get('etag') ?? '';
    const held = await ask('?include_model_breakdown=true', member, { 'if-none-match': etag });
    expect(held.status).toBe(304);
    await db.query("UPDATE core.task SET status = 'delivered' WHERE turing_task_id = 7");
    const moved = await ask('?include_model_breakdown=true', member, { 'if-none-match': etag });
    expect(moved.status).toBe(200);
    expect(await moved.json()).toMatchObject({ total_delivered: 2, ready_for_delivery: 2 });
    expect(await delivery()).toMatchObject({ total_delivered: 2 });
  });
});
