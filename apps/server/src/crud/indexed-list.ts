import type { Caller } from '@portal/domain/caller';
import { seesAllRecords } from '@portal/domain/records';
import { recordSeen } from '@portal/persistence/visibility/records';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { facetConditions } from './facet-conditions.js';
import { filterSql } from './filter-sql.js';
import type { Filter } from './filters.js';
import { areIndexed, searchFilters } from './large-lists.js';
import { boundsOf, type Direction, type ListRequest, orderBy } from './list-request.js';
import { defaultSortOf } from './metadata.js';
import type { Facet, LargeTable } from './resource.js';
import { type Field, OWN, type ResourceMetadata } from './resource-metadata.js';

/** The column with the total number of rows, if it is known. */
export const TOTAL = 'total_count';

/**
 * A list of a table that must never be scanned. The planner is not reliable here: it expects the
 * rows of a filter to be spread evenly, but the last batch has the last keys. A walk in key order,
 * which the planner considers cheap, then passes all rows before the first match.
 *
 * So each list starts from a facet: a small table has the pairs of project and value that match the
 * filters. For each pair an index returns the first rows in order, and no others.
 */
export class IndexedList {
  private readonly facet: Facet;
  private readonly isFaceted: boolean;
  private readonly filters: readonly Filter[];
  readonly sort: Field;
  readonly direction: Direction;
  /** Whether an index has the rows that match all filters, in the order of the list. */
  readonly isServed: boolean;

  constructor(
    private readonly table: ResourceMetadata,
    large: LargeTable,
    private readonly facets: readonly [Facet, ...Facet[]],
    private readonly caller: Caller,
    private readonly request: ListRequest,
  ) {
    this.filters = [...request.filters, ...searchFilters(table, request.search)];
    const filtered = facets.find(({ field }) => this.isFiltered(field));
    this.facet = filtered ?? facets[facets.length - 1] ?? facets[0];
    this.isFaceted = filtered !== undefined;

    const rangeFilter = this.facet.orders?.find((field) => this.isFiltered(field));
    const rangeField = this.isFiltered(table.key.name) ? undefined : rangeFilter;
    this.sort = request.sort ?? table.field(rangeField ?? defaultSortOf(table).by);
    this.direction = request.direction ?? (request.sort ? 'asc' : defaultSortOf(table).order);
    this.isServed = areIndexed(large, this.filters) && this.hasIndex(this.sort, rangeField);
  }

  /** The rows of the page, with the total in TOTAL if it is known. */
  page(row: RowSql): string {
    const total = this.hasStoredTotal
      ? `, (SELECT sum(counted)::bigint FROM pairs) AS "${TOTAL}"`
      : '';
    const pairs = `WITH pairs AS (${this.pairs(row)})`;
    return pairs + (this.isSingleScan ? this.singleScan(row, total) : this.rowsByKeys(row, total));
  }

  /** Whether the page is the start of one index scan: of all rows, or of a single pair. */
  private get isSingleScan(): boolean {
    const isOne = (name: string): boolean =>
      this.filters.some(
        ({ field, operator, value }) => field.name === name && operator === 'eq' && value !== null,
      );
    const isWalk = !this.isPaired || (isOne(this.project.name) && isOne(this.facet.field));
    return isWalk && this.request.offset === 0;
  }

  /** The rows in index order, if the caller may see the pair. */
  private singleScan(row: RowSql, total: string): string {
    const { key } = this.table;
    const conditions = this.filters
      .filter(({ field }) => !this.isPaired || field !== this.project)
      .map((filter) => filterSql(filter, row));
    const prefix: string[] = [];
    if (this.isPaired) {
      conditions.push(this.inProject('(SELECT project_id FROM pairs LIMIT 1)'));
      conditions.push(...this.inIndex('(SELECT value FROM pairs LIMIT 1)'));
      prefix.push(this.project.sql, this.indexed);
    }
    return `
      SELECT ${this.table.listSelection} ${total}
      FROM ${this.table.path} AS ${OWN}
      WHERE ${conditions.join(' AND ') || 'TRUE'}
      ORDER BY ${orderBy([...prefix, this.sort.sql, key.sql], this.direction)}
      LIMIT ${this.request.size}`;
  }

  /** Finds the keys of all pairs first, then reads the rows of the page. */
  private rowsByKeys(row: RowSql, total: string): string {
    const { size, offset } = this.request;
    const sorted = orderBy(['sort', 'key'], this.direction);
    const found = this.found(row, offset + size);
    return `,
      head AS MATERIALIZED (SELECT * FROM (${found}) AS found ORDER BY ${sorted} ${boundsOf(this.request)})
      SELECT ${this.table.listSelection} ${total}
      FROM head JOIN ${this.table.path} AS ${OWN} ON ${this.table.key.sql} = head.key
      ORDER BY ${orderBy(['head.sort', 'head.key'], this.direction)}`;
  }

  /** Whether the read model has the total: the filters select whole pairs. */
  private get hasStoredTotal(): boolean {
    return this.filters.every(({ field }) => this.isPairField(field)) && !this.isNullFacet;
  }

  /** The keys of at most `most` rows. */
  first(row: RowSql, most: number): string {
    return `WITH pairs AS (${this.pairs(row)}) ${this.found(row, most)} LIMIT ${most}`;
  }

  /**
   * Whether the planner may read an index in the order of a list that is not served, until the page is
   * full. If other filters apply, it expects their matches to be spread evenly, but often they are all
   * at the end.
   */
  get mayWalk(): boolean {
    return this.filters.every(({ field }) => field === this.project);
  }

  /** The condition of a list that is not served. */
  condition(row: RowSql): string {
    const conditions = this.filters.flatMap((filter) => {
      const facet = this.facets.find(({ field }) => field === filter.field.name);
      return facet ? facetConditions(filter, facet, row) : [filterSql(filter, row)];
    });
    return [recordSeen(this.caller, this.table.resource.policy, row), ...conditions].join(' AND ');
  }

  private found(row: RowSql, max: number): string {
    const { key } = this.table;
    const conditions = this.filters
      .filter(({ field }) => !this.isPaired || !this.isPairField(field))
      .map((filter) => filterSql(filter, row));
    const prefix: string[] = [];
    if (this.isPaired) {
      const { sql } = this.table.field(this.facet.field);
      conditions.push(this.inProject('pair.project_id'));
      if (this.isNullFacet) conditions.push(`${this.indexed} IS NULL`);
      else conditions.push(...this.inIndex('pair.value'), `${sql} = pair.value`);
      prefix.push(this.project.sql, this.indexed);
    }
    const rows = `SELECT ${key.sql} AS key, ${this.sort.sql} AS sort
      FROM ${this.table.path} AS ${OWN}
      WHERE ${conditions.join(' AND ') || 'TRUE'}
      ORDER BY ${orderBy([...prefix, this.sort.sql, key.sql], this.direction)}
      LIMIT ${max}`;
    if (!this.isPaired) return `SELECT key, sort FROM (${rows}) AS all_rows`;
    const pairs = `SELECT DISTINCT project_id${this.isNullFacet ? '' : ', value'} FROM pairs`;
    return `SELECT hit.key, hit.sort FROM (${pairs}) AS pair CROSS JOIN LATERAL (${rows}) AS hit`;
  }

  /**
   * Within one pair the order by project and value makes no difference. The planner does not know
   * that this list has one element, so it uses the indexes of the facets and not the primary key.
   */
  private inProject(id: string): string {
    return `${this.project.sql} = ANY (ARRAY[${id}])`;
  }

  /** The value of the facet as the index contains it. */
  private get indexed(): string {
    const { field, indexed } = this.facet;
    const { sql } = this.table.field(field);
    return indexed === undefined ? sql : indexed(sql);
  }

  /** The condition that finds a value in the index, if the index does not contain the value itself. */
  private inIndex(value: string): string[] {
    const { indexed } = this.facet;
    return indexed === undefined ? [] : [`${this.indexed} = ${indexed(value)}`];
  }

  /** Whether pairs of project and value are used, instead of all rows in key order. */
  private get isPaired(): boolean {
    const inProject = this.filters.some(({ field }) => field === this.project);
    const isAll =
      seesAllRecords(this.caller, this.table.resource.policy.rule) && !inProject && !this.isFaceted;
    return !isAll || this.sort !== this.table.key;
  }

  /** The pairs in the small tables that match the filters and the access of the caller. */
  private pairs(row: RowSql): string {
    const { policy } = this.table.resource;
    const { field: name, values, texts, counts } = this.facet;
    const pair = aliased(row, (path) =>
      path === this.project.name && this.isNullFacet ? 'pair.id' : this.columnOf('pair', path),
    );
    const known = texts === undefined ? pair : aliased(row, (path) => `known.${path}`);
    const conditions = [recordSeen(this.caller, policy, pair)];
    for (const filter of this.filters) {
      if (filter.field === this.project) conditions.push(filterSql(filter, pair));
      else if (filter.field.name === name && !this.isNullFacet)
        conditions.push(filterSql(filter, known));
    }
    const isNamed = texts !== undefined && !this.isNullFacet;
    const join = isNamed
      ? `JOIN ${texts} AS known ON known.${name} COLLATE "C" = pair.${name}`
      : '';
    const where = `WHERE ${conditions.join(' AND ')}`;
    if (this.isNullFacet) return `SELECT pair.id AS project_id FROM core.project AS pair ${where}`;
    const value = isNamed ? `known.${name}` : this.columnOf('pair', name);
    return `SELECT pair.${this.project.name} AS project_id, ${value} AS value, pair.${counts} AS counted
      FROM ${values} AS pair ${join} ${where}`;
  }

  /** The small tables compare text by bytes; the rows and the filters use the default collation. */
  private columnOf(alias: string, path: string): string {
    return this.table.field(path).type === 'string'
      ? `${alias}.${path} COLLATE "default"`
      : `${alias}.${path}`;
  }

  private get project(): Field {
    return this.table.field(this.table.resource.policy.project ?? '');
  }

  private isPairField(field: Field): boolean {
    return field === this.project || (field.name === this.facet.field && !this.isNullFacet);
  }

  /** Whether the filters select rows without a value of the facet. */
  private get isNullFacet(): boolean {
    return this.filters.some(
      ({ field, operator, value }) =>
        field.name === this.facet.field &&
        ((operator === 'is_null' && value === true) || (operator === 'eq' && value === null)),
    );
  }

  private isFiltered(name: string): boolean {
    return this.filters.some(({ field }) => field.name === name);
  }

  /** Whether an index returns rows in this order without passing many others. */
  private hasIndex(sort: Field, rangeField: string | undefined): boolean {
    if (sort === this.table.key) return rangeField === undefined;
    return (
      (this.facet.orders?.includes(sort.name) ?? false) && !this.isFiltered(this.table.key.name)
    );
  }
}

function aliased(row: RowSql, column: (path: string) => string): RowSql {
  return { column, bind: (value, type) => row.bind(value, type) };
}
