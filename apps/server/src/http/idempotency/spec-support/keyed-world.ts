import { sql } from '@portal/persistence/sql';
import { connectTo } from '@portal/testing/query-client';
import { buildWorld } from '@portal/testing/world';
import { sandboxReady } from '../../../testing/sandbox-ready.js';
import type { TestServer } from '../../../testing/test-server.js';
import type { Keyed, Seen } from './keyed.js';

export type KeyedWorld = Awaited<ReturnType<typeof openKeyedWorld>>;

/** A server with the project Alpha, two admins and a member, and what their requests with keys leave in it. */
export async function openKeyedWorld(start: () => Promise<TestServer>) {
  const server = await start();
  const { db, baseUrl, config } = server;
  await sandboxReady(server);
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: {
      admin: { email: 'root@example.com', roles: { 'All Projects': 'admin' } },
      other: { email: 'other@example.com', roles: { 'All Projects': 'admin' } },
      member: {},
    },
    pods: { Orion: { project: 'Alpha' }, Lyra: { project: 'Alpha' } },
  });
  const alpha = projects.Alpha;
  const { token } = users.admin;
  let last = 0;
  const newName = (): string => `pod ${(last += 1)}`;
  const url = (path: string): string => `${baseUrl}/api/v1${path}`;

  async function count(what: string, values: unknown[] = []): Promise<number> {
    const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`, values);
    return row?.n ?? -1;
  }

  return {
    ...{ server, alpha, ...users, url, count },

    /** Creates a pod, with a new key and name by default. */
    pod({ name = newName(), ...rest }: Partial<Keyed> & { readonly name?: string } = {}): Keyed {
      return {
        url: url('/pods/'),
        token,
        key: newKey(),
        body: { name, project_id: alpha },
        ...rest,
      };
    },
    stat(): Keyed {
      const body = {
        name: newName(),
        sql_query: 'SELECT count(*) AS tasks FROM tasks',
        supported_chart_types: ['table'],
        default_chart_type: 'table',
      };
      return { url: url(`/projects/${alpha}/custom-stats`), token, key: newKey(), body };
    },

    podsOf: (keyed: Keyed) => count('core.pod WHERE name = $1', [named(keyed)]),
    statsOf: (keyed: Keyed) => count('core.custom_stat WHERE name = $1', [named(keyed)]),
    claimed: ({ key }: Keyed, how = 'true') =>
      count(`core.idempotency_key WHERE key = $1 AND ${how}`, [key]),
    alter: ({ key }: Keyed, how: string) =>
      db.query(`UPDATE core.idempotency_key SET ${how} WHERE key = $1`, [key]),

    /** Runs `work` while another connection holds what the statement locks. */
    async whileHeld<T>(statement: string, work: (end: () => Promise<void>) => Promise<T>) {
      const holder = await connectTo(config.databaseUrl);
      try {
        await holder.query('BEGIN');
        await holder.query(statement);
        return await work(async () => {
          await holder.query('ROLLBACK');
        });
      } finally {
        await holder.close();
      }
    },
    /** A new pod waits for its project, after the claim of its key and before its commit. */
    holdPods: () => `SELECT FROM core.project WHERE id = ${alpha} FOR UPDATE`,

    /** Runs `work` while the database refuses something. */
    async whileRefused<T>(table: string, event: string, state: string, work: () => Promise<T>) {
      await db.query(sql`
        CREATE FUNCTION core.refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${state}'; END $$;
        CREATE TRIGGER refuse_it BEFORE ${event} ON core.${table} FOR EACH ROW
        EXECUTE FUNCTION core.refuse_it();
      `);
      try {
        return await work();
      } finally {
        await db.query('DROP FUNCTION core.refuse_it CASCADE');
      }
    },
  };
}

export const newKey = (): string => crypto.randomUUID();
export const named = ({ body }: Keyed): unknown => (body as { readonly name: string }).name;
export const replay = (first: Seen): Seen => ({ ...first, isReplay: true });
