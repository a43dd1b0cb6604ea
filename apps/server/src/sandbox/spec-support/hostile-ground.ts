import { randomBytes } from 'node:crypto';
import { migrate } from '@portal/persistence/migrate';
import { sql } from '@portal/persistence/sql';
import { HOSTILE_WORLD } from '@portal/testing/hostile-corpus';
import { emptyDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { Sandbox } from '../sandbox.js';

/** A portal whose project 1 attacks its project 2. */
export interface HostileGround {
  readonly server: TestServer;
  readonly sandbox: Sandbox;
  /** Changes when anything that is stored or defined does; fails when the database was restarted. */
  fingerprint(): Promise<string>;
  /** Of slots that are in use, by a session or by a binding. */
  leftovers(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param owner what the portal's own database login is */
export async function openGround(owner: 'superuser' | 'ordinary owner'): Promise<HostileGround> {
  const database = await emptyDatabase();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const login = owner === 'superuser' ? null : await giveAway(admin);
  const databaseUrl = login?.url(database.url) ?? database.url;
  await migrate(databaseUrl, { reportingTimeZone: 'America/Los_Angeles' });
  const server = await startTestServer({ databaseUrl, config: { demo: false } });
  const sandbox = server.app.get(Sandbox);
  await sandbox.report();
  await server.dataSource.query(HOSTILE_WORLD);
  await server.dataSource.query('ANALYZE core.task');
  return {
    server,
    sandbox,
    async fingerprint() {
      const { rows } = await admin.query<{ print: string }>(fingerprint);
      return rows[0]?.print ?? '';
    },
    async leftovers() {
      const { rows } = await admin.query<{ role: string }>(leftovers);
      return rows.map(({ role }) => role);
    },
    async stop() {
      await server.stop();
      await admin.end();
      await database.drop();
      await login?.drop();
    },
  };
}

/** Makes the database one of an owner who may create roles, and nothing else that is special. */
async function giveAway(admin: pg.Client) {
  const name = `portal_owner_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x' CREATEROLE`);
  await admin.query(
    `ALTER DATABASE ${admin.escapeIdentifier(admin.database ?? '')} OWNER TO ${name}`,
  );
  return {
    url(address: string): string {
      const url = new URL(address);
      url.username = name;
      url.password = 'x';
      return url.href;
    },
    async drop() {
      const cluster = new pg.Client({ connectionString: process.env['PORTAL_TEST_POSTGRES_URL'] });
      await cluster.connect();
      await cluster.query(`DROP ROLE ${name}`);
      await cluster.end();
    },
  };
}

const fingerprint = sql`
SELECT md5(concat_ws('|',
  (SELECT string_agg(md5(query_to_xml(
      format('SELECT t::text FROM %s AS t ORDER BY 1', oid::regclass), false, false, '')::text), ',' ORDER BY oid)
    FROM pg_class WHERE relkind = 'r'
      AND relnamespace IN ('core'::regnamespace, 'agg'::regnamespace)),
  (SELECT string_agg(concat_ws(' ', oid, relname, relowner, relacl, reloptions), ',' ORDER BY oid)
    FROM pg_class WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema|queue|live)'),
  (SELECT string_agg(concat_ws(' ', oid, proname, proowner, proacl), ',' ORDER BY oid) FROM pg_proc),
  (SELECT string_agg(concat_ws(' ', schemaname, sequencename, last_value), ',' ORDER BY 1)
    FROM pg_sequences WHERE schemaname = 'core'),
  (SELECT string_agg(nspname, ',' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_t'),
  (SELECT string_agg(extname, ',' ORDER BY oid) FROM pg_extension),
  (SELECT count(*) FROM pg_largeobject_metadata),
  (SELECT string_agg(role::text, ',' ORDER BY role.oid) FROM pg_authid AS role, pg_database AS database
    WHERE datname = current_database() AND rolname ~ ('_' || database.oid || '(_|$)') OR rolname = 'mine'),
  (SELECT string_agg(setting::text, ',' ORDER BY setrole) FROM pg_db_role_setting AS setting
    JOIN pg_roles AS role ON role.oid = setrole
    JOIN pg_database AS database ON rolname ~ ('_' || database.oid || '(_|$)')
    WHERE datname = current_database()),
  (SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()),
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
)) AS print`;

const leftovers = sql`
SELECT usename::text AS role FROM pg_stat_activity
WHERE usename LIKE 'portal!_stat!_slot!_%' ESCAPE '!' AND datname = current_database()
UNION ALL
SELECT role::text FROM reporting.slot WHERE expires_at > now()`;
