import { Injectable } from '@nestjs/common';
import type { ListedItem } from '@portal/contracts/lists';
import type { ListBulkResult } from '@portal/contracts/list-bulk';
import type { Caller } from '@portal/domain/caller';
import { mayChangeSomeItems } from '@portal/domain/item-rules';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { ProblemException } from '../../problems/problem.js';
import { problemOf } from '../../http/problems/problem-of.js';
import { constraintProblem } from '../shared/constraint-problems.js';
import { shownTo } from '../read/list-reader.js';
import { ListConnections } from '../read/list-connections.js';
import { forbidden, requireItem, unknownItem } from '../shared/refusals.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import { RefusedRows } from '../shared/refused-rows.js';
import type { Row } from '../../db/row.js';
import { setsOf, writeSet } from '../shared/row-sets.js';
import { admitChange, admitDeletion } from './write-rules.js';
import {
  cascadesOf,
  keysOf,
  type LockedItem,
  lockItems,
  readItems,
  refuseOtherCount,
} from './bulk-selection.js';
import { below, type BulkRequest, readBulk, refuseTooMany } from './bulk-request.js';
import { refuseForeignTarget } from './locked-rows.js';
import { deleteRows, updateRows } from './write-rows.js';

const SAMPLE_SIZE = 10;
/** Items that are read and checked together; other requests run in between. */
const PIECE_SIZE = 500;

/** The author of a bulk request; the signal is aborted when the client has gone. */
interface BulkAuthor {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly signal: AbortSignal;
}

/** What a bulk request does after the checks. */
interface Plan {
  /** The new values of each admitted item by key, without items that stay the same; null to delete. */
  readonly changes: Map<number, Row | null>;
  /** The first items to change, as stored. */
  readonly sample: Map<number, ListedItem>;
  /** What the items were read with: lists leave out some fields. */
  readonly form: 'detail' | 'listed';
}

/** Changes or deletes many items of a list in one transaction. */
@Injectable()
export class BulkWrites {
  constructor(
    private readonly transactions: AuditedTransactions,
    private readonly lists: ListConnections,
  ) {}

  /**
   * Each item is checked like a single change; one refusal refuses all. A dry run does the same, rolls
   * back, and returns the refusals. When the client disconnects, everything rolls back.
   * @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-items`, `conflict` if the filters select
   *   another number of items than expected, and the problems of a single change with each item
   */
  async run(table: ListMetadata, author: BulkAuthor, body: unknown): Promise<ListBulkResult> {
    if (!mayChangeSomeItems(author.caller, table.declared.policy.rule)) throw forbidden();
    const request = await readBulk(table, body);
    const keys = await this.select(table, author.caller, request);
    const work = (tx: Transaction) => this.write(tx, table, author, request, keys);
    const what = `some of these ${table.declared.labelPlural.toLowerCase()}`;
    return request.isDryRun
      ? this.transactions.preview(author.actor, work, what)
      : this.transactions.run(author.actor, work, what);
  }

  private async select(
    table: ListMetadata,
    caller: Caller,
    { selection, expectedCount }: BulkRequest,
  ): Promise<readonly number[]> {
    if (selection.by === 'ids') return selection.ids;
    const matching = await keysOf(this.lists, table, caller, selection.list);
    refuseTooMany(table, matching.length);
    const excluded = new Set(selection.exclude);
    const keys = matching.filter((key) => !excluded.has(key));
    refuseOtherCount(table, expectedCount, keys.length);
    return keys;
  }

  private async write(
    tx: Transaction,
    table: ListMetadata,
    author: BulkAuthor,
    request: BulkRequest,
    keys: readonly number[],
  ): Promise<ListBulkResult> {
    const { selection, change, isDryRun } = request;
    const locked = await lockItems(tx, table, author.caller, selection, keys);
    if (selection.by === 'filters') refuseOtherCount(table, keys.length, locked.length);

    if (change !== null) {
      await below('/change', () => refuseForeignTarget(tx, table, author.caller, change));
    }
    const refusals = refusalsOf(table, keys.length);
    refuseMissing(table, keys, locked, refusals);
    const plan = await planned(tx, table, author, change, locked, refusals);
    if (!isDryRun) refusals.throwIfAny();

    await writeAll(tx, table, plan.changes, refusals, author.signal);
    if (isDryRun) await checkDeferred(tx, refusals);
    else refusals.throwIfAny();
    const sample = refusals.isMinimum
      ? []
      : await sampleOf(tx, table, author.caller, plan, refusals);
    const group = await undoableGroupOf(tx);
    author.signal.throwIfAborted();
    return {
      dry_run: isDryRun,
      count: keys.length,
      changed: [...plan.changes.keys()].filter((key) => !refusals.has(key)).length,
      group_id: isDryRun ? null : group,
      undoable: group !== null,
      also_deleted: change === null ? await cascadesOf(tx, table) : [],
      sample,
      refused: refusals.count,
      refused_is_minimum: refusals.isMinimum,
      refusals: refusals.listed,
    };
  }
}

/** Checks each item by the rules of a single change. */
async function planned(
  tx: Transaction,
  table: ListMetadata,
  { caller, signal }: BulkAuthor,
  change: Row | null,
  locked: readonly LockedItem[],
  refusals: RefusedRows,
): Promise<Plan> {
  const { rule } = table.declared.policy;
  const isWhole = Object.keys(change ?? {}).some((name) => table.field(name).options.detailOnly);
  const form = isWhole ? 'detail' : 'listed';
  const plan: Plan = { changes: new Map(), sample: new Map(), form };
  const now = new Date().toISOString();
  for (let start = 0; start < locked.length; start += PIECE_SIZE) {
    signal.throwIfAborted();
    const piece = locked.slice(start, start + PIECE_SIZE);
    const items = await readItems(tx, table, keysIn(piece), form);
    for (const { key, projectId } of piece) {
      const item = items.get(key);
      if (!item) throw new Error('a locked item was not read');
      await refusals.collect(key, async () => {
        requireItem(caller, rule, projectId);
        const values = await admitted(tx, table, caller, item, change, now);
        if (values !== null && Object.keys(values).length === 0) return;
        plan.changes.set(key, values);
        if (plan.sample.size < SAMPLE_SIZE) plan.sample.set(key, item);
      });
    }
  }
  return plan;
}

async function admitted(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  item: ListedItem,
  change: Row | null,
  now: string,
): Promise<Row | null> {
  if (change !== null) return admitChange(tx, table, caller, item, change, now);
  await admitDeletion(tx, table, caller, item);
  return null;
}

/** Writes the items as far as the database does not refuse them; those are added to `refusals`. */
async function writeAll(
  tx: Transaction,
  table: ListMetadata,
  changes: Plan['changes'],
  refusals: RefusedRows,
  signal: AbortSignal,
): Promise<void> {
  for (const { keys: all, values } of setsOf(changes)) {
    await writeSet(tx, all, {
      refusals,
      write: async (keys) => {
        signal.throwIfAborted();
        if (values === null) await deleteRows(tx, table, keys);
        else await updateRows(tx, table, keys, values);
      },
      problemOf: async (error, key) => {
        if (meaningOf(error) === 'archived') return problemOf(error);
        const problem = await constraintProblem(tx, table, error, key);
        if (problem instanceof ProblemException) return problem;
        throw error;
      },
    });
  }
}

/** The refused items of `total`. */
function refusalsOf({ declared }: ListMetadata, total: number): RefusedRows {
  const items = (total === 1 ? declared.label : declared.labelPlural).toLowerCase();
  return new RefusedRows({
    summary: ({ problem }, count, least) =>
      `${least}${count} of ${total} ${items} cannot be changed, so nothing was changed: ${problem.detail}`,
    itemsOf: ({ key, problem: { detail, errors = [] } }) => {
      const item = key === null ? {} : { item: String(key) };
      if (errors.length === 0) return [{ pointer: '', detail, ...item }];
      return errors.map((error) => ({ ...error, pointer: `/change${error.pointer}`, ...item }));
    },
  });
}

function refuseMissing(
  table: ListMetadata,
  keys: readonly number[],
  locked: readonly LockedItem[],
  refusals: RefusedRows,
): void {
  const found = new Set(keysIn(locked));
  for (const key of keys) if (!found.has(key)) refusals.add(key, unknownItem(table));
}

function keysIn(locked: readonly LockedItem[]): number[] {
  return locked.map(({ key }) => key);
}

/** A dry run never commits, so it checks the last admin here. */
async function checkDeferred(tx: Transaction, refusals: RefusedRows): Promise<void> {
  await refusals.collect(null, async () => {
    try {
      await tx.savepoint(() => tx.query(sql`SET CONSTRAINTS core.keep_global_admin IMMEDIATE`));
    } catch (error) {
      const problem = problemOf(error);
      throw problem.code === 'conflict' ? problem : error;
    }
  });
}

async function sampleOf(
  tx: Transaction,
  table: ListMetadata,
  caller: Caller,
  { sample, form }: Plan,
  refusals: RefusedRows,
): Promise<ListBulkResult['sample']> {
  const shown = (item: ListedItem): ListedItem => shownTo(caller, table, item);
  const after = await readItems(tx, table, [...sample.keys()], form);
  return [...sample]
    .filter(([key]) => !refusals.has(key))
    .map(([key, before]) => {
      const changed = after.get(key);
      return { before: shown(before), after: changed ? shown(changed) : null };
    });
}
