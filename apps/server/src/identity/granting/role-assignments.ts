import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import {
  findRole,
  giveRole,
  hasRole,
  lockAssignedRole,
  type NamedRole,
  takeRole,
  type UserInProject,
} from '@portal/persistence/roles/assigned-roles';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { meaningOf, violationOf } from '@portal/persistence/database-errors';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { refuseStale, versionOf } from '../../http/output/etags.js';
import { refuseRoleBeyond } from './roles.js';
import { UserDirectory } from './user-directory.js';

/** The name of a role, and the field of the request that has it. */
interface WantedRole {
  readonly name: string;
  readonly field: string;
}

/** The role to assign; with `ifMatch`, only if the user still has the role of that version. */
interface ExpectedRole extends WantedRole {
  readonly ifMatch: string | undefined;
}

/**
 * Assigns and removes roles. The permission to do so in the project is checked before; here no
 * caller assigns, replaces or removes a role with more permissions than they have.
 */
@Injectable()
export class RoleAssignments {
  constructor(
    private readonly users: UserDirectory,
    private readonly reads: Reads,
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
    const admit = async (): Promise<void> => {
      if (!(await hasRole(this.reads.prepared, target)))
        await this.users.visibleTo(caller, target.userId);
    };
    await admit();
    await this.give(target, role, caller, actor, admit);
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
    role: WantedRole,
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
   * @throws {ProblemException} `not-found` if there is no role, `forbidden` for a role with more
   *   permissions than the caller has, `conflict` as in `assign`
   */
  remove(target: UserInProject, caller: Caller, actor: Actor): Promise<number | null> {
    return this.transactions.run(actor, async (tx) => {
      const held = await lockAssignedRole(tx, target);
      if (!held) throw new ProblemException('not-found', 'This user has no role in the project');
      await refuseRoleBeyond(tx, caller, held, target.projectId);
      await takeRole(tx, target);
      return undoableGroupOf(tx);
    });
  }

  private async give(
    target: UserInProject,
    role: ExpectedRole,
    caller: Caller,
    actor: Actor,
    /** Asked after the wait for the user. */
    admit?: () => Promise<void>,
  ): Promise<void> {
    try {
      await this.transactions.run(actor, async (tx) => {
        const found = await findRole(tx, role.name);
        if (!found) {
          const item = { pointer: role.field, detail: 'There is no such role' };
          throw new ProblemException('invalid-input', `There is no role '${role.name}'`, [item]);
        }
        const held = await lockAssignedRole(tx, target);
        await admit?.();
        for (const one of [found, held]) {
          if (one) await refuseRoleBeyond(tx, caller, one, target.projectId, role.field);
        }
        refuseOtherRole(target, held, role);
        await giveRole(tx, { ...target, roleId: found.id });
      });
    } catch (error) {
      throw missingReference(error);
    }
  }
}

/** The version of a role assignment. */
export function roleVersion({ userId, projectId }: UserInProject, role: string | null): string {
  return versionOf({ userId, projectId, role });
}

function refuseOtherRole(
  target: UserInProject,
  held: NamedRole | undefined,
  { name, field, ifMatch }: ExpectedRole,
): void {
  const role = held?.name ?? null;
  refuseStale({ role, version: roleVersion(target, role) }, { role: name }, ifMatch, () => field);
}

function missingReference(error: unknown): unknown {
  if (meaningOf(error) !== 'foreign key') return error;
  const isUser = violationOf(error)?.constraint === 'user_role_user_id_fkey';
  return new ProblemException('not-found', `There is no such ${isUser ? 'user' : 'project'}`);
}
