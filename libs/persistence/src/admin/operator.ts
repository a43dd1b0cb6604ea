import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Transaction } from '../db.js';
import { sql } from '../sql.js';
import { releaseAccount } from './google-accounts.js';
import { giveRole } from '../roles/assigned-roles.js';
import { recordAs } from './role-changes.js';

/** In the audit, instead of the email of a user. */
const SOURCE = 'npm run admin';

/** The command cannot do what it was asked; the message says why, and what would be right. */
export class Refusal extends Error {}

/**
 * Gives a role, and replaces the one that the user has in the project. An unknown user is created.
 * @returns what was done
 * @throws {Refusal}
 */
export async function grant(
  tx: Transaction,
  email: string,
  role = 'admin',
  projectName?: string,
): Promise<string> {
  const roleId = await roleNamed(tx, role);
  const project = await projectNamed(tx, projectName);
  const [found] = await usersNamed(tx, email);
  const userId = found?.id ?? (await newUser(tx, email));
  const before = await roleIn(tx, userId, project.id);
  if (before === role && found?.is_active)
    return `${email} has the role ${role} in ${project.name} already.`;
  await recordAs(tx, SOURCE, userId, async () => {
    await tx.query(sql`UPDATE core.app_user SET is_active = true WHERE id = $1 AND NOT is_active`, [
      userId,
    ]);
    await giveRole(tx, { userId, projectId: project.id, roleId });
  });
  return [
    `${email} has the role ${role} in ${project.name} now`,
    before === undefined || before === role ? '.' : `, instead of ${before}.`,
    found ? '' : ' Nobody has signed in with this address yet: the account is created and waits.',
    found?.is_active === false ? ' The account was deactivated, and is active again.' : '',
  ].join('');
}

/**
 * Takes the role of the user in the project.
 * @returns what was done
 * @throws {Refusal}
 */
export async function revoke(
  tx: Transaction,
  email: string,
  projectName?: string,
): Promise<string> {
  const project = await projectNamed(tx, projectName);
  const [user] = await usersNamed(tx, email);
  if (!user) throw new Refusal(`There is no user ${email}.`);
  const role = await roleIn(tx, user.id, project.id);
  if (role === undefined) throw new Refusal(`${email} has no role in ${project.name}.`);
  await recordAs(tx, SOURCE, user.id, () =>
    tx.query(sql`DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2`, [
      user.id,
      project.id,
    ]),
  );
  return `${email} no longer has the role ${role} in ${project.name}.`;
}

/**
 * Forgets the Google account of the user, so that another one with the address can sign in.
 * @returns what was done
 * @throws {Refusal}
 */
export async function release(tx: Transaction, email: string): Promise<string> {
  const [user] = await usersNamed(tx, email);
  if (!user) throw new Refusal(`There is no user ${email}.`);
  if (!(await releaseAccount(tx, SOURCE, user.id))) {
    throw new Refusal(
      `No Google account is linked to ${email}: the next one with this address will be.`,
    );
  }
  return `The Google account of ${email} is released, and the sessions have ended. The next Google account that signs in with this address is linked.`;
}

/** The users with a role in all projects, and those with full access to a project. */
export async function list(tx: Transaction): Promise<string> {
  const rows = await tx.query<{ line: string }>(sql`
    SELECT app_user.email || '  ' || role.name || '  ' || project.name
      || CASE WHEN app_user.is_active THEN '' ELSE '  (deactivated)' END AS line
    FROM core.user_role AS assigned
    JOIN core.app_user ON app_user.id = assigned.user_id
    JOIN core.role ON role.id = assigned.role_id
    JOIN core.project ON project.id = assigned.project_id
    WHERE assigned.project_id = 0 OR core.gives_full_access(role.id)
    ORDER BY project.id <> 0, project.name, app_user.email`);
  if (rows.length > 0) return rows.map(({ line }) => line).join('\n');
  return 'Nobody has a role in all projects, nor full access to a project.';
}

interface User {
  readonly id: number;
  readonly is_active: boolean;
}

function usersNamed(tx: Transaction, email: string): Promise<readonly User[]> {
  return tx.query(sql`SELECT id, is_active FROM core.app_user WHERE email = $1 FOR UPDATE`, [
    email,
  ]);
}

/** As at the first sign-in, which the audit does not record either. */
async function newUser(tx: Transaction, email: string): Promise<number> {
  const [created] = await tx.query<{ id: number }>(
    sql`INSERT INTO core.app_user (email, name) VALUES ($1, $1) RETURNING id`,
    [email],
  );
  if (!created) throw new Error('the inserted user was not returned');
  return created.id;
}

async function roleIn(
  tx: Transaction,
  userId: number,
  projectId: number,
): Promise<string | undefined> {
  const [found] = await tx.query<{ name: string }>(
    sql`
    SELECT role.name FROM core.user_role AS assigned JOIN core.role ON role.id = assigned.role_id
    WHERE assigned.user_id = $1 AND assigned.project_id = $2`,
    [userId, projectId],
  );
  return found?.name;
}

async function roleNamed(tx: Transaction, name: string): Promise<number> {
  const roles = await tx.query<{ id: number; name: string }>(
    sql`SELECT id, name FROM core.role ORDER BY id`,
  );
  const found = roles.find((role) => role.name === name);
  if (found) return found.id;
  const names = roles.map((role) => role.name).join(', ');
  throw new Refusal(`There is no role '${name}'. The roles are: ${names}.`);
}

interface Project {
  readonly id: number;
  readonly name: string;
}

async function projectNamed(tx: Transaction, name = String(ALL_PROJECTS_ID)): Promise<Project> {
  const projects = await tx.query<Project>(sql`SELECT id, name FROM core.project ORDER BY id`);
  const [found, other] = projects
    .filter((project) => project.name === name || String(project.id) === name)
    .sort((one, another) => Number(one.name === name) - Number(another.name === name));
  if (found && other) {
    throw new Refusal(
      `'${name}' is the id of one project and the name of another: ${found.name} (${found.id}) and ` +
        `${other.name} (${other.id}). Say which by the name of the former or the id of the latter.`,
    );
  }
  if (found) return found;
  const known = projects.map((project) => `${project.name} (${project.id})`).join(', ');
  throw new Refusal(`There is no project '${name}'. The projects are: ${known}.`);
}
