import { assignRoles, buildWorld as buildTestWorld } from '@portal/testing/world';
import pg from 'pg';

/** `turing_project_id` of the two test projects. */
export const ALPHA_TURING_ID = 5001;
export const BETA_TURING_ID = 5002;

/** The data in a new test database: two projects, a pod in the first, users of every role. */
export interface World {
  alpha: number;
  beta: number;
  /** A pod of Alpha; its members are lead@, reviewer@ and trainer@example.com, in these roles. */
  pod: string;
}

/** Inserts the test data besides the demo accounts, by SQL. */
export async function buildWorld(databaseUrl: string): Promise<World> {
  const pod = 'Harbour';
  const { projects } = await withDatabase(databaseUrl, (db) =>
    buildTestWorld(db, {
      projects: {
        Alpha: { turing_project_id: ALPHA_TURING_ID, status: 'ongoing' },
        Beta: { turing_project_id: BETA_TURING_ID, status: 'ongoing' },
      },
      users: {
        admin: { name: 'Admin', roles: { 'All Projects': 'admin' } },
        lead: { name: 'Lead' },
        reviewer: { name: 'Reviewer' },
        trainer: { name: 'Trainer' },
      },
      pods: {
        [pod]: {
          project: 'Alpha',
          members: { lead: 'lead', reviewer: 'reviewer', trainer: 'trainer' },
        },
      },
    }),
  );
  return { alpha: projects.Alpha, beta: projects.Beta, pod };
}

/** Creates a user with one shipped role in one project and returns an API token of that user. */
export async function userWith(
  databaseUrl: string,
  email: string,
  role: string | null,
  projectId: number,
): Promise<string> {
  return await withDatabase(databaseUrl, async (db) => {
    const { user } = (await buildTestWorld(db, { users: { user: { email } } })).users;
    if (role !== null) await assignRoles(db, [{ user_id: user.id, project_id: projectId, role }]);
    return user.token;
  });
}

/** Rows of one query on its own connection. */
export async function query<T extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return await withDatabase(databaseUrl, (db) => db.query<T>(text, values));
}

/** Far longer than any statement takes: a hanging one fails with its own error, not the test's. */
const STATEMENT_MS = 120_000;

interface Database {
  query<T>(text: string, values?: unknown[]): Promise<T[]>;
}

async function withDatabase<T>(
  databaseUrl: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: STATEMENT_MS,
  });
  // The pending query reports a lost connection; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work({
      query: async <R>(text: string, values?: unknown[]) =>
        (await client.query<R & pg.QueryResultRow>(text, values)).rows,
    });
  } finally {
    await client.end();
  }
}

/** A time zone in which it is noon, so that no hour is quiet. */
export function zoneOfNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  return hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '-'}${Math.abs(hours)}:00`;
}
