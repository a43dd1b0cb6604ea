import { Inject, Injectable } from '@nestjs/common';
import {
  CRUD_WRITES,
  type CrudItem,
  type CrudMeta,
  type CrudPage,
  type CrudPageQuery,
} from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { mayChangeSomeRecords } from '@portal/domain/records';
import { recordKnown, recordSeen } from '@portal/persistence/visibility/records';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '../../platform.tokens.js';
import { invalidUrl } from '../../http/problems/invalid-url.js';
import { z } from 'zod';
import { Reads } from '../../db/pools.js';
import { versioned } from '../../http/output/etags.js';
import { presentMetadata } from '../declare/metadata.js';
import { forbidden, keyIn, unknownItem } from '../shared/refusals.js';
import type { ListRequest, Row } from '../declare/resource.js';
import type { ResourceMetadata } from '../declare/resource-metadata.js';
import { presentItem } from './items.js';
import { readListRequest } from './list-request.js';
import { readPage } from './list-pages.js';
import { ListCursors, type Place, SORT_TEXT } from './list-cursor.js';
import { ListConnections } from './list-connections.js';
import { RowQuery } from './row-sql.js';

/** Reads of a resource, limited to what its policy shows to the caller. */
@Injectable()
export class ListReads {
  private readonly cursors: ListCursors;

  constructor(
    private readonly reads: Reads,
    private readonly lists: ListConnections,
    @Inject(CONFIG) config: Pick<Config, 'jwtSecret'>,
  ) {
    this.cursors = new ListCursors(config.jwtSecret);
  }

  metadata(table: ResourceMetadata, caller: Caller, offered: readonly string[]): CrudMeta {
    const { policy } = table.resource;
    const usable = mayChangeSomeRecords(caller, policy.rule)
      ? CRUD_WRITES.filter((write) => offered.includes(write))
      : [];
    return presentMetadata(table, usable);
  }

  /** @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-requests` */
  async list(table: ResourceMetadata, caller: Caller, query: CrudPageQuery): Promise<CrudPage> {
    const { size } = query;
    const selected = readListRequest(table, { ...query, page: query.page ?? 1 });
    const place = this.placeIn(table, selected, query);
    const request = place ? { ...selected, offset: 0, after: place } : selected;
    const page = place?.page ?? query.page ?? 1;
    const counted = place && {
      total: place.total,
      total_is_estimate: place.total_is_estimate,
    };
    const { found, total } = await this.lists.run(table, caller, request, (db, list) =>
      readPage(db, list, { page, size, counted }),
    );
    const items = found.map((row) => shownTo(caller, table, presentItem(table, row)));
    const last = found.length < size ? undefined : found.at(-1);
    const next =
      last &&
      this.cursors.write(table.resource.base, selected, {
        ...lastOf(table, last),
        page: page + 1,
        ...total,
      });
    return { items, page, size, ...total, next: next ?? null };
  }

  private placeIn(
    table: ResourceMetadata,
    request: ListRequest,
    { after, page }: CrudPageQuery,
  ): Place | undefined {
    if (after === undefined) return undefined;
    if (page !== undefined) {
      const detail = 'cannot be together with page: use one of them';
      throw invalidUrl([{ pointer: 'after', detail }]);
    }
    return this.cursors.read(table.resource.base, request, after);
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

const lastSchema = z.object({ value: z.string().nullable(), key: z.number().int() });

function lastOf(table: ResourceMetadata, row: Row): z.infer<typeof lastSchema> {
  return lastSchema.parse({ value: row[SORT_TEXT], key: row[table.key.name] });
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
