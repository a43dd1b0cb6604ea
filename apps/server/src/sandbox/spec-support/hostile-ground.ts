import { randomBytes } from 'node:crypto';
import { migrate } from '@portal/persistence/migrate';
import { buildHostileWorld, FINGERPRINT, LEFTOVERS } from '@portal/testing/hostile-world';
import { emptyDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { sandboxReady } from '../../testing/sandbox-ready.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { Sandbox } from '../sandbox.js';

/** A portal whose project 1 attacks its project 2. */
export interface HostileGround {
  readonly server: TestServer;
  readonly sandbox: Sandbox;
  /** Hashes of all stored data and definitions. Fails if the database was restarted. */
  fingerprint(): Promise<Record<string, string>>;
  /** The sandbox roles in use, by a session or by a binding, and advisory locks. */
  leftovers(): Promise<string[]>;
  stop(): Promise<void>;
}

/** @param owner the kind of the portal's database login */
export async function openGround(owner: 'superuser' | 'ordinary owner'): Promise<HostileGround> {
  const database = await emptyDatabase();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const login = owner === 'superuser' ? null : await changeOwner(admin);
  const databaseUrl = login?.url(database.url) ?? database.url;
  await migrate(databaseUrl, { reportingTimeZone: 'America/Los_Angeles' });
  const server = await startTestServer({ databaseUrl, config: { demo: false } });
  const sandbox = server.app.get(Sandbox);
  await sandboxReady(server);
  await buildHostileWorld(server.db);
  await server.db.query('ANALYZE core.task');
  return {
    server,
    sandbox,
    async fingerprint() {
      const { rows } = await admin.query<Record<string, string>>(FINGERPRINT);
      return rows[0] ?? {};
    },
    async leftovers() {
      const { rows } = await admin.query<{ role: string }>(LEFTOVERS);
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

/** Transfers the database to a new owner whose only special right is CREATEROLE. */
async function changeOwner(admin: pg.Client) {
  const name = `portal_owner_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'x' CREATEROLE`);
  await admin.query(
    `ALTER DATABASE ${admin.escapeIdentifier(admin.database ?? '')} OWNER TO ${name}`,
  );
  return {
    url(databaseUrl: string): string {
      const url = new URL(databaseUrl);
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
