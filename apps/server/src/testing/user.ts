import type { Db } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { assignRoles, buildWorld, type TestUser } from '@portal/testing/world';

export type { TestUser };

/** A user with an API token and nothing else. */
export async function createUser(db: Db, email: string): Promise<TestUser> {
  return (await buildWorld(db, { users: { user: { email } } })).users.user;
}

export async function createProject(db: Db, name: string): Promise<number> {
  const { projects } = await buildWorld<string>(db, { projects: { [name]: {} } });
  return projects[name] ?? 0;
}

/** Assigns the user a role in the project; null removes it. */
export async function assignRole(
  db: Db,
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
  await assignRoles(db, [{ user_id: user.id, project_id: projectId, role }]);
}
