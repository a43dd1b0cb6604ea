import { Injectable } from '@nestjs/common';
import { permissionSchema } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { decideRoleAssignment, permissionsBeyond } from '@portal/domain/users';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { sql } from '@portal/persistence/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../changes/actor.js';
import { undoableGroupOf } from '../changes/audit-group.js';
import { AuditedTransactions } from '../changes/audited-transactions.js';
import { databaseRefusalOf, FOREIGN_KEY_VIOLATION } from '../changes/database-refusal.js';
import { ProblemException } from '../problems/problem.js';
import { refuseStale, versionOf } from '../transport/etags.js';
import { UserDirectory } from './user-directory.js';

export interface UserInProject {
  readonly userId: number;
  readonly projectId: number;
}

/** The name of a role, and the field of the request that has it. */
interface NamedRole {
  readonly name: string;
  readonly field: string;
}

/** The role to assign; with `ifMatch`, only if the user still has the role of that version. */
interface ExpectedRole extends NamedRole {
  readonly ifMatch: string | undefined;
}

const roleSchema = z.object({
  id: z.number(),
  name: z.string(),
  permissions: z.array(permissionSchema),
});
export type Role = z.output<typeof roleSchema>;

/**
 * Assigns and removes roles. The permission to do so in the project is checked before; here no
 * caller assigns a role with more permissions than they have.
 */
@Injectable()
export class RoleAssignments {
  constructor(
    private readonly users: UserDirectory,
    private readonly reads: PreparedReads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /**
   * Assigns the role in the project and replaces an earlier one. User ids can be guessed, so the
   * user must be visible to the caller or already have a role in the project.
   * @throws {ProblemException} `not-found` for an unknown or hidden user, `conflict` if the role
   *   has changed, and as `assignByEmail`
   */
  async assign(
    target: UserInProject,
    role: ExpectedRole,
    caller: Caller,
    actor: Actor,
  ): Promise<void> {
    if (!(await this.hasRole(target))) await this.users.visibleTo(caller, target.userId);
    await this.give(target, role, caller, actor);
  }

  /**
   * Assigns the role to the user with this email, also if the user is hidden from the caller. The
   * response must contain no other data of the user.
   * @param email with its field in the request
   * @throws {ProblemException} `invalid-input` for an unknown user or role, `forbidden` for a
   *   role with more permissions than the caller has, `not-found` for an unknown project,
   *   `conflict` if no user would keep full access
   */
  async assignByEmail(
    email: { readonly value: string; readonly field: string },
    projectId: number,
    role: NamedRole,
    caller: Caller,
    actor: Actor,
  ): Promise<void> {
    const user = await this.users.byEmail(email.value);
    if (!user) {
      const item = { pointer: email.field, detail: 'is not the email of a user' };
      throw new ProblemException('invalid-input', 'There is no such user', [item]);
    }
    const expected = { ...role, ifMatch: undefined };
    await this.give({ userId: user.userId, projectId }, expected, caller, actor);
  }

  /**
   * @returns the group of the audit records; null if it cannot be undone
   * @throws {ProblemException} `not-found` if there is no role, `conflict` as in `assign`
   */
  remove({ userId, projectId }: UserInProject, actor: Actor): Promise<number | null> {
    return this.transactions.run(actor, async (tx) => {
      const removed = await tx.query<unknown[]>(remove, [userId, projectId]);
      if (removed.length > 0) return undoableGroupOf(tx);
      throw new ProblemException('not-found', 'This user has no role in the project');
    });
  }

  private async hasRole({ userId, projectId }: UserInProject): Promise<boolean> {
    const rows = await this.reads.query(
      sql`SELECT 1 FROM core.user_role WHERE user_id = $1 AND project_id = $2`,
      [userId, projectId],
    );
    return rows.length > 0;
  }

  private async give(
    target: UserInProject,
    role: ExpectedRole,
    caller: Caller,
    actor: Actor,
  ): Promise<void> {
    try {
      await this.transactions.run(actor, async (tx) => {
        const found = (await readRoles(tx)).find(({ name }) => name === role.name);
        if (!found) {
          const item = { pointer: role.field, detail: 'There is no such role' };
          throw new ProblemException('invalid-input', `There is no role '${role.name}'`, [item]);
        }
        const refusal = escalation(caller, found, target.projectId);
        if (refusal !== null) throw new ProblemException('forbidden', refusal);
        if (role.ifMatch !== undefined) await refuseOtherRole(tx, target, role);
        await tx.query(upsert, [target.userId, target.projectId, found.id]);
      });
    } catch (error) {
      throw missingReference(error);
    }
  }
}

/** @throws {ProblemException} `not-found`, `forbidden` */
export function requireRoleAssignment(caller: Caller, projectId: number): void {
  switch (decideRoleAssignment(caller, projectId)) {
    case 'hidden':
      throw new ProblemException('not-found', 'There is no such project');
    case 'forbidden':
      throw new ProblemException('forbidden', 'You do not manage the roles of this project');
    case 'granted':
  }
}

/** All roles, by name. */
export async function readRoles(tx: EntityManager): Promise<Role[]> {
  const rows: unknown = await tx.query(selectRoles);
  return z.array(roleSchema).parse(rows);
}

/** Why the caller cannot assign the role in the project; null if nothing speaks against it. */
export function escalation(caller: Caller, role: Role, projectId: number): string | null {
  const beyond = permissionsBeyond(caller, role.permissions, projectId);
  if (beyond.length === 0) return null;
  return `You cannot assign the role '${role.name}': you do not have ${beyond.join(', ')} in this project`;
}

/** The version of a role assignment. */
export function roleVersion({ userId, projectId }: UserInProject, role: string | null): string {
  return versionOf({ userId, projectId, role });
}

/** Locks the assignment until the end of the transaction. */
async function refuseOtherRole(
  tx: EntityManager,
  target: UserInProject,
  { name, field, ifMatch }: ExpectedRole,
): Promise<void> {
  const rows: unknown = await tx.query(selectAssigned, [target.userId, target.projectId]);
  const [stored = { role: null }] = z.array(z.object({ role: z.string() })).parse(rows);
  const version = roleVersion(target, stored.role);
  refuseStale({ ...stored, version }, { role: name }, ifMatch, () => field);
}

function missingReference(error: unknown): unknown {
  const refusal = databaseRefusalOf(error);
  if (refusal?.code !== FOREIGN_KEY_VIOLATION) return error;
  const isUser = refusal.constraint === 'user_role_user_id_fkey';
  return new ProblemException('not-found', `There is no such ${isUser ? 'user' : 'project'}`);
}

const selectRoles = sql`
SELECT role.id, role.name, coalesce(
  array_agg(permission.name ORDER BY permission.name) FILTER (WHERE permission.id IS NOT NULL),
  '{}') AS permissions
FROM core.role
LEFT JOIN core.role_permission ON role_permission.role_id = role.id
LEFT JOIN core.permission ON permission.id = role_permission.permission_id
GROUP BY role.id
ORDER BY role.name`;

const selectAssigned = sql`
SELECT role.name AS role
FROM core.user_role AS assigned
JOIN core.role ON role.id = assigned.role_id
WHERE assigned.user_id = $1 AND assigned.project_id = $2
FOR UPDATE OF assigned`;

const upsert = sql`
INSERT INTO core.user_role AS assigned (user_id, project_id, role_id) VALUES ($1, $2, $3)
ON CONFLICT (user_id, project_id) DO UPDATE SET role_id = excluded.role_id
WHERE assigned.role_id <> excluded.role_id`;

const remove = sql`
WITH removed AS (
  DELETE FROM core.user_role WHERE user_id = $1 AND project_id = $2 RETURNING user_id
)
SELECT * FROM removed`;
