import { Injectable } from '@nestjs/common';
import type { Onboarded, Onboarding, OnboardingResult } from '@portal/contracts/onboarding';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { mayChangeSomeItems, ITEM_RULES } from '@portal/domain/item-rules';
import { maySeeUsersOf } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import type { Actor } from '../../../db/actor.js';
import { undoableGroupOf } from '../../../db/audit-group.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { ProblemException } from '../../../problems/problem.js';
import { requireRoleAssignment } from '../../../identity/granting/roles.js';
import { membersToAdd, type Plan, planOf, refuseAny, rolesToGive } from './onboarding-plan.js';
import {
  addMembers,
  createAccounts,
  giveRoles,
  readPeople,
} from '@portal/persistence/users/onboarding';
import { holdPod, holdProject } from './onboarding-places.js';
import { readWantedRoles } from './wanted-roles.js';

/** Gives people accounts, a role and a pod. They keep what they have. */
@Injectable()
export class OnboardingService {
  constructor(private readonly transactions: AuditedTransactions) {}

  /**
   * All in one transaction; one refused person refuses all. A dry run does the same, rolls back, and
   * returns the refusals.
   * @throws {ProblemException} `not-found` for a project or a pod hidden from the caller,
   *   `forbidden`, `invalid-input`, `conflict`
   */
  async run(request: Onboarding, caller: Caller, actor: Actor): Promise<OnboardingResult> {
    requireGrants(request, caller);
    const work = (tx: Transaction) => onboard(tx, request, caller);
    const what = 'these people';
    return request.dry_run === true
      ? this.transactions.preview(actor, work, what)
      : this.transactions.run(actor, work, what);
  }
}

async function onboard(
  tx: Transaction,
  request: Onboarding,
  caller: Caller,
): Promise<OnboardingResult> {
  const { pod, project_id: projectId, dry_run: isDryRun = false } = request;
  if (projectId !== undefined) await holdProject(tx, projectId);
  if (pod) await holdPod(tx, caller, pod, projectId);
  const created = mayCreateAccounts(caller) ? await createAccounts(tx, request.people) : [];
  const roles = await readWantedRoles(tx, request, caller);
  const plans = planOf(request, await readPeople(tx, request), roles);
  if (!isDryRun) refuseAny(plans);
  if (projectId !== undefined) await giveRoles(tx, projectId, rolesToGive(plans));
  if (pod) await addMembers(tx, pod, membersToAdd(plans));
  const isNew = new Set(created);
  return {
    dry_run: isDryRun,
    people: plans.map((plan) => resultOf(plan, isNew)),
    group_id: isDryRun ? null : await undoableGroupOf(tx),
  };
}

function resultOf(
  { person, role, podRole, refusal }: Plan,
  created: ReadonlySet<string>,
): Onboarded {
  return {
    email: person.email,
    is_new: created.has(person.email),
    role: given(person.role, role?.name),
    pod_role: given(person.pod_role, podRole),
    refusal: refusal?.detail ?? null,
  };
}

function given<T extends string>(before: T | null, wanted: T | undefined) {
  if (wanted === undefined) return null;
  return { name: before ?? wanted, is_new: before === null };
}

/** What the request needs as a whole, whatever its people have already. */
function requireGrants(request: Onboarding, caller: Caller): void {
  const { people, role, project_id: projectId } = request;
  if (projectId === undefined) {
    // Otherwise a manager of one project could ask which emails have accounts.
    if (!mayCreateAccounts(caller)) {
      throw new ProblemException('forbidden', 'Only user-manage in all projects creates accounts');
    }
    return;
  }
  if (role !== undefined || people.some((person) => person.role !== undefined)) {
    requireRoleAssignment(caller, projectId);
  }
  // As for a single role in all projects, which only visible users get.
  if (projectId === ALL_PROJECTS_ID && !maySeeUsersOf(caller, projectId)) {
    throw new ProblemException('forbidden', 'A role in all projects needs user-view there');
  }
}

function mayCreateAccounts(caller: Caller): boolean {
  return mayChangeSomeItems(caller, ITEM_RULES.users);
}
