import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Undone } from '@portal/contracts/audit';
import { entityLabel } from '@portal/contracts/entities';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import type { Config } from '@portal/platform/config';
import type { Actor } from '../../db/actor.js';
import { groupOf, nameUndone } from '@portal/persistence/audit/groups';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { incompleteRows } from '@portal/persistence/audit/incomplete-rows';
import { RefusedRows } from '../../lists/shared/refused-rows.js';
import { ProblemException } from '../../problems/problem.js';
import { ListRegistry } from '../../lists/declare/list-metadata.js';
import { recordsOf } from './group-records.js';
import { type GroupRecord, undosOf } from '@portal/persistence/audit/groups';
import { CONFIG } from '@portal/platform/tokens';
import { tableUndosOf, type TableUndo } from './table-undo.js';
import { type UndoRule, undoRules } from './undo-rules.js';

/** Undoes a group of changes: all changes of one transaction. */
@Injectable()
export class UndoService implements OnModuleInit {
  private rules: ReadonlyMap<string, UndoRule> = new Map();

  constructor(
    private readonly transactions: AuditedTransactions,
    private readonly tables: ListRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** All lists are declared by now. */
  onModuleInit(): void {
    this.rules = undoRules(this.tables.all());
  }

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
        const records = await recordsOf(tx, group, caller, this.config.auditDays);
        const refusals = refusalsOf(records);
        await refuseIncomplete(tx, group, refusals);
        await nameUndone(tx, group);
        await refuseUndone(tx, group);
        await replay(tx, caller, tableUndosOf(this.rules, records), refusals, signal);
        signal.throwIfAborted();
        const made = await groupOf(tx);
        if (made === null) throw new Error('an undo changed nothing');
        return { group_id: made, undoes: group, rows: records.length };
      },
      'rows of this group',
    );
  }
}

/** @param tables referenced ones first */
async function replay(
  tx: Transaction,
  caller: Caller,
  tables: readonly TableUndo[],
  refusals: RefusedRows,
  signal: AbortSignal,
): Promise<void> {
  for (const table of tables) await table.lock(tx);
  for (const table of tables) await table.refuseChanged(tx, refusals);
  refusals.throwIfAny();

  const writes: ((table: TableUndo) => Promise<void>)[] = [
    (table) => table.restore(tx, refusals),
    (table) => table.setBack(tx, caller, refusals),
    (table) => table.admitRestored(tx, caller, refusals),
  ];
  for (const table of [...tables].reverse()) {
    signal.throwIfAborted();
    await table.remove(tx, caller, refusals);
  }
  for (const write of writes) {
    for (const table of tables) {
      signal.throwIfAborted();
      await write(table);
    }
  }
  refusals.throwIfAny();
}

/** @throws {ProblemException} `conflict` */
async function refuseIncomplete(
  tx: Transaction,
  group: number,
  refusals: RefusedRows,
): Promise<void> {
  for (const { id, reason } of await incompleteRows(tx, group)) {
    refusals.add(id, new ProblemException('conflict', reason));
  }
  refusals.throwIfAny();
}

async function refuseUndone(tx: Transaction, group: number): Promise<void> {
  const undo = (await undosOf(tx, [group])).get(group);
  if (undo === undefined) return;
  throw new ProblemException('conflict', `These changes were undone already, by group ${undo}`);
}

/** The refused rows of a group, by the ids of their records. */
function refusalsOf(records: readonly GroupRecord[]): RefusedRows {
  const known = new Map(records.map((record) => [record.id, record]));
  return new RefusedRows({
    summary: ({ key, problem }, count, least) => {
      const rows = count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`;
      const { entity = '', entity_id: id = '' } = known.get(key ?? 0) ?? {};
      const name = `${entityLabel(entity)} ${id}`;
      const first = `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${problem.detail}`;
      return `${least}${rows} of the group cannot be undone, so nothing was undone. ${first}`;
    },
    itemsOf: ({ key, problem: { detail } }) => {
      const { entity = '', entity_id: id = '' } = known.get(key ?? 0) ?? {};
      return [{ pointer: '', detail, item: `${entity}/${id}` }];
    },
  });
}
