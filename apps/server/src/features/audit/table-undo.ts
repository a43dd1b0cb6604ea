import { entityLabel } from '@portal/contracts/entities';
import type { Caller } from '@portal/domain/caller';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Transaction } from '@portal/persistence/db';
import type { RefusedRows } from '../../lists/shared/refused-rows.js';
import { setsOf, writeSet } from '../../lists/shared/row-sets.js';
import { ProblemException } from '../../problems/problem.js';
import type { GroupRecord } from '@portal/persistence/audit/groups';
import { AuditedTable, type RowUndo } from './audited-table.js';
import type { UndoRule } from './undo-rules.js';

/** The tables of a group in the order of the rules: referenced tables first. */
export function tableUndosOf(
  rules: ReadonlyMap<string, UndoRule>,
  records: readonly GroupRecord[],
): TableUndo[] {
  const unknown = records.find(({ entity }) => !rules.has(entity));
  if (unknown) throw new Error(`No rule for an undo in ${unknown.entity}`);
  return [...rules].flatMap(([table, rule]) => {
    const own = records.filter(({ entity }) => entity === table);
    return own.length > 0 ? [new TableUndo(table, rule, own)] : [];
  });
}

/** The changes of a group in one table. */
export class TableUndo {
  private readonly table: AuditedTable;
  /** Their restored values are checked after all writes. */
  private readonly restored: RowUndo[] = [];

  constructor(
    table: string,
    private readonly rule: UndoRule,
    private readonly records: readonly GroupRecord[],
  ) {
    this.table = new AuditedTable(table);
  }

  lock(tx: Transaction): Promise<void> {
    return this.table.lock(tx, this.ids());
  }

  async refuseChanged(tx: Transaction, refusals: RefusedRows): Promise<void> {
    for (const id of await this.table.changedSince(tx, this.ids())) {
      refusals.add(id, new ProblemException('conflict', 'has changed since'));
    }
  }

  /** Deletes the created rows. */
  async remove(tx: Transaction, caller: Caller, refusals: RefusedRows): Promise<void> {
    const ids = this.ids('create');
    if (ids.length === 0) return;
    await this.admit(tx, caller, await this.table.rows(tx, ids, this.rule.columns), refusals);
    for (const { id, table, count } of await this.table.dependents(tx, ids)) {
      const detail = `has ${count} ${entityLabel(table, count)} that the group did not create`;
      refusals.add(id, new ProblemException('conflict', detail));
    }
    await this.write(tx, ids, refusals, (some) => this.table.delete(tx, some));
  }

  /** Inserts the deleted rows. */
  async restore(tx: Transaction, refusals: RefusedRows): Promise<void> {
    const ids = this.ids('delete');
    if (ids.length === 0) return;
    this.restored.push(...(await this.table.rows(tx, ids, this.rule.columns)));
    await this.write(tx, ids, refusals, (some) => this.table.insert(tx, some));
  }

  /** Sets the changed rows back, except where a cascade has already done it. */
  async setBack(tx: Transaction, caller: Caller, refusals: RefusedRows): Promise<void> {
    const ids = this.ids('update');
    if (ids.length === 0) return;
    const rows = await this.table.rows(tx, ids, this.rule.columns);
    await this.admit(tx, caller, rows, refusals);
    this.restored.push(...rows);
    const fields = new Map(this.records.map((record) => [record.id, record.fields]));
    for (const { keys, values } of setsOf(rows.map(({ id }) => [id, fields.get(id) ?? []]))) {
      await this.write(tx, keys, refusals, (some) => this.table.update(tx, some, values));
    }
  }

  async admitRestored(tx: Transaction, caller: Caller, refusals: RefusedRows): Promise<void> {
    await this.check(this.restored, refusals, (row) => this.rule.after?.(tx, caller, row));
  }

  private async admit(
    tx: Transaction,
    caller: Caller,
    rows: readonly RowUndo[],
    refusals: RefusedRows,
  ): Promise<void> {
    await this.check(rows, refusals, (row) => this.rule.before?.(tx, caller, row));
  }

  /** Rows with the same values, in the columns of the rule, are checked once. */
  private async check(
    rows: readonly RowUndo[],
    refusals: RefusedRows,
    rule: (row: RowUndo) => void | Promise<void>,
  ): Promise<void> {
    const known = new Map<string, Promise<void>>();
    for (const row of rows) {
      const { id, projectId, current, restored } = row;
      const values = JSON.stringify([projectId, current, restored]);
      const checked = known.get(values) ?? (async () => rule(row))();
      known.set(values, checked);
      await refusals.collect(id, () => checked);
    }
  }

  /** Writes the rows that no constraint refuses. */
  private async write(
    tx: Transaction,
    ids: readonly number[],
    refusals: RefusedRows,
    write: (ids: readonly number[]) => Promise<void>,
  ): Promise<void> {
    await writeSet(tx, ids, {
      refusals,
      write,
      problemOf: (error) => {
        const reason = REASONS[meaningOf(error) ?? ''];
        if (reason === undefined) throw error;
        return new ProblemException('conflict', reason);
      },
    });
  }

  private ids(action?: GroupRecord['action']): number[] {
    return this.records
      .filter((record) => action === undefined || record.action === action)
      .map(({ id }) => id);
  }
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  unique: 'has a value that another row has taken since, such as its name',
  exclusion: 'overlaps with a row that was created since',
  'foreign key': 'refers to a row that was deleted since, or is still referred to',
};
