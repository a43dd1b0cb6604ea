import type { ItemList, FieldType, FilterOperator } from '@portal/contracts/lists';
import type { ListedTable } from '@portal/contracts/entities';
import type { ProblemItem } from '@portal/contracts/problem';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import type { ItemPolicy } from '@portal/persistence/visibility/items';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import type { ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { z } from 'zod';
import type { Row } from '../../db/row.js';

export type Total = Pick<ItemList, 'total' | 'total_is_estimate'>;

type EntityClass = new () => ObjectLiteral;

/** One list of the administration: what the entity does not declare. */
export interface DeclaredList {
  /** Path below /api/v1/, without slashes around it. */
  readonly base: string;
  /**
   * The field in the URL of an item; default: the primary key. A change also takes the key there, and
   * digits are always the key.
   */
  readonly urlKey?: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly entity: EntityClass;
  /** A subquery that adds columns of other tables to those of the entity, for `derived`; of a read-only list. */
  readonly rows?: string;
  readonly policy: ItemPolicy;
  /** The other tables whose rows an item shows: a change of them changes the list, or comes with one. */
  readonly alsoReads?: readonly ListedTable[];
  /** Leaves out of an item what the caller does not see of it. */
  readonly shown?: (caller: Caller, item: Row) => Row;
  /**
   * The writable fields with their rules; optional if a new item may omit them. A change has some
   * of them. Without it the list is read-only.
   */
  readonly input?: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Options of the columns. */
  readonly fields?: Readonly<Record<string, FieldOptions>>;
  /** Fields that are not columns. */
  readonly derived?: Readonly<Record<string, DerivedField>>;
  /** Fields of exports alone; nothing else shows, filters or sorts them. */
  readonly exported?: Readonly<Record<string, ExportedField>>;
  /** Related tables that filters and sorting can use by a dotted path. */
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Default: by the primary key, ascending. */
  readonly defaultSort?: { readonly by: string; readonly order: 'asc' | 'desc' };
  /** The message for a violated constraint, by its name. */
  readonly constraints?: Readonly<
    Record<string, { readonly field: string; readonly detail: string }>
  >;
  readonly rules?: Rules;
  /** The condition that a search finds an item, instead of what its `searchable` fields have. */
  readonly search?: (text: string, row: RowSql) => string;
  /** For a table with very many rows: which of its lists have an index. The others have a time limit. */
  readonly large?: LargeTable;
}

/** The lists of a very large table that an index serves: all filters and the order have one. */
export interface LargeTable {
  /** The filters with an index: their operators, by field. */
  readonly filters: Readonly<Record<string, readonly FilterOperator[] | 'all'>>;
  /** The fields in whose order an index has the rows; only without `index`. */
  readonly orders?: readonly string[];
  /**
   * How a list finds its rows if the planner is not reliable; a search is among the filters, unless
   * the list declares its own. Relations are not supported.
   */
  readonly index?: (table: IndexedTable, caller: Caller, request: ListRequest) => ListIndex;
}

/** What an index needs of its table. */
export interface IndexedTable {
  readonly keys: readonly [Field, ...Field[]];
  readonly listSelection: string;
  field(path: string): Field;
}

/** The SQL of one list. */
export interface ListIndex extends SortOrder {
  /** Whether an index has the rows in this order, if it serves all filters. */
  readonly hasOrder: boolean;
  /** Whether it can pass very many rows and has the time limit of a scan. */
  readonly hasLimit?: boolean;
  /**
   * The rows of the page, with the total in the column `total` if it is known, and the sort value in
   * the column `sortText`.
   */
  page(row: RowSql, total: string, sortText: string): string;
  /** The keys of at most `most` rows. */
  first(row: RowSql, most: number): string;
  /**
   * Whether the planner may read an index in the order of a list that is not served, until the page is
   * full.
   */
  readonly mayWalk: boolean;
  /** The condition of a list that is not served. */
  condition(row: RowSql): string;
}

export type Direction = 'asc' | 'desc';

export interface SortOrder {
  readonly sort: Field;
  readonly direction: Direction;
}

/** The validated request of a list. */
export interface ListRequest {
  readonly filters: readonly Filter[];
  readonly search: string | undefined;
  /** The requested sort field, if any. */
  readonly sort: Field | undefined;
  readonly direction: Direction | undefined;
  readonly size: number;
  readonly offset: number;
  /** The page begins after this row, instead of at `offset`. */
  readonly after?: Position;
}

/** A row in the order of a list. */
export interface Position {
  /** Its sort value as PostgreSQL writes it. */
  readonly value: string | null;
  readonly keys: readonly (number | string)[];
}

/** One condition of `filters`; `value` has the type that the operator takes: see `operandOf`. */
export interface Filter {
  readonly field: Field;
  readonly operator: FilterOperator;
  readonly value: unknown;
}

/** A field of a list or of its relations, with its SQL. */
export interface Field {
  /** Name in the API; dotted if it belongs to a relation. */
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly sql: string;
  readonly relation: string | null;
  /** Whether searches find it without its accents. That reads each row, so not in very large tables. */
  readonly ignoresAccents: boolean;
  readonly column: ColumnMetadata | null;
  readonly derived: DerivedField | null;
  readonly options: FieldOptions;
}

export interface FieldOptions {
  readonly label?: string;
  /** Included in `search`: texts that contain it; or, for users, in what `search` of the list says. */
  readonly searchable?: boolean;
  readonly hidden?: boolean;
  /** Shown in a single item but not in lists. */
  readonly detailOnly?: boolean;
  /** False for values that some callers must not see: the order would show them. */
  readonly sortable?: boolean;
  /** Allowed filter operators; default: all of the type. */
  readonly operators?: readonly FilterOperator[];
  /** The values of a field whose schema does not list them. */
  readonly values?: readonly string[];
  /** The field may have other values than those listed. */
  readonly hasOtherValues?: boolean;
  /** Can be set in a new item but not changed. */
  readonly createOnly?: boolean;
  readonly references?: Reference;
}

/** The source of a field's values: a list, its field, and the field to show. */
export interface Reference {
  readonly base: string;
  readonly field: string;
  readonly labelField: string;
  /** As in the metadata: where a form finds items that the list may not show to the caller. */
  readonly candidates?: { readonly path: string; readonly field: string };
}

/** The path of the list of projects, below /api/v1/. */
export const PROJECT_LIST = 'projects/list';

/** For a field with the id of a project. */
export const PROJECT_REFERENCE: Reference = {
  base: PROJECT_LIST,
  field: 'id',
  labelField: 'name',
};

export interface DerivedField extends FieldOptions {
  readonly type: FieldType;
  /** Default: false. */
  readonly nullable?: boolean;
  /** SQL of the value; `row` is the alias of the row. Constants only. */
  readonly sql: (row: string) => string;
  /**
   * The only filter of the field, named in `operators`: SQL of the condition that it contains a text,
   * as far as the caller sees.
   */
  readonly contains?: (caller: Caller, text: unknown, row: RowSql) => string;
  /** Stores the value if `input` has the field; the item is locked. */
  readonly write?: (tx: Transaction, key: number, value: unknown) => Promise<void>;
}

/** A field of exports alone. */
export interface ExportedField extends DerivedField {
  /** Default: only an export that names it has it. */
  readonly always?: true;
  /** Of its value in JSON, for the description of the API. */
  readonly schema: z.ZodType;
}

/** At most one row of another table. */
export interface Relation {
  readonly entity: EntityClass;
  /** The column of this table that refers to `key` of the other. */
  readonly column: string;
  readonly key: string;
  /** The columns of the other table that filters and sorting can use. */
  readonly fields: readonly string[];
}

/** Rules beyond the schemas of single fields. They run in the transaction of the write. */
export interface Rules {
  /** Adds defaults to a new item. */
  readonly complete?: (values: Row) => Row;
  /** The values to store in a change: the given ones and derived ones. */
  readonly amend?: (values: Row, stored: Row, now: string) => Row;
  /** The errors of the item as it would be stored. */
  readonly check?: (item: Row) => readonly ProblemItem[];
  /**
   * Throws a problem if the caller may change such items, but not to these values.
   * @param stored the current item; null for a new one
   */
  readonly admit?: (
    caller: Caller,
    values: Row,
    stored: Row | null,
    tx: Transaction,
  ) => void | Promise<void>;
  /**
   * Throws a problem if the caller may change such items, but not this one.
   * @param change the new values; null for a deletion
   */
  readonly protect?: (
    tx: Transaction,
    caller: Caller,
    item: Row,
    change: Row | null,
  ) => void | Promise<void>;
  /** Throws a problem if the item must not be deleted. */
  readonly beforeDelete?: (item: Row) => void;
}
