import { Injectable } from '@nestjs/common';
import type { ListedItem } from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import { mayChangeSomeItems } from '@portal/domain/item-rules';
import type { Transaction } from '@portal/persistence/db';
import { itemKnown } from '@portal/persistence/visibility/items';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Reads } from '../../db/pools.js';
import { invalidUrl } from '../../problems/invalid-url.js';
import { refuseStale } from '../../http/output/etags.js';
import { RowQuery } from '../read/row-sql.js';
import { constraintProblem } from '../shared/constraint-problems.js';
import { forbidden, isKey, keyIn, unknownItem } from '../shared/refusals.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import { admitChange, admitDeletion, readBody, refuseWrong } from './write-rules.js';
import { lockRow, readRow, refuseForeignTarget } from './locked-rows.js';
import { deleteRows, insertRow, updateRows } from './write-rows.js';

/** The author of a change, with the expected version of the item if given. */
export interface Author {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly ifMatch?: string | undefined;
}

/** The key of the item in a URL, and its name if the URL has that. */
interface Addressed {
  readonly id: number;
  readonly name?: unknown;
}

/** Writes of a list, one item and one transaction at a time. */
@Injectable()
export class ListWrites {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `forbidden`, `invalid-input`, `conflict` */
  async create(table: ListMetadata, { caller, actor }: Author, body: unknown): Promise<ListedItem> {
    const { policy, rules } = table.declared;
    if (!mayChangeSomeItems(caller, policy.rule)) throw forbidden();
    const given = await readBody(table, body);
    const values = rules?.complete?.(given) ?? given;
    return this.write(table, null, actor, async (tx) => {
      await refuseForeignTarget(tx, table, caller, values);
      await rules?.admit?.(caller, values, null, tx);
      refuseWrong(table, values);
      return readRow(tx, table, await insertRow(tx, table, values));
    });
  }

  /**
   * Changes the given fields that differ. The last write wins, unless the author gives a version
   * that is not the stored one.
   * @throws {ProblemException} `not-found`, `forbidden`, `invalid-input`, `conflict`
   */
  update(table: ListMetadata, author: Author, key: string, body: unknown): Promise<ListedItem> {
    return this.change(table, author, key, body, (_tx, item) => item);
  }

  /** Like `update`. @returns the group of the audit records, as `delete` does */
  updateUndoable(
    table: ListMetadata,
    author: Author,
    key: string,
    body: unknown,
  ): Promise<number | null> {
    return this.change(table, author, key, body, undoableGroupOf);
  }

  /**
   * @returns the group of the audit records; null if it cannot be undone
   * @throws {ProblemException} `not-found`, `forbidden`, `conflict`
   */
  async delete(
    table: ListMetadata,
    { caller, actor, ifMatch }: Author,
    key: string,
  ): Promise<number | null> {
    const { id, name } = await this.addressed(table, caller, key);
    return this.write(table, id, actor, async (tx) => {
      const stored = await lockRow(tx, table, caller, id);
      refuseRenamed(table, stored, name);
      refuseStale(stored, {}, ifMatch);
      await admitDeletion(tx, table, caller, stored);
      await deleteRows(tx, table, [id]);
      return undoableGroupOf(tx);
    });
  }

  private async change<T>(
    table: ListMetadata,
    { caller, actor, ifMatch }: Author,
    key: string,
    body: unknown,
    resultOf: (tx: Transaction, item: ListedItem) => T | Promise<T>,
  ): Promise<T> {
    const { id, name } = await this.addressed(table, caller, key);
    const values = await readBody(table, body, id);
    return this.write(table, id, actor, async (tx) => {
      const stored = await lockRow(tx, table, caller, id);
      refuseRenamed(table, stored, name);
      refuseStale(stored, values, ifMatch);
      await refuseForeignTarget(tx, table, caller, values);
      const changed = await admitChange(tx, table, caller, stored, values);
      if (Object.keys(changed).length === 0) return resultOf(tx, stored);
      await updateRows(tx, table, [id], changed);
      return resultOf(tx, await readRow(tx, table, id));
    });
  }

  /**
   * The key in the URL, or that of the item with the name in the URL. A name of digits, as older versions allowed,
   * is a name to those who may know the item: no URL is one item for a GET and another one for a change.
   */
  private async addressed(table: ListMetadata, caller: Caller, text: string): Promise<Addressed> {
    const { urlKey, input } = table.declared;
    const schema = urlKey === undefined ? undefined : input?.shape[urlKey];
    if (urlKey === undefined || !schema) return { id: keyIn(table, text) };
    if (isKey(text)) {
      const known = await this.knownByName(table, caller, text);
      return known === undefined ? { id: keyIn(table, text) } : { id: known, name: text };
    }
    const name = schema.safeParse(text);
    if (!name.success) {
      const detail = name.error.issues[0]?.message ?? 'is not valid';
      throw invalidUrl([{ pointer: urlKey, detail }], 'path');
    }
    const [found] = await this.reads.query<{ key: number }>(
      `SELECT ${table.key.name} AS key FROM ${table.path} WHERE ${urlKey} = $1`,
      [name.data],
    );
    if (!found) throw unknownItem(table);
    return { id: found.key, name: name.data };
  }

  private async knownByName(
    table: ListMetadata,
    caller: Caller,
    name: string,
  ): Promise<number | undefined> {
    const row = new RowQuery(table);
    const isIt = `${row.column(table.declared.urlKey ?? table.key.name)} = ${row.bind(name, 'text')}`;
    const isKnown = itemKnown(caller, table.declared.policy, row);
    const [found] = await this.reads.query<{ key: number }>(
      `SELECT ${table.key.sql} AS key ${row.from()} WHERE ${isIt} AND ${isKnown}`,
      row.values,
    );
    return found?.key;
  }

  private async write<T>(
    table: ListMetadata,
    key: number | null,
    actor: Actor,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.transactions.run(actor, work, `this ${table.declared.label.toLowerCase()}`);
    } catch (error) {
      throw await constraintProblem(this.reads, table, error, key);
    }
  }
}

/** @throws {ProblemException} `not-found` if the item has lost the name of the URL while the change waited for it */
function refuseRenamed(table: ListMetadata, stored: ListedItem, name: unknown): void {
  const { urlKey } = table.declared;
  if (name !== undefined && urlKey !== undefined && stored[urlKey] !== name) {
    throw unknownItem(table);
  }
}
