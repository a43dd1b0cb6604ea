import { createHash, randomBytes } from 'node:crypto';
import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';

export interface TestUser {
  readonly id: number;
  readonly email: string;
  /** An API token of the user. */
  readonly token: string;
}

/** A user with an API token and nothing else. */
export async function createUser(db: DataSource, email: string): Promise<TestUser> {
  const [user] = await db.query<{ id: number }[]>(
    sql`INSERT INTO core.app_user (email, name) VALUES ($1, $1) RETURNING id`,
    [email],
  );
  if (!user) throw new Error(`${email} was not created`);
  const token = randomBytes(32).toString('base64url');
  await db.query(
    sql`INSERT INTO core.api_token (user_id, name, token_hash) VALUES ($1, 'test', $2)`,
    [user.id, createHash('sha256').update(token).digest()],
  );
  return { id: user.id, email, token };
}

export async function createProject(db: DataSource, name: string): Promise<number> {
  const [project] = await db.query<{ id: number }[]>(
    sql`INSERT INTO core.project (name) VALUES ($1) RETURNING id`,
    [name],
  );
  if (!project) throw new Error(`${name} was not created`);
  return project.id;
}

/** Assigns the user a role in the project; null removes it. */
export async function assignRole(
  db: DataSource,
  user: TestUser,
  projectId: number,
  role: string | null,
): Promise<void> {
  if (role === null) {
    await db.query(sql`DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2`, [
      user.id,
      projectId,
    ]);
    return;
  }
  await db.query(
    sql`
      INSERT INTO core.user_role (user_id, project_id, role_id)
      SELECT $1, $2, id FROM core.role WHERE name = $3
      ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id`,
    [user.id, projectId, role],
  );
}
