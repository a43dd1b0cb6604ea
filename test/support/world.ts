import { createHash, randomBytes } from 'node:crypto';
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
  return await withDatabase(databaseUrl, async (client) => {
    const project = async (turingId: number, name: string): Promise<number> => {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO core.project (turing_project_id, name, status) VALUES ($1, $2, 'ongoing')
         RETURNING id`,
        [turingId, name],
      );
      return only(rows).id;
    };
    const alpha = await project(ALPHA_TURING_ID, 'Alpha');
    const beta = await project(BETA_TURING_ID, 'Beta');
    const pod = 'Harbour';
    await client.query('INSERT INTO core.pod (name, project_id) VALUES ($1, $2)', [pod, alpha]);
    await client.query(
      `INSERT INTO core.app_user (email, name)
       SELECT role || '@example.com', initcap(role) FROM unnest($1::text[]) AS role
       ON CONFLICT DO NOTHING`,
      [['lead', 'reviewer', 'trainer']],
    );
    await client.query(
      `INSERT INTO core.pod_member (pod_name, user_email, role)
       SELECT $1, role || '@example.com', role FROM unnest($2::text[]) AS role`,
      [pod, ['lead', 'reviewer', 'trainer']],
    );
    return { alpha, beta, pod };
  });
}

/** Creates a user with one shipped role in one project and returns an API token of that user. */
export async function userWith(
  databaseUrl: string,
  email: string,
  role: string | null,
  projectId: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'INSERT INTO core.app_user (email, name) VALUES ($1, $1) RETURNING id',
      [email],
    );
    const { id } = only(rows);
    if (role !== null) {
      await client.query(
        `INSERT INTO core.user_role (user_id, project_id, role_id)
         SELECT $1, $2, id FROM core.role WHERE name = $3`,
        [id, projectId, role],
      );
    }
    await client.query(
      'INSERT INTO core.api_token (user_id, name, token_hash) VALUES ($1, $2, $3)',
      [id, 'test', createHash('sha256').update(token).digest()],
    );
  });
  return token;
}

/** Rows of one query on its own connection. */
export async function query<T extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return await withDatabase(
    databaseUrl,
    async (client) => (await client.query<T>(text, values)).rows,
  );
}

/** Far longer than any statement takes: a hanging one fails with its own error, not the test's. */
const STATEMENT_MS = 120_000;

async function withDatabase<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
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
    return await work(client);
  } finally {
    await client.end();
  }
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`${rows.length} rows instead of one`);
  return row;
}
