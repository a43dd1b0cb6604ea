import type { FieldType } from '@portal/contracts/crud';
import type { ProblemItem } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { z } from 'zod';
import type { Policy } from './policy.js';

/** Values by the name of their field, as they travel. */
export type Values = Readonly<Record<string, unknown>>;

/** One list of the administration, as declared: what the engine cannot read from the entity. */
export interface Resource {
  /** Path below /api/v1/, without slashes around it. */
  readonly base: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly entity: EntityTarget<ObjectLiteral>;
  readonly policy: Policy;
  /**
   * The fields that can be written, each with its rule; optional where a new item need not name it.
   * A change names some of them. Without it the resource is read-only.
   */
  readonly input?: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Details of the entity's columns. */
  readonly fields?: Readonly<Record<string, FieldOptions>>;
  /** Fields that are no column. */
  readonly derived?: Readonly<Record<string, DerivedField>>;
  /** Columns that never leave the server, nor can be asked about. */
  readonly excluded?: readonly string[];
  /** What filters and sorting reach by a dotted path. */
  readonly relations?: Readonly<Record<string, Relation>>;
  /** By the primary key, ascending, unless told. */
  readonly defaultSort?: { readonly by: string; readonly order: 'asc' | 'desc' };
  /** The human reason of each constraint that a write may break, by the constraint's name. */
  readonly constraints?: Readonly<
    Record<string, { readonly field: string; readonly detail: string }>
  >;
  readonly rules?: Rules;
}

export interface FieldOptions {
  readonly label?: string;
  /** `search` looks at it; for columns of text. */
  readonly searchable?: boolean;
  /** Scalars are, unless told. */
  readonly sortable?: boolean;
  readonly hidden?: boolean;
  /** Can be given to a new item, and not be changed. */
  readonly createOnly?: boolean;
  readonly references?: Reference;
}

/** Where a field's values come from: a list, the field there, and the one to show. */
export interface Reference {
  readonly base: string;
  readonly field: string;
  readonly labelField: string;
}

export interface DerivedField extends FieldOptions {
  readonly type: FieldType;
  /** Its value, of the row that `row` is the alias of. Constants only. */
  readonly sql: (row: string) => string;
  /** Stores it, when `input` has it; the item itself is locked by then. */
  readonly write?: (tx: EntityManager, key: number, value: unknown) => Promise<void>;
}

/** At most one row of another table. */
export interface Relation {
  readonly entity: EntityTarget<ObjectLiteral>;
  /** The column here that holds the value of `key` there. */
  readonly column: string;
  readonly key: string;
  /** The columns there that may be asked about. */
  readonly fields: readonly string[];
}

/** What no schema of single fields can say. They run in the transaction of the write. */
export interface Rules {
  /** Fills in what a new item left out. */
  readonly complete?: (values: Values) => Values;
  /** What is wrong with the item as it would be stored. */
  readonly check?: (item: Values) => readonly ProblemItem[];
  /**
   * Throws a problem when the caller may change such items, but not in this way.
   * @param stored the item as it is; null for a new one
   */
  readonly admit?: (caller: Caller, values: Values, stored: Values | null) => void;
  /** Throws a problem when the item may not be deleted. */
  readonly beforeDelete?: (item: Values) => void;
}
