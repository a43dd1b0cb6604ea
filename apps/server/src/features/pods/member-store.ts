import { Injectable } from '@nestjs/common';
import type { NewPodMember, PodMember, PodMemberChange } from '@portal/contracts/pods';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { type PodRow, readPodMembers } from '@portal/persistence/queries/pods';
import { sql } from '@portal/persistence/sql';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { refusePodRoleBeyond } from '../../users/power.js';

/** The pod that was authorized; it counts only while its name and project are unchanged. */
type DecidedPod = Pick<PodRow, 'name' | 'project_id'>;

export type Added =
  | { readonly outcome: 'added'; readonly member: PodMember }
  | { readonly outcome: 'already-in' | 'unknown-user' | 'pod-gone' };

/** The group of the audit records of a change, for an undo; null if nothing was recorded. */
export interface Recorded {
  readonly group: number | null;
}

@Injectable()
export class MemberStore {
  constructor(private readonly transactions: AuditedTransactions) {}

  /** @throws {ProblemException} `forbidden` for a role with more permissions than the caller has */
  add(
    pod: DecidedPod,
    { user_email, role }: NewPodMember,
    caller: Caller,
    actor: Actor,
  ): Promise<Added> {
    return this.transactions.run(actor, async (tx) => {
      if (!(await holdPod(tx, pod))) return { outcome: 'pod-gone' };
      await refusePodRoleBeyond(tx, caller, pod.name, role);
      if (!(await holdUser(tx, user_email))) return { outcome: 'unknown-user' };
      const added = await tx.query<unknown>(
        sql`
        INSERT INTO core.pod_member (pod_name, user_email, role) VALUES ($1, $2, $3)
        ON CONFLICT (pod_name, user_email) DO NOTHING
        RETURNING id`,
        [pod.name, user_email, role],
      );
      const [member] = await readPodMembers(tx, pod.name, user_email);
      return added.length > 0 && member ? { outcome: 'added', member } : { outcome: 'already-in' };
    });
  }

  /**
   * Changes the role of a member; the same role again changes nothing.
   * @returns undefined if the user is not in the pod, or the pod is deleted
   * @throws {ProblemException} `forbidden` if the old or the new role has more permissions than the
   *   caller
   */
  change(
    pod: DecidedPod,
    { user_email, role }: PodMemberChange,
    caller: Caller,
    actor: Actor,
  ): Promise<(Recorded & { readonly member: PodMember }) | undefined> {
    return this.transactions.run(actor, async (tx) => {
      if (!(await holdPod(tx, pod))) return undefined;
      await refusePodRoleBeyond(tx, caller, pod.name, role);
      await refuseTaking(tx, caller, pod.name, user_email);
      await tx.query(
        sql`
        UPDATE core.pod_member SET role = $3
        WHERE pod_name = $1 AND user_email = $2 AND role <> $3`,
        [pod.name, user_email, role],
      );
      const [member] = await readPodMembers(tx, pod.name, user_email);
      return member && { member, group: await undoableGroupOf(tx) };
    });
  }

  /**
   * @returns undefined if the user is not in the pod, or the pod is deleted
   * @throws {ProblemException} `forbidden` for a role with more permissions than the caller has
   */
  remove(
    pod: DecidedPod,
    email: string,
    caller: Caller,
    actor: Actor,
  ): Promise<Recorded | undefined> {
    return this.transactions.run(actor, async (tx) => {
      if (!(await holdPod(tx, pod))) return undefined;
      await refuseTaking(tx, caller, pod.name, email);
      const removed = await tx.query<unknown>(
        sql`DELETE FROM core.pod_member WHERE pod_name = $1 AND user_email = $2 RETURNING id`,
        [pod.name, email],
      );
      return removed.length > 0 ? { group: await undoableGroupOf(tx) } : undefined;
    });
  }
}

/** Locks the authorized pod until the end of the transaction; false if it has changed. */
async function holdPod(tx: Transaction, pod: DecidedPod): Promise<boolean> {
  const rows = await tx.query<unknown>(
    sql`SELECT FROM core.pod WHERE name = $1 AND project_id = $2 FOR SHARE`,
    [pod.name, pod.project_id],
  );
  return rows.length > 0;
}

/** Locks the member until the end of the transaction. */
async function refuseTaking(
  tx: Transaction,
  caller: Caller,
  podName: string,
  email: string,
): Promise<void> {
  const rows = await tx.query<{ role: string }>(
    sql`SELECT role FROM core.pod_member WHERE pod_name = $1 AND user_email = $2 FOR UPDATE`,
    [podName, email],
  );
  for (const { role } of rows) await refusePodRoleBeyond(tx, caller, podName, role);
}

/** Locks the user with this email until the end of the transaction. */
async function holdUser(tx: Transaction, email: string): Promise<boolean> {
  const rows = await tx.query<unknown>(
    sql`SELECT FROM core.app_user WHERE email = $1 FOR KEY SHARE`,
    [email],
  );
  return rows.length > 0;
}
