import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@portal/contracts/lists';
import type { Binds } from '@portal/persistence/visibility/row-sql';
import { z } from 'zod';
import { invalidUrl } from '../../problems/invalid-url.js';
import { TYPE_FACTS } from '../declare/field-types.js';
import type {
  Direction,
  Field,
  ListRequest,
  Position,
  SortOrder,
  Total,
} from '../declare/declared-list.js';
import { SignedCursors } from './signed-cursors.js';

/** The column with the sort value of a row as text: exact, unlike its JSON. */
export const SORT_TEXT = 'sort_text';

/** What `next` has: the last row of its page, and the page that follows with the total, as counted before. */
const placeSchema = z.object({
  value: z.string().nullable(),
  keys: z.array(z.union([z.number().int(), z.string()])),
  page: z.number().int(),
  total: z.number().int(),
  total_is_estimate: z.boolean(),
});

/** Where a page begins: at the offset of the request, or after a row. */
export interface PageStart {
  readonly request: ListRequest;
  readonly userId: number;
  readonly page: number;
  /** The total that an earlier page counted. */
  readonly counted: Total | undefined;
}

/**
 * The cursors of lists: each belongs to one user and one list, in one order, with its filters and search. It
 * has a total and a value in clear, which others may not see.
 */
@Injectable()
export class ListCursors {
  constructor(private readonly cursors: SignedCursors) {}

  /** @throws {ProblemException} `invalid-input` for a cursor of another user, list, order or selection */
  start(
    base: string,
    request: ListRequest,
    userId: number,
    { after, page }: Pick<ListQuery, 'after' | 'page'>,
  ): PageStart {
    if (after === undefined) return { request, userId, page: page ?? 1, counted: undefined };
    if (page !== undefined) refuse('cannot be together with page: use one of them');
    const place = placeSchema.safeParse(
      this.cursors.read(after, listOf(base, request, userId)),
    ).data;
    if (!place) {
      refuse(
        'is not your `next` of this list with the same filters, search and order: begin without it',
      );
    }
    const { value, keys, total, total_is_estimate } = place;
    return {
      request: { ...request, offset: 0, after: { value, keys } },
      userId,
      page: place.page,
      counted: { total, total_is_estimate },
    };
  }

  /** @param last the last row of the page; undefined if no row follows */
  next(
    base: string,
    { request, userId, page }: PageStart,
    last: Position | undefined,
    { total, total_is_estimate }: Total,
  ): string | null {
    if (!last) return null;
    const place = placeSchema.parse({ ...last, page: page + 1, total, total_is_estimate });
    return this.cursors.write(place, listOf(base, request, userId));
  }
}

function listOf(
  base: string,
  { filters, search, sort, direction }: ListRequest,
  userId: number,
): unknown {
  return [
    userId,
    base,
    filters.map(({ field, operator, value }) => [field.name, operator, value]),
    search ?? null,
    sort?.name ?? null,
    direction ?? null,
  ];
}

function refuse(detail: string): never {
  throw invalidUrl([{ pointer: 'after', detail }]);
}

/** A column of the order of a list, and the SQL type of its values. */
interface OrderColumn {
  readonly sql: string;
  readonly cast: string;
}

/** The order of a list: by one column, then by the key, so that it is unique. */
export interface RowOrder {
  readonly sort: OrderColumn & { readonly nullable: boolean };
  readonly keys: readonly OrderColumn[];
  readonly direction: Direction;
}

/** The order by a field of a list. */
export function rowOrderOf(keys: readonly Field[], { sort, direction }: SortOrder): RowOrder {
  const column = ({ sql, type }: Field): OrderColumn => ({ sql, cast: TYPE_FACTS[type].cast });
  const nullable = sort.nullable || sort.relation !== null;
  return { sort: { ...column(sort), nullable }, keys: keys.map(column), direction };
}

/**
 * The rows after a position, as conditions that exclude each other, in the order of the list. Null is the
 * largest value. An index serves each alone, but not all of them together.
 */
export function rowsAfter(
  { value, keys: values }: Position,
  { sort, keys, direction }: RowOrder,
  binds: Binds,
): readonly string[] {
  const further = direction === 'asc' ? '>' : '<';
  const ties = keys
    .map((key, n) => ({ ...key, value: values[n] }))
    .filter(({ sql }) => sql !== sort.sql);
  const beyond = (columns: readonly (OrderColumn & { readonly value: unknown })[]): string => {
    const bounds = columns.map((column) => binds.bind(column.value, column.cast));
    return `(${columns.map(({ sql }) => sql).join(', ')}) ${further} (${bounds.join(', ')})`;
  };
  if (value === null) {
    const others = `${sort.sql} IS NULL AND ${beyond(ties)}`;
    return direction === 'asc' ? [others] : [others, `${sort.sql} IS NOT NULL`];
  }
  const others = beyond([{ ...sort, value }, ...ties]);
  return direction === 'desc' || !sort.nullable ? [others] : [others, `${sort.sql} IS NULL`];
}
