import { anonymisationSchema } from '@portal/contracts/anonymisation';
import { verifyAggregates } from '@portal/persistence/aggregates/verify';
import { taskChangesSchema } from '@portal/contracts/task-changes';
import type { Db } from '@portal/persistence/db';
import { PATIENCE } from '@portal/testing/patience';
import { signIn } from '@portal/testing/sign-in';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ListClient } from '../../../testing/list-client.js';
import { get, post, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';

const EMAIL = 'ann.lee@example.com';
const NAME = 'Ann Lee of Lyra';
/** Contain the address, but are others. */
const OTHERS = ['joann.lee@example.com', 'ann.lee@example.com.uk', 'annxlee@example.com'];

let server: TestServer;
let db: Db;
let admin: TestUser;
let person: TestUser;
let manager: TestUser;
let project: number;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    roles: { accounts: ['user-manage'] },
    users: {
      admin: { email: 'root@example.com', roles: { 'All Projects': 'admin' } },
      person: { email: EMAIL, name: NAME, slack_id: 'U-ANN', roles: { Alpha: 'project_lead' } },
      manager: { email: 'manager@example.com', roles: { 'All Projects': 'accounts' } },
      ...Object.fromEntries(OTHERS.map((email, at) => [`other${at}`, { email }])),
      bystander: {},
    },
    pods: { Orion: { project: 'Alpha', members: { person: 'trainer' } } },
    tasks: [
      ...Array.from({ length: 5 }, (_, at) => ({
        turing_task_id: at + 1,
        project: at < 3 ? ('Alpha' as const) : ('Beta' as const),
        user_email: EMAIL,
        status: 'completed',
        number_of_turns: at,
        completed_at: `2026-05-0${at + 1}T10:00:00Z`,
        duration_minutes: 10,
        reviews: [
          { turing_review_id: at + 1, status: 'approved', submitted_at: '2026-05-09T10:00:00Z' },
        ],
      })),
      ...OTHERS.map((email, at) => ({
        turing_task_id: at + 11,
        project: 'Beta' as const,
        user_email: email,
        status: 'in_progress',
        updated_at: '2026-05-01T10:00:00Z',
        reviews:
          at > 0 ? [] : [{ turing_review_id: 11, status: 'approved', reviewer_email: EMAIL }],
      })),
      { turing_task_id: 21, project: 'Alpha', status: 'pending' },
    ],
  });
  ({ admin, person, manager } = users);
  project = projects.Alpha;
});
afterAll(() => server.stop());

const path = () => `${server.baseUrl}/api/v1/auth/users/${person.id}/anonymisation`;
const anonymise = (email = EMAIL, by = admin) => post(path(), { email }, by.token);

/**
 * Texts as the product writes them, and rows for each table that has none.
 * @returns the access token of a session
 */
async function leaveTraces(): Promise<string> {
  // Rewrites the name.
  const { access_token: session } = await signIn(server.baseUrl, EMAIL);
  const users = new ListClient(server, 'auth/users', admin);
  await users.update(person.id, { name: 'Ann L.' });
  await users.update(person.id, { name: NAME });
  await new ListClient(server, 'tasks', admin).update(1, { status: 'rework' });
  for (const text of [`Ask ${EMAIL}.json`, `Ask ${EMAIL}`]) {
    await new ListClient(server, 'pods', person).update(1, { description: text });
  }
  const id = '00000000-0000-4000-8000-000000000001';
  for (const text of [
    `INSERT INTO core.custom_stat (project_id, name, sql_query, supported_chart_types,
       default_chart_type, created_by)
     VALUES (${project}, 'Of Ann', 'SELECT count(*) FROM tasks WHERE user_email = ''Ann.Lee@example.com''',
       '{table}', 'table', ${person.id})`,
    `INSERT INTO core.custom_stat (project_id, name, sql_query, supported_chart_types,
       default_chart_type, display_order)
     VALUES (${project}, 'Other', 'SELECT 1', '{table}', 'table', 1)`,
    `INSERT INTO core.file_format (project_id, name, settings) VALUES (${project}, 'Of ${EMAIL}', '{}')`,
    `INSERT INTO core.task_import (id, uploaded_by, file_name, store_key, sha256, bytes_total, state, finished_at)
     VALUES ('${id}', ${person.id}, 'planted', 'x', repeat('0', 64), 1, 'completed', now()),
       ('${KEPT_IMPORT}', ${person.id}, 'tasks of ${EMAIL}.json.gz', 'x', repeat('0', 64), 1, 'completed', now())`,
    `WITH alert AS (
       INSERT INTO core.alert (project_id, name, condition, is_active)
       VALUES (${project}, 'Of ${EMAIL}', 'above', false), (${project}, 'Other', 'above', false) RETURNING id, name)
     , run AS (INSERT INTO core.alert_run (alert_id, error, suspended) SELECT id, 'Ask ' || name, name FROM alert)
     , state AS (
       INSERT INTO core.alert_state SELECT id, '${EMAIL}', 'firing', 0, 1, 'firing', now() FROM alert)
     INSERT INTO core.alert_change (alert_id, key, state, value, reason, revision)
     SELECT id, '${EMAIL}', 'firing', 1, 'Ask ${EMAIL}', 1 FROM alert`,
    `INSERT INTO core.app_user (id, email) VALUES (-1, '${LONGER}')`,
    `INSERT INTO core.task_import_error VALUES ('${id}', 1, 1, 'user_email', 'error', '${EMAIL} is unknown')`,
    `INSERT INTO core.use_count VALUES ('2026-01-05', 'claim', 'reviewer', 1)`,
    `INSERT INTO core.import_conflict VALUES ('${id}', 1, ${project}, 1, '[{"file": "${EMAIL}"}]', ${person.id}, now(), true)`,
    `INSERT INTO core.review_reason (project_id, name) VALUES (${project}, 'Of ${EMAIL}')`,
    `WITH hook AS (
       INSERT INTO core.webhook (project_id, name, url, types)
       VALUES (${project}, 'Of ${EMAIL}', 'https://example.com/?${EMAIL}', '{}') RETURNING id),
     secret AS (INSERT INTO core.webhook_secret (webhook_id, secret) SELECT id, 'whsec_' FROM hook),
     event AS (
       INSERT INTO core.webhook_event (id, project_id, type, payload)
       VALUES (gen_random_uuid(), ${project}, 'task.feedback', '{}') RETURNING id),
     delivery AS (
       INSERT INTO core.webhook_delivery (event_id, webhook_id)
       SELECT event.id, hook.id FROM event, hook RETURNING event_id, webhook_id)
     INSERT INTO core.webhook_try (event_id, webhook_id, at, took_ms, status, answer)
     SELECT event_id, webhook_id, now(), 1, 500, 'Unknown: ${EMAIL}' FROM delivery`,
    `INSERT INTO core.notification (id, user_id, kind, things, subject)
     VALUES (gen_random_uuid(), ${admin.id}, 'feedback', 1, '{"task_ids": [1]}'),
       (gen_random_uuid(), ${person.id}, 'feedback', 1, '{"task_ids": [2]}')`,
    `INSERT INTO core.notification_choice VALUES (${admin.id}, 'role', 'slack', 'off'), (${person.id}, 'role', 'slack', 'off')`,
    `INSERT INTO core.digest (user_id, every) VALUES (${admin.id}, 'day'), (${person.id}, 'day')`,
    `INSERT INTO core.task_feedback (turing_task_id, author_email, words, reasons)
     VALUES (1, '${EMAIL}', 'Ask ${EMAIL}', '{"${EMAIL}"}'), (1, '${EMAIL}', 'Without reasons', '{}')`,
    `INSERT INTO core.task_status_change (turing_task_id, was, became, at, actor_email)
     VALUES (1, 'completed', 'rework', now(), '${EMAIL}')`,
    `INSERT INTO core.task_before VALUES (1, '1', '0', '{"user_email": "${EMAIL}"}')`,
    `INSERT INTO core.task_reviews_before VALUES ('1', 1, '[{"reviewer_email": "${EMAIL}"}]')`,
    `INSERT INTO core.batch_before VALUES ('1', 1, 1, '{"name": "${EMAIL}"}', NULL)`,
    `INSERT INTO core.idempotency_key (user_id, route, key, fingerprint, request_id, leased_until, body)
     VALUES (${admin.id}, '/auth/users', 'a', 'b', gen_random_uuid(), now(), '{"email": "${EMAIL}", "name": "${NAME}"}'),
       (${admin.id}, '/auth/users', 'other', 'b', gen_random_uuid(), now(), '{}'),
       (${admin.id}, '/auth/users', 'planted', 'b', gen_random_uuid(), now(), '{}')`,
    `INSERT INTO core.worker (id, host, version) VALUES (gen_random_uuid(), 'host', '1')`,
    `INSERT INTO core.chore (name) VALUES ('housekeeping') ON CONFLICT DO NOTHING`,
    `INSERT INTO core.meta (key, value, updated_at) VALUES ('spec', 'x', 'epoch')`,
    `INSERT INTO sign_in.calls VALUES ('10.0.0.1', 1, now())`,
    `INSERT INTO sign_in.demo_secret VALUES ('s', 'code', '{"email": "${EMAIL}"}', now())`,
    `INSERT INTO core.pod_weekly_target (pod_name, user_email, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
     VALUES ('Orion', NULL, '2026-05-04', '2026-05-10', 1, 1), ('Orion', '${EMAIL}', '2026-05-04', '2026-05-10', 1, 1)`,
  ]) {
    await db.query(text);
  }
  return session;
}

interface Place {
  readonly path: string;
  readonly column: string;
  readonly type: string;
}

/** Every column of text in the database, also those of later versions. */
const places = () =>
  db.query<Place>(`
    SELECT format('%I.%I', table_schema, table_name) AS path, quote_ident(column_name) AS column,
      CASE data_type WHEN 'ARRAY' THEN 'array' ELSE data_type END AS type
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema NOT IN ('information_schema', 'pg_catalog') AND table_type = 'BASE TABLE'
      AND is_generated = 'NEVER'
      AND (data_type IN ('text', 'character varying', 'json', 'jsonb') OR udt_name = '_text')
    ORDER BY 1, 2`);

/**
 * Writes the address into each column of text that takes it, as far as a table has a row.
 * @returns the tables without a row, and how many columns took it
 */
async function plant(): Promise<{ empty: string[]; planted: number }> {
  const empty = new Set<string>();
  let planted = 0;
  for (const { path: table, column, type } of await places()) {
    // Read models follow the tasks, and jobs have ids only.
    if (/^(agg|queue)\./.test(table)) continue;
    const text = `'see ${EMAIL}, please'`;
    const values = { jsonb: `to_jsonb(${text}::text)`, array: `ARRAY[${text}, 'b']` };
    const value = type === 'jsonb' || type === 'array' ? values[type] : text;
    try {
      // Not the rows on which the test relies.
      const rows = await db.query(
        `UPDATE ${table} SET ${column} = ${value}
         WHERE ctid = (SELECT max(ctid) FROM ${table} WHERE ${NOT_OURS[table] ?? 'true'}) RETURNING 1`,
      );
      if (rows.length === 0) empty.add(table);
      else planted += 1;
    } catch (error) {
      // Its condition refuses it.
      expect(error).toMatchObject({ code: REFUSED });
    }
  }
  return { empty: [...empty], planted };
}

const NOT_OURS: Readonly<Partial<Record<string, string>>> = {
  'core.task': 'turing_task_id = 21',
  'core.app_user': 'id = (SELECT max(id) FROM core.app_user)',
  'core.api_token': 'user_id = (SELECT max(id) FROM core.app_user)',
  'core.custom_stat': 'display_order = 1',
  'core.task_import': `id <> '00000000-0000-4000-8000-000000000002'`,
  'core.meta': "updated_at = 'epoch'",
};

/** The columns in which a text still occurs. */
async function findText(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for (const { path: table, column } of await places()) {
    const rows = await db.query(`SELECT FROM ${table} WHERE ${column}::text ~* $1 LIMIT 1`, [
      pattern,
    ]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

/** A violated condition. */
const REFUSED: unknown = expect.stringMatching(/^23/);
const KEPT_IMPORT = '00000000-0000-4000-8000-000000000002';
/** Somebody else. */
const LONGER = `${EMAIL}.example`;
const A_TEXT: unknown = expect.any(String);
const ADDRESS = String.raw`(?<!jo)ann\.lee@example\.com(?!\.(uk|example))`;

/** The read models of people with the address replaced as it is to be. */
const numbers = async (to: string) => {
  const tables = ['user_total', 'user_day', 'user_slot', 'desk_day', 'batch_total', 'task_cell'];
  const rows: unknown[] = [];
  for (const table of tables) {
    rows.push(
      await db.query(
        `SELECT regexp_replace(to_jsonb(t)::text, $1, $2) AS row FROM agg.${table} AS t
         WHERE to_jsonb(t) ->> 'tasks' <> '0' ORDER BY 1`,
        [ADDRESS, to],
      ),
    );
  }
  return rows;
};

// In this order: one user is refused, anonymised, and then not undone.
describe('the anonymisation of a user', { shuffle: false }, () => {
  it('USER-67 needs user-manage in all projects and the permissions of the user', async () => {
    for (const [by, status] of [
      [person, 403],
      [manager, 403],
    ] as const) {
      expect((await anonymise(EMAIL, by)).status).toBe(status);
    }
    // The manager sees how much it would be, and may do it to a user without further permissions.
    expect((await get(path(), manager.token)).status).toBe(200);
    expect((await get(path(), person.token)).status).toBe(403);
  });

  it('USER-68 is refused without the address of the user, and for oneself', async () => {
    const refused = await anonymise('somebody@example.com');
    expect(refused.status).toBe(400);
    expect((await problemIn(refused)).errors).toMatchObject([{ pointer: '/email' }]);
    const own = `${server.baseUrl}/api/v1/auth/users/${admin.id}/anonymisation`;
    expect((await post(own, { email: admin.email }, admin.token)).status).toBe(409);
  });

  it('USER-69 USER-70 USER-71 replaces the address in every text, and no number changes', async () => {
    const session = await leaveTraces();
    const { empty, planted } = await plant();
    // Tables without a row here: nothing writes to them, or they have only keys.
    expect(empty).toEqual([]);
    expect(planted).toBeGreaterThan(40);
    const pseudonym = `former-${person.id}@gone.invalid`;
    const before = await numbers(pseudonym);
    const { token } = person;
    const cursor = await caughtUp();

    const preview = anonymisationSchema.parse(await (await get(path(), admin.token)).json());
    expect(preview).toMatchObject({ email: pseudonym, name: `Former user ${person.id}` });
    expect(preview.rows).toMatchObject({ tasks: 6, pods: 1, api_tokens: 2 });
    for (const count of Object.values(preview.rows)) expect(count).toBeGreaterThan(0);

    const answer = await anonymise();
    expect(await answer.json()).toEqual(preview);

    expect(await findText(ADDRESS)).toEqual([]);
    expect(await findText(NAME)).toEqual([]);
    expect(await findText('Ann L\\.')).toEqual([]);
    expect(await findText('U-ANN')).toEqual([]);
    // Other people stay.
    for (const email of OTHERS) {
      expect(await findText(email.replaceAll('.', String.raw`\.`))).toContain(
        'core.task.user_email',
      );
    }
    expect(await findText(EMAIL.replaceAll('.', String.raw`\.`))).toEqual(
      expect.arrayContaining(['core.app_user.email']),
    );
    // Not by a pattern, as the code does: what stands behind an address is of no account.
    expect(
      await db.query('SELECT file_name FROM core.task_import WHERE id = $1', [KEPT_IMPORT]),
    ).toEqual([{ file_name: `tasks of ${pseudonym}.json.gz` }]);
    const audit = await db.query<{ text: string }>('SELECT audit::text AS text FROM core.audit');
    const texts = audit.map(({ text }) => text.toLowerCase()).join('\n');
    expect(texts).toContain(`ask ${pseudonym}.json`);
    expect(texts.replaceAll(LONGER, '').includes(EMAIL.toLowerCase())).toBe(false);
    expect(await numbers(pseudonym)).toEqual(before);
    expect(await verifyAggregates(db)).toEqual([]);
    const [stat] = await db.query(`SELECT sql_query FROM core.custom_stat WHERE display_order = 0`);
    expect(stat).toEqual({
      sql_query: `SELECT count(*) FROM tasks WHERE user_email = '${pseudonym}'`,
    });
    // USER-71: a reader of the feed of changes gets each task, also those that the person reviewed.
    await vi.waitFor(async () => {
      expect((await changesAfter(cursor)).ids).toEqual([1, 2, 3, 4, 5, 11, 21]);
    }, PATIENCE);
    // USER-70: sessions and tokens end.
    for (const old of [token, session]) {
      expect((await get(`${server.baseUrl}/api/v1/auth/profile/me`, old)).status).toBe(401);
    }
    const kept = await db.query('SELECT key FROM core.idempotency_key');
    expect(kept).toEqual([{ key: 'other' }]);
    expect((await anonymise(pseudonym)).status).toBe(409);
    expect((await get(path(), admin.token)).status).toBe(409);
  });

  it('USER-72 is recorded without the previous values, and nothing undoes it', async () => {
    const audit = new ListClient(server, 'audit', admin);
    const { items } = await audit.list({ filters: { entity: 'app_user' }, size: 100 });
    const [last] = items;
    expect(last).toMatchObject({
      actor_email: admin.email,
      entity_id: String(person.id),
      before: { is_active: true, anonymised_at: null },
      after: { is_active: false, anonymised_at: A_TEXT },
    });
    const undo = (group: unknown) =>
      send('POST', `${server.baseUrl}/api/v1/audit/${String(group)}/undo`, admin.token);
    const refused = await undo(last?.['group_id']);
    expect(refused.status).toBe(409);
    expect((await problemIn(refused)).detail).toContain(
      'an anonymisation keeps no previous values',
    );
    // An earlier change of the name has nothing to go back to.
    const renamed = items.find(({ before }) => hasName(before));
    const earlier = await undo(renamed?.['group_id']);
    expect((await problemIn(earlier)).detail).toContain('has changed since');
    const { items: tasks } = await audit.list({ filters: { entity: 'task', action: 'update' } });
    expect(tasks.filter(({ group_id: group }) => group === last?.['group_id'])).toEqual([]);
  });

  const hasName = (values: unknown) =>
    typeof values === 'object' && values !== null && 'name' in values;
});

/** All tasks that changed after a cursor, and the next one. */
async function changesAfter(after: string): Promise<{ ids: number[]; next: string }> {
  const query = after === '' ? '' : `&after=${after}`;
  const url = `${server.baseUrl}/api/v1/tasks/changes?limit=1000${query}`;
  const { items, next } = taskChangesSchema.parse(await (await get(url, admin.token)).json());
  const ids = items.map(({ turing_task_id: id }) => id);
  return { ids: ids.toSorted((one, other) => one - other), next };
}

/** Any transaction of the cluster that still runs holds the changes back. */
async function caughtUp(): Promise<string> {
  let { ids, next } = await changesAfter('');
  await vi.waitFor(async () => {
    ({ ids, next } = await changesAfter(next));
    expect(ids).toEqual([]);
    const { ids: all } = await changesAfter('');
    expect(all).toHaveLength(9);
  }, PATIENCE);
  return next;
}
