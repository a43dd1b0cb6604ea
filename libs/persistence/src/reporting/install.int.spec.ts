import { randomBytes } from 'node:crypto';
import { emptyDatabase, testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Db } from '../db.js';
import { migrate } from '../migrate.js';
import { REPORTING_VIEWS } from './views.js';
import { installReporting, type ReportingReport } from './install.js';
import { reportingOwner, sandboxRoleName, sandboxRoleNames } from './role-names.js';
import { scramVerifier } from './scram.js';

const verifierOf = (role: string): string =>
  scramVerifier(`password of ${role}`, Buffer.from(role));

function install(db: Db): Promise<ReportingReport> {
  return db.transaction((tx) => installReporting(tx, verifierOf));
}

function open(url: string): Db {
  return Db.open({ url, applicationName: 'spec' });
}

async function asRole<T>(
  url: string,
  role: string,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const address = new URL(url);
  address.username = role;
  address.password = `password of ${role}`;
  const session = new pg.Client({ connectionString: address.href });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

let database: TestDatabase;
let db: Db;
let report: ReportingReport;
let role: string;
beforeAll(async () => {
  database = await testDatabase();
  db = open(database.url);
  report = await install(db);
  role = sandboxRoleName(report.databaseOid, 1);
  await db.query(`
    INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two');
    INSERT INTO core.batch (project_id, turing_batch_id, name) VALUES (1, 10, 'a'), (2, 20, 'b');
    INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
      VALUES (100, 1, 10, 'completed'), (200, 2, 20, 'completed');
    INSERT INTO core.task_review (turing_task_id, turing_review_id, status)
      VALUES (100, 1000, 'done'), (200, 2000, 'done');
    INSERT INTO core.app_user (email) VALUES ('p@example.com');
    INSERT INTO core.pod (name, project_id) VALUES ('Pod One', 1), ('Pod Two', 2);
    INSERT INTO core.pod_member (pod_name, user_email)
      VALUES ('Pod One', 'p@example.com'), ('Pod Two', 'p@example.com');
    INSERT INTO core.pod_weekly_target
        (pod_name, week_start_date, week_end_date, daily_tasks_target, daily_turns_target)
      SELECT name, '2026-01-05', '2026-01-11', 1, 1 FROM core.pod`);
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

/** The project ids that each view shows the role while it has this binding. */
async function visible(projectId: number | null, until = '1 minute'): Promise<unknown> {
  await db.query(
    `UPDATE reporting.sandbox_role SET project_id = $2, expires_at = now() + $3::interval WHERE role = $1`,
    [role, projectId, until],
  );
  return asRole(database.url, role, async (session) => {
    const seen: Record<string, number[]> = {};
    for (const { name } of REPORTING_VIEWS) {
      const column = name === 'projects' ? 'id' : 'project_id';
      const { rows } = await session.query<{ id: number }>(
        `SELECT ${column} AS id FROM ${name} ORDER BY 1`,
      );
      seen[name] = rows.map(({ id }) => id);
    }
    return seen;
  });
}

const everyView = (ids: number[]): unknown =>
  Object.fromEntries(REPORTING_VIEWS.map(({ name }) => [name, ids]));

describe('the roles of custom SQL', () => {
  it('SBX-1 are eight per database, can log in, have one connection and no memberships', async () => {
    expect(report).toEqual({ databaseOid: report.databaseOid, open: [] });
    const roles = await db.query<unknown>(
      `SELECT rolname AS name, rolcanlogin AS login, rolinherit AS inherit, rolconnlimit AS connections,
         rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS powerful,
         EXISTS (SELECT FROM pg_auth_members WHERE member = role.oid) AS belongs
       FROM pg_roles AS role WHERE rolname = ANY ($1) ORDER BY rolname`,
      [sandboxRoleNames(report.databaseOid)],
    );
    expect(roles).toEqual(
      sandboxRoleNames(report.databaseOid).map((name) => ({
        name,
        login: true,
        inherit: false,
        connections: 1,
        powerful: false,
        belongs: false,
      })),
    );
    await asRole(database.url, role, async () => {
      await expect(asRole(database.url, role, async () => undefined)).rejects.toThrow(
        /too many connections/,
      );
    });
    // The refused one counts until its process has ended.
    await expect.poll(() => asRole(database.url, role, async () => 'welcome')).toBe('welcome');
    const guessed = new URL(database.url);
    guessed.username = role;
    guessed.password = 'guessed';
    await expect(new pg.Client({ connectionString: guessed.href }).connect()).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('SBX-2 see the project of their binding, and nothing without or after it', async () => {
    expect(await visible(1)).toEqual(everyView([1]));
    expect(await visible(2)).toEqual(everyView([2]));
    expect(await visible(3)).toEqual(everyView([]));
    expect(await visible(null)).toEqual(everyView([]));
    expect(await visible(1, '-1 second')).toEqual(everyView([]));
  });

  it('SBX-2 see nothing with a plan of another binding', async () => {
    const bind = (projectId: number | null): Promise<unknown> =>
      db.query(
        `UPDATE reporting.sandbox_role SET project_id = $2, expires_at = 'infinity' WHERE role = $1`,
        [role, projectId],
      );
    await asRole(database.url, role, async (session) => {
      await session.query('SET plan_cache_mode = force_generic_plan');
      for (const { name } of REPORTING_VIEWS) {
        const count = async (): Promise<unknown> =>
          (await session.query<{ rows: number }>(`EXECUTE ${name}`)).rows[0]?.rows;
        await session.query(`PREPARE ${name} AS SELECT count(*)::int AS rows FROM ${name}`);
        for (const [planned, rows] of [
          [1, 1],
          [0, 2],
        ] as const) {
          await bind(planned);
          await session.query('DISCARD PLANS');
          expect(await count()).toBe(rows);
          for (const other of [2, null, -1]) {
            await bind(other);
            expect({ name, planned, other, rows: await count() }).toMatchObject({ rows: 0 });
          }
        }
      }
    });
  });

  it('SBX-3 see every project when bound to project 0', async () => {
    expect(await visible(0)).toEqual(everyView([1, 2]));
  });

  it('SBX-4 can read the reporting views and nothing else, and create nothing', async () => {
    await visible(1);
    const rights = await db.query<{ name: string }>(
      `SELECT relation.oid::regclass::text AS name
       FROM pg_class AS relation JOIN pg_namespace AS schema ON schema.oid = relnamespace
       WHERE relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
         AND nspname NOT IN ('pg_catalog', 'information_schema')
         AND has_schema_privilege($1, schema.oid, 'USAGE')
         AND CASE relkind WHEN 'S' THEN has_sequence_privilege($1, relation.oid, 'USAGE, SELECT, UPDATE')
             ELSE has_table_privilege($1, relation.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER') END
       ORDER BY 1`,
      [role],
    );
    const views = [...REPORTING_VIEWS.map(({ name }) => name), 'binding'].sort();
    expect(rights.map(({ name }) => name)).toEqual(views.map((name) => `reporting.${name}`));
    const schemas = await db.query<unknown>(
      `SELECT nspname AS name, has_schema_privilege($1, oid, 'CREATE') AS creates FROM pg_namespace
       WHERE has_schema_privilege($1, oid, 'USAGE') AND nspname !~ '^pg_(toast|temp)' ORDER BY 1`,
      [role],
    );
    expect(schemas).toEqual(
      ['information_schema', 'pg_catalog', 'reporting'].map((name) => ({ name, creates: false })),
    );
  });

  it('DATA-15 SBX-2 can read what a view reads as soon as a migration has ended', async () => {
    const read = () =>
      asRole(database.url, role, (session) => session.query('SELECT description FROM pods'));
    // As after a migration that adds the column to the view.
    await db.query(
      `REVOKE SELECT (description) ON core.pod FROM ${reportingOwner(report.databaseOid)}`,
    );
    await expect(read()).rejects.toThrow('permission denied');
    await migrate(database.url, { reportingTimeZone: 'America/Los_Angeles' });
    await expect(read()).resolves.toMatchObject({ fields: [{ name: 'description' }] });
  });

  it('SBX-5 are created once by servers that start together', async () => {
    const other = await emptyDatabase();
    await migrate(other.url, { reportingTimeZone: 'Europe/Madrid' });
    const reporting = open(other.url);
    const reports = await Promise.all(Array.from({ length: 3 }, () => install(reporting)));
    expect(new Set(reports.map(({ unavailable }) => unavailable))).toEqual(new Set([undefined]));
    const taken = async (): Promise<unknown> =>
      reporting.query(`
        SELECT has_function_privilege('public', 'pg_sleep(float8)', 'EXECUTE') AS sleep,
          has_schema_privilege('public', 'public', 'USAGE') AS schema,
          has_database_privilege('public', current_database(), 'TEMPORARY') AS temporary,
          (SELECT count(*) FROM pg_roles WHERE rolname ~ ('_' || database.oid || '(_|$)')) AS roles
        FROM pg_database AS database WHERE datname = current_database()`);
    expect(await taken()).toEqual([{ sleep: false, schema: false, temporary: false, roles: 9 }]);
    await reporting.end();
    await other.drop();
  });

  it('RUN-37 leave nothing in the log of the database, whatever a query does', async () => {
    const [{ settings } = { settings: [] }] = await db.query<{ settings: string[] }>(
      'SELECT rolconfig AS settings FROM pg_roles WHERE rolname = $1',
      [role],
    );
    expect(settings).toContain('log_min_messages=panic');
    await asRole(database.url, role, async (session) => {
      for (const value of ['error', 'default']) {
        await expect(session.query(`SET log_min_messages = ${value}`)).rejects.toThrow(
          /permission denied/,
        );
      }
      await session.query('RESET ALL');
      const { rows } = await session.query('SHOW log_min_messages');
      expect(rows).toEqual([{ log_min_messages: 'panic' }]);
    });
  });
});

describe('a database owner without superuser', () => {
  async function ownedBy(attributes: string): Promise<{ url: string; drop(): Promise<void> }> {
    const owner = `portal_owner_${randomBytes(6).toString('hex')}`;
    const other = await emptyDatabase();
    const name = new URL(other.url).pathname.slice(1);
    await db.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'x' ${attributes}`);
    await db.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
    const url = new URL(other.url);
    url.username = owner;
    url.password = 'x';
    await migrate(url.href, { reportingTimeZone: 'Europe/Madrid' });
    return {
      url: url.href,
      async drop() {
        await other.drop();
        await db.query(`DROP ROLE ${owner}`);
      },
    };
  }

  it('SBX-6 gets the same roles with CREATEROLE, and a report of missing restrictions', async () => {
    const owned = await ownedBy('CREATEROLE');
    const owner = open(owned.url);
    const { unavailable, open: left, databaseOid } = await install(owner);
    expect(unavailable).toBeUndefined();
    expect(left).toContain('temporary files have no limit of their own');
    expect(left).toContain(
      "errors of custom SQL are in the database's log, with the values they quote",
    );
    expect(left.join()).toMatch(/could not be revoked on .*pg_advisory_\*.*pg_stat_get_\*/);
    expect(left).not.toContain('temporary tables can be created');
    await owner.query(`INSERT INTO core.project (id, name) VALUES (1, 'One'), (2, 'Two')`);
    const reader = sandboxRoleName(databaseOid, 1);
    await owner.query(
      `UPDATE reporting.sandbox_role SET project_id = 2, expires_at = now() + interval '1 minute'
       WHERE role = $1`,
      [reader],
    );
    const seen = await asRole(owned.url, reader, async (client) => {
      await expect(client.query('SELECT FROM core.project')).rejects.toThrow(/permission denied/);
      return (await client.query<{ name: string }>('SELECT name FROM projects')).rows;
    });
    expect(seen).toEqual([{ name: 'Two' }]);
    await owner.end();
    await owned.drop();
  });

  it('SBX-7 without CREATEROLE has everything but custom SQL, and a report of the reason', async () => {
    const owned = await ownedBy('');
    const owner = open(owned.url);
    expect(await install(owner)).toMatchObject({
      unavailable: 'permission denied to create role',
      open: [],
    });
    expect(await owner.query('SELECT count(*) AS tasks FROM reporting.tasks')).toEqual([
      { tasks: 0 },
    ]);
    await owner.end();
    await owned.drop();
  });
});
