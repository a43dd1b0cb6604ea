import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import {
  databaseRefusalOf,
  EXCLUSION_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
} from '../../db/database-refusal.js';
import { writeOrRefuse } from '../../db/refused-rows.js';
import { countOf } from '../../crud/labels.js';
import { ProblemException } from '../../problems/problem.js';
import type { GroupRecord } from './group-records.js';
import { RecordedTable, type Step } from './recorded-table.js';
import type { UndoRefusals } from './undo-refusals.js';
import { UNDO_RULES, type UndoRule } from './undo-rules.js';

/** The tables of a group in the order of the rules: referenced tables first. */
export function partsOf(records: readonly GroupRecord[]): TablePart[] {
  const unknown = records.find(({ entity }) => UNDO_RULES.every(({ table }) => table !== entity));
  if (unknown) throw new Error(`No rule for an undo in ${unknown.entity}`);
  return UNDO_RULES.map((rule) => ({
    rule,
    own: records.filter(({ entity }) => entity === rule.table),
  }))
    .filter(({ own }) => own.length > 0)
    .map(({ rule, own }) => new TablePart(rule, own));
}

/** The changes of a group in one table. */
export class TablePart {
  private readonly table: RecordedTable;
  private readonly rows: ReadonlyMap<number, string>;
  /** The steps whose restored rows are checked after all writes. */
  private readonly restored: Step[] = [];

  constructor(
    private readonly rule: UndoRule,
    private readonly records: readonly GroupRecord[],
  ) {
    this.table = new RecordedTable(rule.table);
    this.rows = new Map(records.map(({ id, entity_id }) => [id, `${rule.table}/${entity_id}`]));
  }

  lock(tx: Transaction): Promise<void> {
    return this.table.lock(tx, this.ids());
  }

  async refuseChanged(tx: Transaction, refusals: UndoRefusals): Promise<void> {
    for (const id of await this.table.changedSince(tx, this.ids())) {
      refusals.add(this.rowOf(id), new ProblemException('conflict', 'has changed since'));
    }
  }

  /** Deletes the created rows. */
  async remove(tx: Transaction, caller: Caller, refusals: UndoRefusals): Promise<void> {
    const ids = this.ids('create');
    if (ids.length === 0) return;
    await this.admit(tx, caller, await this.table.steps(tx, ids, this.rule.columns), refusals);
    for (const { id, table, count } of await this.table.dependents(tx, ids)) {
      const others = countOf(table, count, Infinity);
      const detail = `has ${others} that the group did not create`;
      refusals.add(this.rowOf(id), new ProblemException('conflict', detail));
    }
    await this.write(tx, ids, refusals, (part) => this.table.delete(tx, part));
  }

  /** Inserts the deleted rows. */
  async restore(tx: Transaction, refusals: UndoRefusals): Promise<void> {
    const ids = this.ids('delete');
    if (ids.length === 0) return;
    this.restored.push(...(await this.table.steps(tx, ids, this.rule.columns)));
    await this.write(tx, ids, refusals, (part) => this.table.insert(tx, part));
  }

  /** Sets the changed rows back, except where a cascade has already done it. */
  async setBack(tx: Transaction, caller: Caller, refusals: UndoRefusals): Promise<void> {
    const ids = this.ids('update');
    if (ids.length === 0) return;
    const steps = await this.table.steps(tx, ids, this.rule.columns);
    await this.admit(tx, caller, steps, refusals);
    this.restored.push(...steps);
    for (const { fields, pending } of this.byFields(new Set(steps.map(({ id }) => id)))) {
      await this.write(tx, pending, refusals, (part) => this.table.update(tx, part, fields));
    }
  }

  async admitRestored(tx: Transaction, caller: Caller, refusals: UndoRefusals): Promise<void> {
    await this.check(this.restored, refusals, (step) => this.rule.after?.(tx, caller, step));
  }

  private async admit(
    tx: Transaction,
    caller: Caller,
    steps: readonly Step[],
    refusals: UndoRefusals,
  ): Promise<void> {
    await this.check(steps, refusals, (step) => this.rule.before?.(tx, caller, step));
  }

  /** Rows with the same values, in the columns of the rule, are checked once. */
  private async check(
    steps: readonly Step[],
    refusals: UndoRefusals,
    rule: (step: Step) => void | Promise<void>,
  ): Promise<void> {
    const known = new Map<string, ProblemException | null>();
    for (const step of steps) {
      const { projectId, current, restored } = step;
      const values = JSON.stringify([projectId, current, restored]);
      let problem = known.get(values);
      if (problem === undefined) known.set(values, (problem = await problemIn(rule, step)));
      if (problem) refusals.add(this.rowOf(step.id), problem);
    }
  }

  /** Writes the rows that no constraint refuses. */
  private async write(
    tx: Transaction,
    ids: readonly number[],
    refusals: UndoRefusals,
    write: (ids: readonly number[]) => Promise<void>,
  ): Promise<void> {
    await writeOrRefuse(tx, ids, {
      write,
      problemOf: async (error) => {
        const reason = REASONS[databaseRefusalOf(error)?.code ?? ''];
        if (reason === undefined) throw error;
        return new ProblemException('conflict', reason);
      },
      refusals: {
        get isFull() {
          return refusals.isFull;
        },
        add: (id, problem) => refusals.add(this.rowOf(id), problem),
        stop: () => refusals.stop(),
      },
    });
  }

  /** The pending updates, grouped by the columns that they set back. */
  private byFields(
    ids: ReadonlySet<number>,
  ): Iterable<{ readonly fields: readonly string[]; readonly pending: readonly number[] }> {
    const groups = new Map<string, { fields: readonly string[]; pending: number[] }>();
    for (const { id, fields } of this.records) {
      if (!ids.has(id)) continue;
      const name = JSON.stringify(fields);
      const group = groups.get(name) ?? { fields, pending: [] };
      group.pending.push(id);
      groups.set(name, group);
    }
    return groups.values();
  }

  private ids(action?: GroupRecord['action']): number[] {
    return this.records
      .filter((record) => action === undefined || record.action === action)
      .map(({ id }) => id);
  }

  private rowOf(id: number): string {
    return this.rows.get(id) ?? this.rule.table;
  }
}

async function problemIn(
  rule: (step: Step) => void | Promise<void>,
  step: Step,
): Promise<ProblemException | null> {
  try {
    await rule(step);
    return null;
  } catch (error) {
    if (error instanceof ProblemException) return error;
    throw error;
  }
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  [UNIQUE_VIOLATION]: 'has a value that another row has taken since, such as its name',
  [EXCLUSION_VIOLATION]: 'overlaps with a row that was created since',
  [FOREIGN_KEY_VIOLATION]: 'refers to a row that was deleted since, or is still referred to',
};
