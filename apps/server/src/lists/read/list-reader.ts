import { Injectable } from '@nestjs/common';
import {
  LIST_WRITES,
  type ListedItem,
  type ListMeta,
  type ItemPage,
  type ListQuery,
} from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import { mayChangeSomeItems } from '@portal/domain/item-rules';
import { itemKnown, itemSeen } from '@portal/persistence/visibility/items';
import { z } from 'zod';
import { Reads } from '../../db/pools.js';
import { versioned } from '../../http/output/etags.js';
import { presentMetadata } from '../declare/metadata.js';
import { forbidden, keysIn, unknownItem } from '../shared/refusals.js';
import type { Position } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import { presentItem } from './items.js';
import { readListRequest } from './list-request.js';
import { readPage } from './list-pages.js';
import { ListCursors, SORT_TEXT } from './list-cursor.js';
import { ListConnections } from './list-connections.js';
import { RowQuery } from './row-sql.js';

/** Reads of a list, limited to what its policy shows to the caller. */
@Injectable()
export class ListReader {
  constructor(
    private readonly reads: Reads,
    private readonly lists: ListConnections,
    private readonly cursors: ListCursors,
  ) {}

  metadata(table: ListMetadata, caller: Caller, offered: readonly string[]): ListMeta {
    const { policy } = table.declared;
    const usable = mayChangeSomeItems(caller, policy.rule)
      ? LIST_WRITES.filter((write) => offered.includes(write))
      : [];
    return presentMetadata(table, usable);
  }

  /** @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-requests` */
  async list(table: ListMetadata, caller: Caller, query: ListQuery): Promise<ItemPage> {
    const { size } = query;
    const { base } = table.declared;
    const start = this.cursors.start(base, readListRequest(table, query), caller.userId, query);
    const { page, counted } = start;
    const { found, total } = await this.lists.run(table, caller, start.request, (db, list) =>
      readPage(db, list, { page, size, counted }),
    );
    const items = found.map((row) => shownTo(caller, table, presentItem(table, row)));
    const last = found.length < size ? undefined : found.at(-1);
    const next = this.cursors.next(base, start, last && positionOf(table, last), total);
    return { items, page, size, ...total, next };
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, `invalid-input` */
  async get(table: ListMetadata, caller: Caller, key: string): Promise<ListedItem> {
    const { policy } = table.declared;
    const row = new RowQuery(table);
    const isVisible = itemSeen(caller, policy, row);
    const condition = `${keyIs(table, key, row)} AND ${itemKnown(caller, policy, row)}`;
    const [found] = await this.reads.prepared.query<Row>(
      `SELECT ${table.selection}, ${isVisible} AS "is visible" ${row.from()} WHERE ${condition}`,
      row.values,
    );
    if (!found) throw unknownItem(table);
    if (found['is visible'] !== true) throw forbidden();
    return shownTo(caller, table, presentItem(table, found));
  }
}

function keyIs(table: ListMetadata, key: string, row: RowQuery): string {
  const values = keysIn(table, key);
  return table.keys.map(({ sql }, n) => `${sql} = ${row.bind(values[n], 'bigint')}`).join(' AND ');
}

const positionSchema = z.object({
  value: z.string().nullable(),
  keys: z.array(z.number().int()),
});

function positionOf({ keys }: ListMetadata, row: Row): Position {
  return positionSchema.parse({ value: row[SORT_TEXT], keys: keys.map(({ name }) => row[name]) });
}

/**
 * What the caller sees of an item, with the version of that: a version of hidden values would let the
 * caller test guesses of them. A caller who may change the item sees all of it.
 */
export function shownTo(caller: Caller, { declared }: ListMetadata, item: ListedItem): ListedItem {
  const { shown } = declared;
  if (!shown) return item;
  const { version: _whole, ...values } = shown(caller, item);
  return versioned(values);
}
