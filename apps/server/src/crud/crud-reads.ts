import { Injectable } from '@nestjs/common';
import {
  CRUD_WRITES,
  type CrudItem,
  type CrudList,
  type CrudListQuery,
  type CrudMeta,
  MAX_LIST_DEPTH,
} from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { DataSource } from 'typeorm';
import { ProblemException } from '../http/problem.js';
import { countRows, type Total } from './count-rows.js';
import { filterSql, searchSql } from './filter-sql.js';
import { parseFilters } from './filters.js';
import { presentItem } from './items.js';
import { defaultSortOf, isSortable, presentMetadata } from './metadata.js';
import { mayChangeSome, visibleTo } from './policy.js';
import { keyIn, unknownItem } from './refusals.js';
import type { Values } from './resource.js';
import { RowQuery } from './row-sql.js';
import type { Table } from './table.js';

/** What the engine shows of a resource: never more than its policy lets the caller see. */
@Injectable()
export class CrudReads {
  constructor(private readonly dataSource: DataSource) {}

  metadata(table: Table, caller: Caller, offered: readonly string[]): CrudMeta {
    const { policy } = table.resource;
    const usable = mayChangeSome(caller, policy)
      ? CRUD_WRITES.filter((operation) => offered.includes(operation))
      : [];
    return presentMetadata(table, usable);
  }

  /** @throws {ProblemException} `invalid-input` */
  async list(table: Table, caller: Caller, query: CrudListQuery): Promise<CrudList> {
    const { page, size } = query;
    const offset = (page - 1) * size;
    if (offset + size > MAX_LIST_DEPTH) throw tooDeep();
    const conditions = readConditions(table, query);
    const order = readOrder(table, query);

    const rows = new RowQuery(table);
    const where = conditions(rows, caller);
    const orderBy = order(rows);
    const found = await this.dataSource.query<Values[]>(
      `SELECT ${table.selection} ${rows.from()} WHERE ${where} ORDER BY ${orderBy}
       LIMIT ${rows.bind(size, 'bigint')} OFFSET ${rows.bind(offset, 'bigint')}`,
      rows.values,
    );
    const total = await this.total(table, found.length, query, (row) => conditions(row, caller));
    return { items: found.map((row) => presentItem(table, row)), page, size, ...total };
  }

  /** @throws {ProblemException} `not-found`, `invalid-input` */
  async get(table: Table, caller: Caller, key: string): Promise<CrudItem> {
    const row = new RowQuery(table);
    const condition = `${table.key.sql} = ${row.bind(keyIn(table, key), 'bigint')}
      AND ${visibleTo(caller, table.resource.policy, row)}`;
    const [found] = await this.dataSource.query<Values[]>(
      `SELECT ${table.selection} ${row.from()} WHERE ${condition}`,
      row.values,
    );
    if (!found) throw unknownItem(table);
    return presentItem(table, found);
  }

  /** A page that is not full, unless it is empty past the first, says how many there are. */
  private total(
    table: Table,
    found: number,
    { page, size }: CrudListQuery,
    conditions: (row: RowQuery) => string,
  ): Promise<Total> | Total {
    if (found < size && (found > 0 || page === 1)) {
      return { total: (page - 1) * size + found, total_is_estimate: false };
    }
    return countRows(this.dataSource, table, conditions);
  }
}

/** Filters and search as conditions, together with what the caller may see. */
function readConditions(table: Table, { filters, search }: CrudListQuery) {
  const parsed = filters === undefined ? [] : parseFilters(filters, table);
  const searched = [...table.fields.values()].filter(({ options }) => options.searchable);
  return (row: RowQuery, caller: Caller): string =>
    [
      visibleTo(caller, table.resource.policy, row),
      ...parsed.map((filter) => filterSql(filter, row)),
      ...(search === undefined
        ? []
        : [
            searchSql(
              search,
              searched.map(({ name }) => name),
              row,
            ),
          ]),
    ].join(' AND ');
}

/** By one field, then by the key, so that no two rows are ever equal. An absent value is the largest. */
function readOrder(table: Table, query: CrudListQuery): (row: RowQuery) => string {
  const standard = defaultSortOf(table);
  const field = table.find(query.sort_by ?? standard.by);
  if (!field || !isSortable(field)) {
    throw new ProblemException('invalid-input', 'The address is not valid', [
      { pointer: 'sort_by', detail: `${query.sort_by} is not a field to sort by` },
    ]);
  }
  const order = query.sort_order ?? (query.sort_by === undefined ? standard.order : 'asc');
  const direction = order === 'desc' ? 'DESC NULLS FIRST' : 'ASC NULLS LAST';
  return (row) =>
    [...new Set([row.column(field.name), table.key.sql])]
      .map((column) => `${column} ${direction}`)
      .join(', ');
}

function tooDeep(): ProblemException {
  return new ProblemException('invalid-input', 'The address is not valid', [
    {
      pointer: 'page',
      detail: `reaches beyond the first ${MAX_LIST_DEPTH} items: filter, or sort the other way round`,
    },
  ]);
}
