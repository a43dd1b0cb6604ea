import { escapeLike } from '@portal/persistence/sql';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { z } from 'zod';
import { TYPE_FACTS } from './field-types.js';
import type { Filter } from './filters.js';

const endsSchema = z.tuple([z.unknown(), z.unknown()]);

/** The SQL condition of a filter. An absent value differs from every value. */
export function filterSql({ field, operator, value }: Filter, row: RowSql): string {
  const column = row.column(field.name);
  const { cast } = TYPE_FACTS[field.type];
  const one = () => row.bind(value, cast);
  switch (operator) {
    case 'is_null':
      return `${column} IS ${value === true ? '' : 'NOT '}NULL`;
    case 'contains':
      return field.type === 'list'
        ? `${row.bind(value, 'text')} = ANY (${column})`
        : `${column} ILIKE ${row.bind(`%${escapeLike(String(value))}%`, 'text')}`;
    case 'starts_with':
      return `${column} ILIKE ${row.bind(`${escapeLike(String(value))}%`, 'text')}`;
    case 'in':
      return `${comparable(column, field.type)} = ANY (${row.bind(value, `${cast}[]`)})`;
    case 'nin':
      return `(${column} IS NULL OR ${comparable(column, field.type)} <> ALL (${row.bind(value, `${cast}[]`)}))`;
    case 'eq':
      return value === null ? `${column} IS NULL` : equal(column, one(), field.type);
    case 'ne':
      if (value === null) return `${column} IS NOT NULL`;
      return `(${column} IS NULL OR NOT (${equal(column, one(), field.type)}))`;
    case 'lt':
      return `${column} < ${one()}`;
    case 'gte':
      return `${column} >= ${one()}`;
    case 'lte':
      return atMost(column, one(), field.type);
    case 'gt':
      return `NOT (${atMost(column, one(), field.type)})`;
    case 'between': {
      const [from, to] = endsSchema.parse(value);
      return `(${column} >= ${row.bind(from, cast)} AND ${atMost(column, row.bind(to, cast), field.type)})`;
    }
  }
}

/** The SQL condition that one of `columns` contains the text, ignoring case. */
export function searchSql(text: string, columns: readonly string[], row: RowSql): string {
  if (columns.length === 0) return 'FALSE';
  const pattern = row.bind(`%${escapeLike(text)}%`, 'text');
  return `(${columns.map((column) => `${row.column(column)} ILIKE ${pattern}`).join(' OR ')})`;
}

/**
 * Timestamps are stored in microseconds and sent in milliseconds. A comparison uses the range of
 * one millisecond, so that an index still applies.
 */
const MILLISECOND = "interval '1 millisecond'";

function equal(column: string, value: string, type: string): string {
  if (type !== 'datetime') return `${column} = ${value}`;
  return `${column} >= ${value} AND ${column} < ${value} + ${MILLISECOND}`;
}

function atMost(column: string, value: string, type: string): string {
  return type === 'datetime' ? `${column} < ${value} + ${MILLISECOND}` : `${column} <= ${value}`;
}

function comparable(column: string, type: string): string {
  return type === 'datetime' ? `date_trunc('milliseconds', ${column})` : column;
}
