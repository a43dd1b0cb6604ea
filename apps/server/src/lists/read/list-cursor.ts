import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { z } from 'zod';
import { invalidUrl } from '../../http/problems/invalid-url.js';
import { TYPE_FACTS } from '../declare/field-types.js';
import type { Field, ListRequest, SortOrder } from '../declare/resource.js';

/** The column with the sort value of a row as text: exact, unlike its JSON. */
export const SORT_TEXT = 'sort_text';

const placeSchema = z.object({
  /** The sort value of the last row as PostgreSQL writes it, and its key. */
  value: z.string().nullable(),
  key: z.number().int(),
  /** The number of the page that follows, and the total, as the first page counted it. */
  page: z.number().int(),
  total: z.number().int(),
  total_is_estimate: z.boolean(),
});
/** The place in a list after its last sent row. */
export type Place = z.infer<typeof placeSchema>;

/** The cursors of one list: signed, since a client may send back only what it was given. */
export class ListCursors {
  constructor(private readonly secret: string) {}

  write(base: string, request: ListRequest, place: Place): string {
    const content = Buffer.from(JSON.stringify(placeSchema.parse(place))).toString('base64url');
    return `${content}.${this.signature(base, request, content).toString('base64url')}`;
  }

  /** @throws {ProblemException} `invalid-input` for a cursor of another list, order or selection */
  read(base: string, request: ListRequest, cursor: string): Place {
    const [content = '', signature = ''] = cursor.split('.');
    const sent = Buffer.from(signature, 'base64url');
    const meant = this.signature(base, request, content);
    // The text is compared, too: several texts have the same bytes.
    const isMeant =
      sent.length === meant.length &&
      timingSafeEqual(sent, meant) &&
      cursor === `${content}.${meant.toString('base64url')}`;
    if (!isMeant) {
      const detail =
        'is not the `next` of this list with the same filters, search and order: begin without it';
      throw invalidUrl([{ pointer: 'after', detail }]);
    }
    return placeSchema.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  }

  private signature(base: string, request: ListRequest, content: string): Buffer {
    const { filters, search, sort, direction } = request;
    const list = JSON.stringify([
      base,
      filters.map(({ field, operator, value }) => [field.name, operator, value]),
      search ?? null,
      sort?.name ?? null,
      direction ?? null,
    ]);
    const digest = createHash('sha256').update(list).digest('base64url');
    return createHmac('sha256', this.secret).update(`list-cursor ${digest} ${content}`).digest();
  }
}

/**
 * The rows after a place, as conditions that exclude each other, in the order of the list. Null is the
 * largest value. An index serves each alone, but not all of them together.
 */
export function rowsAfter(
  { value, key }: Pick<Place, 'value' | 'key'>,
  { sort, direction }: SortOrder,
  keyField: Field,
  row: RowSql,
): readonly string[] {
  const keySql = keyField.sql;
  const further = direction === 'asc' ? '>' : '<';
  const keyAfter = (): string => `${keySql} ${further} ${row.bind(key, 'bigint')}`;
  if (sort === keyField) return [keyAfter()];
  const column = row.column(sort.name);
  if (value === null) {
    const others = `${column} IS NULL AND ${keyAfter()}`;
    return direction === 'asc' ? [others] : [others, `${column} IS NOT NULL`];
  }
  const bound = row.bind(value, TYPE_FACTS[sort.type].cast);
  const others = `(${column}, ${keySql}) ${further} (${bound}, ${row.bind(key, 'bigint')})`;
  const isNever = !sort.nullable && sort.relation === null;
  return direction === 'desc' || isNever ? [others] : [others, `${column} IS NULL`];
}
