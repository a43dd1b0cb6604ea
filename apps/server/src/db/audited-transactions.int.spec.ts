import { MAX_RECORDED_TASKS } from '@portal/contracts/audit';
import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRole, createUser, createProject, type TestUser } from '../testing/user.js';
import { sharedServer } from '../testing/shared-server.js';
import type { TestServer } from '../testing/test-server.js';
import type { Actor } from './actor.js';
import { AuditedTransactions } from './audited-transactions.js';

interface Entry {
  action: string;
  entity: string;
  entity_id: string;
  project_id: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

let server: TestServer;
let db: Db;
let transactions: AuditedTransactions;
let alpha: number;
let user: TestUser;
let actor: Actor;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  transactions = server.app.get(AuditedTransactions);
  alpha = await createProject(db, 'Alpha');
  user = await createUser(db, 'user@example.com');
  actor = { userId: user.id, requestId: 'request-1' };
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
  await db.query("INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES ($1, 1, 'B')", [
    alpha,
  ]);
});
beforeEach(() => db.query('TRUNCATE core.audit'));
afterAll(() => server.stop());

const change = (statement: string, values: unknown[] = []) =>
  transactions.run(actor, (tx) => tx.query<unknown>(statement, values));
const entries = () =>
  db.query<Entry>(sql`
    SELECT action, entity, entity_id, project_id, before, after FROM core.audit ORDER BY id`);

describe('changes', () => {
  it('AUD-1 records the actor, the change and the request', async () => {
    await change("UPDATE core.project SET client = 'Acme', updated_at = now() WHERE id = $1", [
      alpha,
    ]);
    expect(await entries()).toMatchObject([
      {
        action: 'update',
        entity: 'project',
        entity_id: String(alpha),
        project_id: alpha,
        before: { client: null },
        after: { client: 'Acme' },
      },
    ]);
    const [by] = await db.query<object>('SELECT actor_id, actor_email, request_id FROM core.audit');
    expect(by).toEqual({
      actor_id: user.id,
      actor_email: 'user@example.com',
      request_id: 'request-1',
    });
  });

  it('AUD-1 records created and deleted rows as a whole, with their dependents', async () => {
    await change(
      "INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ('Orion', $1, 'lead')",
      [user.email],
    );
    await change("UPDATE core.pod SET name = 'Lyra' WHERE name = 'Orion'");
    await change('DELETE FROM core.pod_member');
    const found = await entries();
    expect(found.map(({ action, entity, project_id }) => [action, entity, project_id])).toEqual([
      ['create', 'pod_member', alpha],
      ['update', 'pod', alpha],
      ['update', 'pod_member', alpha],
      ['delete', 'pod_member', alpha],
    ]);
    expect(found[0]?.after).toMatchObject({ user_email: user.email, role: 'lead' });
    expect(found[2]?.after).toEqual({ pod_name: 'Lyra' });
    expect(found[3]?.before).toMatchObject({ pod_name: 'Lyra', role: 'lead' });
    await db.query("UPDATE core.pod SET name = 'Orion'");
  });

  it('AUD-8 records the project of each row that a cascade deletes', async () => {
    const leaver = await createUser(db, 'leaver@example.com');
    await assignRole(db, leaver, alpha, 'trainer');
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Vega', $1)", [alpha]);
    await db.query(sql`
      INSERT INTO core.pod_member (pod_name, user_email) VALUES
        ('Orion', 'leaver@example.com'), ('Vega', 'leaver@example.com'), ('Vega', 'user@example.com')`);
    await db.query(sql`
      INSERT INTO core.pod_weekly_target
        (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
      VALUES ('Vega', '2026-01-05', '2026-01-11', 1, 1)`);
    const deleted = async () =>
      (await entries())
        .map(({ action, entity, project_id }) => `${action} ${entity} ${project_id}`)
        .toSorted((one, other) => one.localeCompare(other));

    await change('DELETE FROM core.app_user WHERE id = $1', [leaver.id]);
    expect(await deleted()).toEqual([
      'delete api_token null',
      'delete app_user null',
      `delete pod_member ${alpha}`,
      `delete pod_member ${alpha}`,
      `delete user_role ${alpha}`,
    ]);

    await db.query('TRUNCATE core.audit');
    await change("DELETE FROM core.pod WHERE name = 'Vega'");
    expect(await deleted()).toEqual([
      `delete pod ${alpha}`,
      `delete pod_member ${alpha}`,
      `delete pod_weekly_target ${alpha}`,
    ]);
    await db.query('DELETE FROM core.pod_member');
  });

  it('AUD-1 records nothing if the transaction rolls back or changes nothing', async () => {
    const failing = transactions.run(actor, async (tx) => {
      await tx.query("UPDATE core.project SET client = 'Gone' WHERE id = $1", [alpha]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await change('UPDATE core.project SET client = client, updated_at = now()');
    expect(await entries()).toEqual([]);
  });

  it('AUD-7 runs two conflicting changes one after the other', async () => {
    const other = await createProject(db, 'Beta');
    const bothHold = twoArrivals();
    const rename = (first: number, second: number, client: string) =>
      transactions.run(actor, async (tx) => {
        await tx.query('UPDATE core.project SET client = $2 WHERE id = $1', [first, client]);
        await bothHold();
        await tx.query('UPDATE core.project SET client = $2 WHERE id = $1', [second, client]);
      });
    await Promise.all([rename(alpha, other, 'One'), rename(other, alpha, 'Two')]);
    const [a, b] = await db.query<{ client: string }>(
      'SELECT client FROM core.project WHERE id = ANY ($1)',
      [[alpha, other]],
    );
    expect(a?.client).toBe(b?.client);
  });

  it('AUD-2 records no actor for changes without one', async () => {
    await change('SELECT 1');
    await db.query("UPDATE core.project SET client = 'Psql' WHERE id = $1", [alpha]);
    expect(await entries()).toEqual([]);
  });

  it('AUD-3 does not record secrets', async () => {
    await change(
      "INSERT INTO core.api_token (user_id, name, token_hash) VALUES ($1, 'x', '\\xabcd')",
      [user.id],
    );
    const [created] = await entries();
    expect(created?.after).toMatchObject({ name: 'x', user_id: user.id });
    expect(JSON.stringify(created)).not.toContain('hash');
    expect(JSON.stringify(created)).not.toContain('abcd');
  });

  it('AUD-4 records each task of a change, or one summary if there are too many', async () => {
    const insert = sql`
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
      SELECT id, $1, 1, 'pending' FROM generate_series($2::int, $3::int) AS id`;
    await change(insert, [alpha, 1, 2]);
    await change("UPDATE core.task SET status = 'rework' WHERE turing_task_id = 2");
    await change(insert, [alpha, 3, 2 + MAX_RECORDED_TASKS + 1]);
    await change('DELETE FROM core.task WHERE turing_task_id = 1');
    await change('DELETE FROM core.task');
    const found = await entries();
    expect(found.map(({ action, entity_id }) => [action, entity_id])).toEqual([
      ['create', '1'],
      ['create', '2'],
      ['update', '2'],
      ['create', '*'],
      ['delete', '1'],
      ['delete', '*'],
    ]);
    expect(found[2]).toMatchObject({ before: { status: 'pending' }, after: { status: 'rework' } });
    expect(found[3]?.after).toEqual({ tasks: MAX_RECORDED_TASKS + 1 });
    expect(found[5]?.before).toEqual({ tasks: MAX_RECORDED_TASKS + 2 });
    expect(new Set(found.map(({ project_id }) => project_id))).toEqual(new Set([alpha]));
  });
});

/** Resolves when two callers have arrived; later callers continue immediately. */
function twoArrivals(): () => Promise<void> {
  let arrived = 0;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived >= 2) open();
    return gate;
  };
}
