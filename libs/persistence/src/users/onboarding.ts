import type { POD_ROLES } from '@portal/contracts/constants';
import type { Onboarding } from '@portal/contracts/onboarding';
import type { Transaction } from '../db.js';
import { sql } from '../sql.js';

export interface Person {
  /** Null without an account. */
  readonly id: number | null;
  readonly email: string;
  /** The role in the project, and the one in the pod. */
  readonly role: string | null;
  readonly pod_role: (typeof POD_ROLES)[number] | null;
}

/** Creates the missing accounts. @returns their emails */
export async function createAccounts(
  tx: Transaction,
  people: Onboarding['people'],
): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(insertAccounts, [
    people.map(({ email }) => email),
    people.map(({ name = '' }) => name),
  ]);
  return rows.map(({ email }) => email);
}

/**
 * The people with an account, by email, with what they have in the project and the pod. Nobody gives
 * them a role or a pod until the end of the transaction.
 */
export async function readPeople(
  tx: Transaction,
  { people, project_id: projectId, pod }: Onboarding,
): Promise<Map<string, Person>> {
  const emails = people.map(({ email }) => email);
  await tx.query(lockPeople, [emails]);
  const rows = await tx.query<Person>(selectPeople, [emails, projectId, pod?.name]);
  return new Map(rows.map((person) => [person.email, person]));
}

export interface RoleToGive {
  readonly userId: number;
  readonly roleId: number;
}

export async function giveRoles(
  tx: Transaction,
  projectId: number,
  roles: readonly RoleToGive[],
): Promise<void> {
  if (roles.length === 0) return;
  await tx.query(insertRoles, [
    projectId,
    roles.map(({ userId }) => userId),
    roles.map(({ roleId }) => roleId),
  ]);
}

export async function addMembers(
  tx: Transaction,
  { name, role }: NonNullable<Onboarding['pod']>,
  emails: readonly string[],
): Promise<void> {
  if (emails.length > 0) await tx.query(insertMembers, [name, role, emails]);
}

/** In order of the emails, so that two requests cannot wait for each other. */
const insertAccounts = sql`
INSERT INTO core.app_user (email, name)
SELECT email, name FROM unnest($1::text[], $2::text[]) AS given (email, name) ORDER BY email
ON CONFLICT (email) DO NOTHING
RETURNING email`;

/** Roles and pod members refer to the account, so no other transaction adds them meanwhile. */
const lockPeople = sql`
SELECT FROM core.app_user WHERE email = ANY ($1::text[]) ORDER BY email FOR UPDATE`;

const selectPeople = sql`
SELECT app_user.id, app_user.email, role.name AS role, member.role AS pod_role
FROM core.app_user
LEFT JOIN core.user_role AS assigned
  ON assigned.user_id = app_user.id AND assigned.project_id = $2::integer
LEFT JOIN core.role ON role.id = assigned.role_id
LEFT JOIN core.pod_member AS member
  ON member.user_email = app_user.email AND member.pod_name = $3::text
WHERE app_user.email = ANY ($1::text[])`;

const insertRoles = sql`
INSERT INTO core.user_role (user_id, project_id, role_id)
SELECT user_id, $1, role_id FROM unnest($2::integer[], $3::integer[]) AS given (user_id, role_id)`;

const insertMembers = sql`
INSERT INTO core.pod_member (pod_name, user_email, role)
SELECT $1, email, $2 FROM unnest($3::text[]) AS given (email)`;
