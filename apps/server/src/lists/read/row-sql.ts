import type { RowSql } from '@portal/persistence/visibility/row-sql';
import type { ResourceMetadata } from '../declare/resource-metadata.js';

/** A statement with its bound values. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** A statement under construction: its bound values and the relations it uses. */
export class RowQuery implements RowSql {
  readonly values: unknown[] = [];
  private readonly relations = new Set<string>();

  constructor(private readonly table: ResourceMetadata) {}

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
