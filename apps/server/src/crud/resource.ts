import type { CrudWrite, FieldType, FilterOperator } from '@portal/contracts/crud';
import type { ProblemItem } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import type { RecordPolicy } from '@portal/persistence/visibility/records';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import type { z } from 'zod';
import type { Row } from './row.js';

type EntityClass = new () => ObjectLiteral;

/** One list of the administration, as declared: what the engine cannot read from the entity. */
export interface Resource {
  /** Path below /api/v1/, without slashes around it. */
  readonly base: string;
  /** The field that ends the address of one item; the primary key unless told. */
  readonly addressedBy?: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly entity: EntityClass;
  readonly policy: RecordPolicy;
  /** Leaves out of an item what the caller does not see of it. */
  readonly shown?: (caller: Caller, item: Row) => Row;
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
  /** The writes that the rules refuse of all items one is to expect: `_meta` does not offer them. */
  readonly notOffered?: readonly CrudWrite[];
  /** For a table too large to be read: its lists go by index only. */
  readonly large?: LargeTable;
}

/**
 * How lists reach the rows of a table that must never be scanned. The policy's project is a column
 * of the table, and there are no relations.
 */
export interface LargeTable {
  /** The most selective first; the last also leads to all rows of a project. */
  readonly facets: readonly [Facet, ...Facet[]];
}

/** A field by each value of which an index has the rows of a project in the order of the key. */
export interface Facet {
  readonly field: string;
  /** A small table that has each of its values with each `project_id` in which it occurs. */
  readonly values: string;
  /** The column there that tells how many rows of the large table have them. */
  readonly counts: string;
  /** A table that has each of its values once, indexed for search by a part of it. */
  readonly texts?: string;
  /** Further fields in whose order, and then the key's, an index has the rows of such a value. */
  readonly orders?: readonly string[];
}

export interface FieldOptions {
  readonly label?: string;
  /** `search` looks at it; for columns of text. */
  readonly searchable?: boolean;
  /** Scalars are, unless told. */
  readonly sortable?: boolean;
  readonly hidden?: boolean;
  /** Shown of a single item and not in lists. */
  readonly detailOnly?: boolean;
  /** What filters may ask of it; all that the type knows, unless told. */
  readonly operators?: readonly FilterOperator[];
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
  readonly entity: EntityClass;
  /** The column here that holds the value of `key` there. */
  readonly column: string;
  readonly key: string;
  /** The columns there that may be asked about. */
  readonly fields: readonly string[];
}

/** What no schema of single fields can say. They run in the transaction of the write. */
export interface Rules {
  /** Fills in what a new item left out. */
  readonly complete?: (values: Row) => Row;
  /** The values to store of an item that changes: those given, and what they bring about. */
  readonly amend?: (values: Row, stored: Row) => Row;
  /** What is wrong with the item as it would be stored. */
  readonly check?: (item: Row) => readonly ProblemItem[];
  /**
   * Throws a problem when the caller may change such items, but not in this way.
   * @param stored the item as it is; null for a new one
   */
  readonly admit?: (
    caller: Caller,
    values: Row,
    stored: Row | null,
    tx: EntityManager,
  ) => void | Promise<void>;
  /**
   * Throws a problem when the caller may change such items, but not this one in this way.
   * @param change what is about to change; null when the item is to be deleted
   */
  readonly protect?: (
    tx: EntityManager,
    caller: Caller,
    item: Row,
    change: Row | null,
  ) => Promise<void>;
  /** Throws a problem when the item may not be deleted. */
  readonly beforeDelete?: (item: Row) => void;
}
