import { Injectable } from '@nestjs/common';
import type { Undone } from '@portal/contracts/audit';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import type { Actor } from '../../db/actor.js';
import { groupOf, nameUndone } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { incompleteRows } from '../../db/incomplete-rows.js';
import { ProblemException } from '../../problems/problem.js';
import { recordsOf, undosOf } from './group-records.js';
import { partsOf, type TablePart } from './table-part.js';
import { UndoRefusals } from './undo-refusals.js';

/** Undoes a group of changes: all changes of one transaction. */
@Injectable()
export class UndoService {
  constructor(private readonly transactions: AuditedTransactions) {}

  /**
   * Sets changed rows back, restores deleted rows with their ids and deletes created rows, in one
   * transaction, which is itself a group. The caller needs the permissions of these changes.
   * @throws {ProblemException} `not-found`; `forbidden` with each row; `conflict` with each row that
   *   has changed since, and for changes that the audit has not recorded completely
   */
  async undo(group: number, caller: Caller, actor: Actor, signal: AbortSignal): Promise<Undone> {
    return this.transactions.run(
      actor,
      async (tx) => {
        const records = await recordsOf(tx, group, caller);
        await refuseIncomplete(tx, group);
        await nameUndone(tx, group);
        await refuseUndone(tx, group);
        await replay(tx, caller, partsOf(records), signal);
        signal.throwIfAborted();
        const made = await groupOf(tx);
        if (made === null) throw new Error('an undo changed nothing');
        return { group_id: made, undoes: group, rows: records.length };
      },
      'rows of this group',
    );
  }
}

/** @param parts by table, referenced tables first */
async function replay(
  tx: Transaction,
  caller: Caller,
  parts: readonly TablePart[],
  signal: AbortSignal,
): Promise<void> {
  const refusals = new UndoRefusals();
  for (const part of parts) await part.lock(tx);
  for (const part of parts) await part.refuseChanged(tx, refusals);
  refusals.throwIfAny();

  const writes: ((part: TablePart) => Promise<void>)[] = [
    (part) => part.restore(tx, refusals),
    (part) => part.setBack(tx, caller, refusals),
    (part) => part.admitRestored(tx, caller, refusals),
  ];
  for (const part of [...parts].reverse()) {
    signal.throwIfAborted();
    await part.remove(tx, caller, refusals);
  }
  for (const write of writes) {
    for (const part of parts) {
      signal.throwIfAborted();
      await write(part);
    }
  }
  refusals.throwIfAny();
}

/** @throws {ProblemException} `conflict` */
async function refuseIncomplete(tx: Transaction, group: number): Promise<void> {
  const refusals = new UndoRefusals();
  for (const { row, reason } of await incompleteRows(tx, group)) {
    refusals.add(row, new ProblemException('conflict', reason));
  }
  refusals.throwIfAny();
}

async function refuseUndone(tx: Transaction, group: number): Promise<void> {
  const undo = (await undosOf(tx, [group])).get(group);
  if (undo === undefined) return;
  throw new ProblemException('conflict', `These changes were undone already, by group ${undo}`);
}
