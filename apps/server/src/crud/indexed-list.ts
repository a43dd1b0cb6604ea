import { MAX_EXACT_TOTAL } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import { seesAllRecords } from '@portal/domain/records';
import { recordSeen } from '@portal/persistence/visibility/records';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { filterSql } from './filter-sql.js';
import type { Filter } from './filters.js';
import { boundsOf, type Direction, type ListRequest, orderBy, searchedIn } from './list-request.js';
import { defaultSortOf } from './metadata.js';
import type { Facet, LargeTable } from './resource.js';
import { RowQuery, type Statement } from './row-sql.js';
import { type Field, OWN, type ResourceMetadata } from './resource-metadata.js';

/** The column of a page that tells how many rows there are on all pages, where it is there. */
export const TOTAL = 'total_count';

/** How many rows are looked at where no index has them in the order that is asked for. */
const MAX_CANDIDATES = MAX_EXACT_TOTAL;

/**
 * A list of a table that must never be scanned. The planner cannot be trusted with it: it expects
 * the rows of a filter to be spread evenly, while the last batch has the last keys, so that a walk
 * in the order of the key, which it finds cheap, passes all rows before the first one that counts.
 *
 * So each list begins at a facet: a small table names the pairs of project and value that the
 * filters admit, and for each pair an index yields the first rows in order, and no others.
 */
export class IndexedList {
  private readonly facet: Facet;
  private readonly isFaceted: boolean;
  private readonly filters: readonly Filter[];
  /** In whose order the index yields the rows of a pair. */
  private readonly order: Field;
  private readonly sort: Field;
  private readonly direction: Direction;

  constructor(
    private readonly table: ResourceMetadata,
    { facets }: LargeTable,
    private readonly caller: Caller,
    private readonly request: ListRequest,
  ) {
    this.filters = [...request.filters, ...searchFilters(table, request.search)];
    const filtered = facets.find(({ field }) => this.asksFor(field));
    this.facet = filtered ?? facets[facets.length - 1] ?? facets[0];
    this.isFaceted = filtered !== undefined;

    const range = this.facet.orders?.find((field) => this.asksFor(field));
    const narrow = this.asksFor(table.key.name) ? undefined : range;
    this.sort = request.sort ?? table.field(narrow ?? defaultSortOf(table).by);
    this.direction = request.direction ?? (request.sort ? 'asc' : defaultSortOf(table).order);
    this.order = this.serves(this.sort, narrow) ? this.sort : table.field(narrow ?? table.key.name);
  }

  /** Whether the page comes in order from an index; if not, only so many candidates are sorted. */
  get isOrdered(): boolean {
    return this.order === this.sort;
  }

  /** The rows of the page. */
  page(): Statement {
    const row = new RowQuery(this.table);
    const total = this.isTold ? `, (SELECT sum(counted)::bigint FROM place) AS "${TOTAL}"` : '';
    const text = `WITH place AS (${this.places(row)})${
      this.isHead ? this.head(row, total) : this.rowsByKeys(row, total)
    }`;
    return { text, values: row.values };
  }

  /** Whether the page is what one walk of an index begins with: of all rows, or of a single pair. */
  private get isHead(): boolean {
    const isOne = (name: string): boolean =>
      this.filters.some(
        ({ field, operator, value }) => field.name === name && operator === 'eq' && value !== null,
      );
    const isWalk = !this.isPaired || (isOne(this.project.name) && isOne(this.facet.field));
    return isWalk && this.isOrdered && this.request.offset === 0;
  }

  /** The rows as the index yields them, if the caller may see the pair. */
  private head(row: RowQuery, total: string): string {
    const { key } = this.table;
    const conditions = this.filters
      .filter(({ field }) => !this.isPaired || field !== this.project)
      .map((filter) => filterSql(filter, row));
    const prefix: string[] = [];
    if (this.isPaired) {
      conditions.push(this.isOfProject('(SELECT place.project_id FROM place LIMIT 1)'));
      prefix.push(this.project.sql, this.table.field(this.facet.field).sql);
    }
    return `
      SELECT ${this.table.listSelection} ${total}
      FROM ${this.table.path} AS ${OWN}
      WHERE ${conditions.join(' AND ') || 'TRUE'}
      ORDER BY ${orderBy([...prefix, this.order.sql, key.sql], this.direction)}
      LIMIT ${this.request.size}`;
  }

  /** Looks for keys alone, of all pairs, and then takes the rows of the page. */
  private rowsByKeys(row: RowQuery, total: string): string {
    const { size, offset } = this.request;
    const sorted = orderBy(['sort', 'key'], this.direction);
    const found = this.isOrdered
      ? this.found(row, offset + size, this.direction)
      : `${this.found(row, MAX_CANDIDATES + 1, 'asc')} LIMIT ${MAX_CANDIDATES + 1}`;
    return `,
      head AS MATERIALIZED (SELECT * FROM (${found}) AS found ORDER BY ${sorted} ${boundsOf(this.request)})
      SELECT ${this.table.listSelection} ${total}
      FROM head JOIN ${this.table.path} AS ${OWN} ON ${this.table.key.sql} = head.key
      ORDER BY ${orderBy(['head.sort', 'head.key'], this.direction)}`;
  }

  /** Whether the read model tells the total: nothing else is asked for than its pairs. */
  private get isTold(): boolean {
    return this.filters.every(({ field }) => this.isOfPair(field)) && !this.isOfAbsent;
  }

  /** One row more than are counted. */
  first(): Statement {
    const row = new RowQuery(this.table);
    const most = MAX_EXACT_TOTAL + 1;
    const text = `WITH place AS (${this.places(row)}) ${this.found(row, most, 'asc')} LIMIT ${most}`;
    return { text, values: row.values };
  }

  private found(row: RowQuery, most: number, direction: Direction): string {
    const { key } = this.table;
    const conditions = this.filters
      .filter(({ field }) => !this.isPaired || !this.isOfPair(field))
      .map((filter) => filterSql(filter, row));
    const prefix: string[] = [];
    if (this.isPaired) {
      const { sql } = this.table.field(this.facet.field);
      conditions.push(this.isOfProject('pair.project_id'));
      conditions.push(this.isOfAbsent ? `${sql} IS NULL` : `${sql} = pair.value`);
      prefix.push(this.project.sql, sql);
    }
    const rows = `SELECT ${key.sql} AS key, ${this.sort.sql} AS sort
      FROM ${this.table.path} AS ${OWN}
      WHERE ${conditions.join(' AND ') || 'TRUE'}
      ORDER BY ${orderBy([...prefix, this.order.sql, key.sql], direction)}
      LIMIT ${most}`;
    if (!this.isPaired) return `SELECT key, sort FROM (${rows}) AS all_rows`;
    const pairs = `SELECT DISTINCT project_id${this.isOfAbsent ? '' : ', value'} FROM place`;
    return `SELECT hit.key, hit.sort FROM (${pairs}) AS pair CROSS JOIN LATERAL (${rows}) AS hit`;
  }

  /**
   * In an order that begins with project and value all rows of a pair are alike. Yet of a list that
   * the planner does not know to be of one element, it is had from the indexes of the facets alone,
   * and not from the primary key's.
   */
  private isOfProject(id: string): string {
    return `${this.project.sql} = ANY (ARRAY[${id}])`;
  }

  /** Whether pairs of project and value are looked at, and not all rows in the order of the key. */
  private get isPaired(): boolean {
    const isOfProject = this.filters.some(({ field }) => field === this.project);
    const isAll =
      seesAllRecords(this.caller, this.table.resource.policy.rule) &&
      !isOfProject &&
      !this.isFaceted;
    return !isAll || this.order !== this.table.key;
  }

  /** The rows of the small tables that the filters and the caller admit: each names a pair. */
  private places(row: RowQuery): string {
    const { policy } = this.table.resource;
    const { field: name, values, texts, counts } = this.facet;
    const place = aliased(row, (path) =>
      path === this.project.name && this.isOfAbsent ? 'place.id' : this.columnOf('place', path),
    );
    const known = texts === undefined ? place : aliased(row, (path) => `known.${path}`);
    const conditions = [recordSeen(this.caller, policy, place)];
    for (const filter of this.filters) {
      if (filter.field === this.project) conditions.push(filterSql(filter, place));
      else if (filter.field.name === name && !this.isOfAbsent)
        conditions.push(filterSql(filter, known));
    }
    const isNamed = texts !== undefined && !this.isOfAbsent;
    const join = isNamed
      ? `JOIN ${texts} AS known ON known.${name} COLLATE "C" = place.${name}`
      : '';
    const where = `WHERE ${conditions.join(' AND ')}`;
    if (this.isOfAbsent) return `SELECT place.id AS project_id FROM core.project AS place ${where}`;
    const value = isNamed ? `known.${name}` : this.columnOf('place', name);
    return `SELECT place.${this.project.name} AS project_id, ${value} AS value, place.${counts} AS counted
      FROM ${values} AS place ${join} ${where}`;
  }

  /** The small tables compare text by its bytes; the rows, and so the filters, as users do. */
  private columnOf(alias: string, path: string): string {
    return this.table.field(path).type === 'string'
      ? `${alias}.${path} COLLATE "default"`
      : `${alias}.${path}`;
  }

  private get project(): Field {
    return this.table.field(this.table.resource.policy.project ?? '');
  }

  private isOfPair(field: Field): boolean {
    return field === this.project || (field.name === this.facet.field && !this.isOfAbsent);
  }

  /** Whether the rows looked for have no value of the facet. */
  private get isOfAbsent(): boolean {
    return this.filters.some(
      ({ field, operator, value }) =>
        field.name === this.facet.field &&
        ((operator === 'is_null' && value === true) || (operator === 'eq' && value === null)),
    );
  }

  private asksFor(name: string): boolean {
    return this.filters.some(({ field }) => field.name === name);
  }

  /** Whether an index yields rows sorted so, without passing over many others. */
  private serves(sort: Field, narrow: string | undefined): boolean {
    if (sort === this.table.key) return narrow === undefined;
    return (this.facet.orders?.includes(sort.name) ?? false) && !this.asksFor(this.table.key.name);
  }
}

function searchFilters(table: ResourceMetadata, search: string | undefined): Filter[] {
  if (search === undefined) return [];
  return searchedIn(table).map((name) => ({
    field: table.field(name),
    operator: 'contains',
    value: search,
  }));
}

function aliased(row: RowQuery, column: (path: string) => string): RowSql {
  return { column, bind: (value, type) => row.bind(value, type) };
}
