import { belongsTo, type Caller } from '@portal/domain/caller';
import { maySeeItem, ITEM_RULES } from '@portal/domain/item-rules';
import { type GroupRecord, lockRecords } from '@portal/persistence/audit/groups';
import type { Transaction } from '@portal/persistence/db';
import { ProblemException } from '../../problems/problem.js';

/**
 * The records of a group, oldest first. The first is locked, so that undos of a group run one after
 * the other.
 * @param keptDays for how long the audit keeps changes; 0: for ever
 * @throws {ProblemException} `not-found` if the caller sees none of the records, `forbidden` if only
 *   some; the user who made the changes sees those in projects to which the user still belongs
 */
export async function recordsOf(
  tx: Transaction,
  group: number,
  caller: Caller,
  keptDays: number,
): Promise<readonly GroupRecord[]> {
  const records = await lockRecords(tx, group);
  const hidden = records.filter((record) => !maySee(caller, record)).length;
  if (hidden === records.length) {
    const kept = keptDays === 0 ? '' : `; changes are kept for ${keptDays} days`;
    throw new ProblemException('not-found', `There is no such group of changes${kept}`);
  }
  if (hidden > 0) {
    throw new ProblemException(
      'forbidden',
      'The group also has changes of projects where you cannot read the audit',
    );
  }
  return records;
}

function maySee(
  caller: Caller,
  { actor_id: actorId, project_id: projectId, entity }: GroupRecord,
): boolean {
  // A refusal says which rows have changed since, so it is not for users who left the project.
  const isMember = projectId === null || belongsTo(caller, projectId);
  const isByCaller = actorId === caller.userId;
  const facts = { projectId, entity, isByCaller, isOwn: isByCaller && isMember };
  return maySeeItem(caller, ITEM_RULES.audit, facts);
}
