import { Inject, Injectable } from '@nestjs/common';
import type { FieldType } from '@portal/contracts/lists';
import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
import type { EntityTables } from '@portal/persistence/data-source';
import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { fieldTypeOf } from './field-types.js';
import type { Field, DeclaredList } from './declared-list.js';

/** SQL alias of the rows of the list. */
export const OWN = 'item';

/**
 * The column that determines the project of a row, and the query that looks it up by `$1` if it is in
 * another table.
 */
interface ProjectSource {
  readonly column: string;
  readonly lookUp: string | null;
}

/** A list with the metadata of its entity. All names in SQL come from here. */
export class ListMetadata {
  /** The fields of an item in column order. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The primary key; an item that users write has one column. */
  readonly keys: readonly [Field, ...Field[]];
  readonly name: string;
  /** The tables whose changes announce those of the items, first its own if it is one of them. */
  readonly reads: readonly ListedTable[];
  /** `schema.table`, or the subquery `rows` */
  readonly path: string;
  /** Where the project of a row is, for the policy; null for records of all projects. */
  readonly project: ProjectSource | null;
  /** Set by each update. */
  readonly updateColumn: string | null;
  /** The SELECT list for lists, with digests of hidden details for the version. */
  readonly listSelection: string;
  /** The fields that an export can name, first those that lists show. */
  readonly exportable: ReadonlyMap<string, Field>;
  /** The SELECT list for a single item. */
  readonly selection: string;
  /** Whether a single item has fields that lists leave out. */
  readonly hasDetails: boolean;
  private readonly related: ReadonlyMap<string, Field>;
  private readonly joins: ReadonlyMap<string, string>;

  /** @throws {Error} if the declaration names a field that the entity does not have */
  constructor(
    readonly declared: DeclaredList,
    private readonly entities: EntityTables,
  ) {
    const entity = entities.getMetadata(declared.entity);
    this.name = entity.tableName;
    this.reads = [
      ...LISTED_TABLES.filter((name) => name === this.name),
      ...(declared.alsoReads ?? []),
    ];
    this.path = declared.rows ?? pathOf(entity);
    this.updateColumn = entity.updateDateColumn?.databaseName ?? null;
    this.fields = new Map(this.ownFields(entity).map((field) => [field.name, field]));
    this.keys = this.keysOf(entity);
    this.listSelection = this.selectListed();
    const details = [...this.fields.values()].filter(({ options }) => options.detailOnly);
    this.hasDetails = details.length > 0;
    const exported = [...this.listedFields, ...details, ...derivedFields(declared.exported)];
    this.exportable = new Map(exported.map((field) => [field.name, field]));
    this.selection = [
      this.listSelection,
      ...details.map(({ name, sql }) => `${sql} AS ${name}`),
    ].join(', ');
    const relations = Object.entries(declared.relations ?? {});
    this.related = new Map(
      relations
        .flatMap(([name, { entity: target, fields }]) =>
          fields.map((column) => this.columnField(entities.getMetadata(target), column, name)),
        )
        .map((field) => [field.name, field]),
    );
    this.joins = new Map(
      relations.map(([name, { entity: target, column, key }]) => [
        name,
        `LEFT JOIN ${pathOf(entities.getMetadata(target))} AS ${name}
           ON ${name}.${key} = ${this.field(column).sql}`,
      ]),
    );
    this.refuseUnknownNames();
    const { project } = declared.policy;
    this.project = project === undefined ? null : this.sourceOf(project);
  }

  /** @throws {Error} if there is none: a mistake in the code */
  field(path: string): Field {
    const field = this.find(path);
    if (!field) throw new Error(`${this.declared.base} has no field ${path}`);
    return field;
  }

  /** A field by name or dotted path, as a client may have written it. */
  find(path: string): Field | undefined {
    return this.fields.get(path) ?? this.related.get(path);
  }

  from(relations: readonly string[]): string {
    return [
      `FROM ${this.path} AS ${OWN}`,
      ...relations.map((name) => this.joins.get(name) ?? ''),
    ].join('\n');
  }

  /** The key of items that users write; else its first column. */
  get key(): Field {
    return this.keys[0];
  }

  /** The fields of an export that names none. */
  get exportedFields(): Field[] {
    const { exported = {} } = this.declared;
    const always = derivedFields(exported).filter(({ name }) => exported[name]?.always);
    return [...this.listedFields, ...always];
  }

  /** The fields that lists show. */
  get listedFields(): readonly Field[] {
    return [...this.fields.values()].filter(({ options }) => !options.detailOnly);
  }

  /** Locks the selected rows of this table, but not the joined ones. */
  get forUpdate(): string {
    return `FOR UPDATE OF ${OWN}`;
  }

  private sourceOf(path: string): ProjectSource {
    const { relation, column } = this.field(path);
    const target = relation === null ? undefined : this.declared.relations?.[relation];
    if (!target) return { column: path, lookUp: null };
    const name = pathOf(this.entities.getMetadata(target.entity));
    return {
      column: target.column,
      lookUp: `SELECT ${column?.databaseName} AS project FROM ${name} WHERE ${target.key} = $1`,
    };
  }

  private selectListed(): string {
    return [...this.fields.values()]
      .map((field) =>
        field.options.detailOnly
          ? `md5(${field.sql}::text) AS ${digestOf(field)}`
          : `${field.sql} AS ${field.name}`,
      )
      .join(', ');
  }

  private ownFields(entity: EntityMetadata): Field[] {
    const { derived = {} } = this.declared;
    return [
      ...entity.columns.map(({ databaseName }) => this.columnField(entity, databaseName, null)),
      ...derivedFields(derived),
    ];
  }

  private columnField(entity: EntityMetadata, name: string, relation: string | null): Field {
    const column = entity.findColumnWithDatabaseName(name);
    if (!column) throw new Error(`${entity.tableName} has no column ${name}`);
    return {
      name: relation === null ? name : `${relation}.${name}`,
      type: this.typeOf(column),
      nullable: column.isNullable,
      sql: `${relation ?? OWN}.${name}`,
      relation,
      ignoresAccents: this.declared.large === undefined,
      column,
      derived: null,
      options: (relation === null && this.declared.fields?.[name]) || {},
    };
  }

  private typeOf(column: ColumnMetadata): FieldType {
    const stored = this.entities.driver.normalizeType(column);
    return fieldTypeOf(stored, column.isArray, column.databaseName);
  }

  private keysOf(entity: EntityMetadata): readonly [Field, ...Field[]] {
    const [first, ...more] = entity.primaryColumns.map(({ databaseName }) =>
      this.field(databaseName),
    );
    if (!first || (this.declared.input && more.length > 0)) {
      throw new Error(`${this.declared.base} needs a primary key, to be written one of one column`);
    }
    return [first, ...more];
  }

  private refuseUnknownNames(): void {
    const { input, fields = {}, defaultSort, policy } = this.declared;
    if (this.reads.length === 0) throw new Error(`nothing announces changes of ${this.name}`);
    const named = [...Object.keys(input?.shape ?? {}), ...Object.keys(fields)];
    for (const name of named) {
      if (!this.fields.has(name)) this.field(`${name} (declared)`);
    }
    for (const path of [defaultSort?.by, policy.project]) if (path !== undefined) this.field(path);
  }
}

function derivedFields(declared: DeclaredList['derived'] = {}): Field[] {
  return Object.entries(declared).map(([name, field]) => ({
    name,
    type: field.type,
    nullable: field.nullable ?? false,
    sql: field.sql(OWN),
    relation: null,
    ignoresAccents: true,
    column: null,
    derived: field,
    options: field,
  }));
}

/** The column with the digest of a field that lists leave out. */
export function digestOf({ name }: Field): string {
  return `${name}_digest`;
}

function pathOf(entity: EntityMetadata): string {
  return entity.tablePath;
}

/** The injection token of `EntityTables`. */
export const ENTITIES = Symbol('Entities');

/** The tables of all served lists. */
@Injectable()
export class ListRegistry {
  private readonly opened = new Map<DeclaredList, ListMetadata>();

  constructor(@Inject(ENTITIES) private readonly entities: EntityTables) {}

  /** @throws {Error} if the declaration names a field that the entity does not have */
  open(declared: DeclaredList): ListMetadata {
    const table = this.opened.get(declared) ?? new ListMetadata(declared, this.entities);
    this.opened.set(declared, table);
    return table;
  }

  /** Of all served lists; complete once the server starts. */
  all(): ListMetadata[] {
    return [...this.opened.values()];
  }
}
