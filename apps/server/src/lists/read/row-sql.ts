import { containsSql, escapeLike } from '@portal/persistence/sql';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { z } from 'zod';
import type { ListMetadata } from '../declare/list-metadata.js';
import { TYPE_FACTS } from '../declare/field-types.js';
import type { Field, Filter } from '../declare/declared-list.js';

/** A statement with its bound values. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** A statement under construction: its bound values and the relations it uses. */
export class RowQuery implements RowSql {
  readonly values: unknown[] = [];
  private readonly relations = new Set<string>();

  constructor(private readonly table: ListMetadata) {}

  column(path: string): string {
    const field = this.table.field(path);
    if (field.relation !== null) this.relations.add(field.relation);
    return field.sql;
  }

  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** FROM with the joins that are used so far; a relation never multiplies rows. */
  from(): string {
    return this.table.from([...this.relations]);
  }
}

/** The names of the key columns in a subquery. */
export function keyNames(keys: readonly Field[], alias?: string): string[] {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return keys.map((_key, n) => `${prefix}key${n === 0 ? '' : n + 1}`);
}

/** The key columns with these names, for the SELECT of a subquery. */
export function keySelection(keys: readonly Field[]): string {
  const names = keyNames(keys);
  return keys.map(({ sql }, n) => `${sql} AS ${names[n]}`).join(', ');
}

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
      if (field.type === 'list') return `${row.bind(value, 'text')} = ANY (${column})`;
      if (field.ignoresAccents) return containsSql(column, row.bind(value, 'text'));
      return `${column} ILIKE ${row.bind(`%${escapeLike(String(value))}%`, 'text')}`;
    case 'starts_with':
      if (field.ignoresAccents) {
        return `starts_with(core.search_text(${column}), core.search_text(${row.bind(value, 'text')}))`;
      }
      return `${column} ILIKE ${row.bind(`${escapeLike(String(value))}%`, 'text')}`;
    case 'in':
      return `${column} = ANY (${row.bind(value, `${cast}[]`)})`;
    case 'nin':
      return `(${column} IS NULL OR ${column} <> ALL (${row.bind(value, `${cast}[]`)}))`;
    case 'eq':
      return value === null ? `${column} IS NULL` : `${column} = ${one()}`;
    case 'ne':
      if (value === null) return `${column} IS NOT NULL`;
      return `(${column} IS NULL OR ${column} <> ${one()})`;
    case 'lt':
      return `${column} < ${one()}`;
    case 'gte':
      return `${column} >= ${one()}`;
    case 'lte':
      return `${column} <= ${one()}`;
    case 'gt':
      return `${column} > ${one()}`;
    case 'between': {
      const [from, to] = endsSchema.parse(value);
      return `(${column} BETWEEN ${row.bind(from, cast)} AND ${row.bind(to, cast)})`;
    }
  }
}
