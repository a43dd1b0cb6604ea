import { Injectable } from '@nestjs/common';
import {
  CRUD_WRITES,
  type CrudItem,
  type CrudList,
  type CrudListQuery,
  type CrudMeta,
} from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { mayChangeSomeRecords } from '@portal/domain/records';
import { recordKnown, recordSeen } from '@portal/persistence/visibility/records';
import { Reads } from '../../db/pools.js';
import { versioned } from '../../http/output/etags.js';
import { presentMetadata } from '../declare/metadata.js';
import { forbidden, keyIn, unknownItem } from '../shared/refusals.js';
import type { Row } from '../declare/resource.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';
import { presentItem } from './items.js';
import { readListRequest } from './list-request.js';
import { readPage } from './list-pages.js';
import { ListConnections } from './list-connections.js';
import { RowQuery } from './row-sql.js';

/** Reads of a resource, limited to what its policy shows to the caller. */
@Injectable()
export class ListReads {
  constructor(
    private readonly reads: Reads,
    private readonly lists: ListConnections,
  ) {}

  metadata(table: ResourceMetadata, caller: Caller, offered: readonly string[]): CrudMeta {
    const { policy } = table.resource;
    const usable = mayChangeSomeRecords(caller, policy.rule)
      ? CRUD_WRITES.filter((write) => offered.includes(write))
      : [];
    return presentMetadata(table, usable);
  }

  /** @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-requests` */
  async list(table: ResourceMetadata, caller: Caller, query: CrudListQuery): Promise<CrudList> {
    const { page, size } = query;
    const request = readListRequest(table, query);
    const { found, total } = await this.lists.run(table, caller, request, (db, list) =>
      readPage(db, list, query),
    );
    const items = found.map((row) => shownTo(caller, table, presentItem(table, row)));
    return { items, page, size, ...total };
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, `invalid-input` */
  async get(table: ResourceMetadata, caller: Caller, key: string): Promise<CrudItem> {
    const { policy } = table.resource;
    const row = new RowQuery(table);
    const isVisible = recordSeen(caller, policy, row);
    const condition = `${table.key.sql} = ${row.bind(keyIn(table, key), 'bigint')}
      AND ${recordKnown(caller, policy, row)}`;
    const [found] = await this.reads.prepared.query<Row>(
      `SELECT ${table.selection}, ${isVisible} AS "is visible" ${row.from()} WHERE ${condition}`,
      row.values,
    );
    if (!found) throw unknownItem(table);
    if (found['is visible'] !== true) throw forbidden();
    return shownTo(caller, table, presentItem(table, found));
  }
}

/**
 * What the caller sees of an item, with the version of that: a version of hidden values would let the
 * caller test guesses of them. A caller who may change the item sees all of it.
 */
export function shownTo(caller: Caller, { resource }: ResourceMetadata, item: CrudItem): CrudItem {
  const { shown } = resource;
  if (!shown) return item;
  const { version: _whole, ...values } = shown(caller, item);
  return versioned(values);
}
