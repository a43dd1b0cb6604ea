import type { Caller } from '@portal/domain/caller';
import { seesAllItems } from '@portal/domain/item-rules';
import { ITEM_POLICIES, itemSeen } from '@portal/persistence/visibility/items';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { filterSql } from '../../lists/read/row-sql.js';
import { rowOrderOf, rowsAfter } from '../../lists/read/list-cursor.js';
import { boundsOf, orderBy } from '../../lists/read/list-request.js';
import type {
  Direction,
  Field,
  IndexedTable,
  ListIndex,
  ListRequest,
} from '../../lists/declare/declared-list.js';
import { OWN } from '../../lists/declare/list-metadata.js';
import { type Facet, facetConditions, FACETS, WHOLE_PROJECT } from './facets.js';

const POLICY = ITEM_POLICIES.tasks;
const PROJECT = 'project_id';
const PATH = 'core.task';

/**
 * A list of a table that must never be scanned. The planner is not reliable here: it expects the
 * rows of a filter to be spread evenly, but the last batch has the last keys. A walk in key order,
 * which the planner considers cheap, then passes all rows before the first match.
 *
 * So each list starts from a facet: a small table has the pairs of project and value that match the
 * filters. For each pair an index returns the first rows in order, and no others.
 */
export class IndexedList implements ListIndex {
  private readonly facet: Facet;
  private readonly isFaceted: boolean;
  readonly sort: Field;
  readonly direction: Direction;
  readonly hasOrder: boolean;

  constructor(
    private readonly table: IndexedTable,
    private readonly caller: Caller,
    private readonly request: ListRequest,
  ) {
    const filtered = FACETS.find(({ field }) => this.isFiltered(field));
    this.facet = filtered ?? WHOLE_PROJECT;
    this.isFaceted = filtered !== undefined;

    const rangeFilter = this.facet.orders?.find((field) => this.isFiltered(field));
    const rangeField = this.isFiltered(this.key.name) ? undefined : rangeFilter;
    this.sort = request.sort ?? table.field(rangeField ?? this.key.name);
    this.direction = request.direction ?? 'asc';
    this.hasOrder = this.isIndexed(this.sort, rangeField);
  }

  page(row: RowSql, name: string, sortText: string): string {
    const total = this.hasStoredTotal
      ? `, (SELECT sum(counted)::bigint FROM pairs) AS "${name}"`
      : '';
    const after = this.rowsAfter(row);
    const selected = { total, sortText };
    const pairs = `WITH pairs AS (${this.pairs(row)})`;
    return (
      pairs +
      (after.length < 2 && this.isSingleScan
        ? this.singleScan(row, selected, after)
        : this.rowsByKeys(row, selected, after))
    );
  }

  /** Whether the page is the start of one index scan: of all rows, or of a single pair. */
  private get isSingleScan(): boolean {
    const isOne = (name: string): boolean =>
      this.request.filters.some(
        ({ field, operator, value }) => field.name === name && operator === 'eq' && value !== null,
      );
    const isWalk = !this.isPaired || (isOne(this.project.name) && isOne(this.facet.field));
    return isWalk && this.request.offset === 0;
  }

  /** The rows in index order, if the caller may see the pair. */
  private singleScan(
    row: RowSql,
    { total, sortText }: PageColumns,
    after: readonly string[],
  ): string {
    const { key } = this;
    const conditions = this.request.filters
      .filter(({ field }) => !this.isPaired || field !== this.project)
      .map((filter) => filterSql(filter, row));
    conditions.push(...after);
    const prefix: string[] = [];
    if (this.isPaired) {
      conditions.push(this.inProject('(SELECT project_id FROM pairs LIMIT 1)'));
      conditions.push(...this.inIndex('(SELECT value FROM pairs LIMIT 1)'));
      prefix.push(this.project.sql, this.indexed);
    }
    return `
      SELECT ${this.table.listSelection}, ${this.sort.sql}::text AS "${sortText}" ${total}
      FROM ${PATH} AS ${OWN}
      WHERE ${conditions.join(' AND ') || 'TRUE'}
      ORDER BY ${orderBy([...prefix, this.sort.sql, key.sql], this.direction)}
      LIMIT ${this.request.size}`;
  }

  /** Finds the keys of all pairs first, then reads the rows of the page. */
  private rowsByKeys(
    row: RowSql,
    { total, sortText }: PageColumns,
    after: readonly string[],
  ): string {
    const { size, offset } = this.request;
    const sorted = orderBy(['sort', 'key'], this.direction);
    const found = this.found(row, offset + size, after);
    return `,
      head AS MATERIALIZED (SELECT * FROM (${found}) AS found ORDER BY ${sorted} ${boundsOf(this.request)})
      SELECT ${this.table.listSelection}, head.sort::text AS "${sortText}" ${total}
      FROM head JOIN ${PATH} AS ${OWN} ON ${this.key.sql} = head.key
      ORDER BY ${orderBy(['head.sort', 'head.key'], this.direction)}`;
  }

  /** Whether the read model has the total: the filters select whole pairs. */
  private get hasStoredTotal(): boolean {
    return this.request.filters.every(({ field }) => this.isPairField(field)) && !this.isNullFacet;
  }

  first(row: RowSql, most: number): string {
    return `WITH pairs AS (${this.pairs(row)}) ${this.found(row, most)} LIMIT ${most}`;
  }

  /**
   * If other filters apply, the planner expects their matches to be spread evenly, but often they are
   * all at the end.
   */
  get mayWalk(): boolean {
    return this.request.filters.every(({ field }) => field === this.project);
  }

  condition(row: RowSql): string {
    const conditions = this.request.filters.flatMap((filter) => {
      const facet = FACETS.find(({ field }) => field === filter.field.name);
      return facet ? facetConditions(filter, facet, row) : [filterSql(filter, row)];
    });
    return [itemSeen(this.caller, POLICY, row), ...conditions].join(' AND ');
  }

  /** @param after parts of the rows that may be found; by default, all rows */
  private found(row: RowSql, max: number, after: readonly string[] = []): string {
    const { key } = this;
    const conditions = this.request.filters
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
    const part = (condition: string): string => `SELECT ${key.sql} AS key, ${this.sort.sql} AS sort
      FROM ${PATH} AS ${OWN}
      WHERE ${[...conditions, condition].join(' AND ')}
      ORDER BY ${orderBy([...prefix, this.sort.sql, key.sql], this.direction)}
      LIMIT ${max}`;
    const parts = after.length > 0 ? after : ['TRUE'];
    const rows = parts.map((condition) => `(${part(condition)})`).join(' UNION ALL ');
    if (!this.isPaired) return `SELECT key, sort FROM (${rows}) AS all_rows`;
    const pairs = `SELECT DISTINCT project_id${this.isNullFacet ? '' : ', value'} FROM pairs`;
    return `SELECT hit.key, hit.sort FROM (${pairs}) AS pair CROSS JOIN LATERAL (${rows}) AS hit`;
  }

  private rowsAfter(row: RowSql): readonly string[] {
    const { after } = this.request;
    return after ? rowsAfter(after, rowOrderOf(this.table.keys, this), row) : [];
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
    const inProject = this.request.filters.some(({ field }) => field === this.project);
    const isAll = seesAllItems(this.caller, POLICY.rule) && !inProject && !this.isFaceted;
    return !isAll || this.sort !== this.key;
  }

  /** The pairs in the small tables that match the filters and the access of the caller. */
  private pairs(row: RowSql): string {
    const { field: name, values, texts, counts } = this.facet;
    const pair = aliased(row, (path) =>
      path === this.project.name && this.isNullFacet ? 'pair.id' : this.columnOf('pair', path),
    );
    const known = texts === undefined ? pair : aliased(row, (path) => `known.${path}`);
    const conditions = [itemSeen(this.caller, POLICY, pair)];
    for (const filter of this.request.filters) {
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

  private get key(): Field {
    return this.table.keys[0];
  }

  private get project(): Field {
    return this.table.field(PROJECT);
  }

  private isPairField(field: Field): boolean {
    return field === this.project || (field.name === this.facet.field && !this.isNullFacet);
  }

  /** Whether the filters select rows without a value of the facet. */
  private get isNullFacet(): boolean {
    return this.request.filters.some(
      ({ field, operator, value }) =>
        field.name === this.facet.field &&
        ((operator === 'is_null' && value === true) || (operator === 'eq' && value === null)),
    );
  }

  private isFiltered(name: string): boolean {
    return this.request.filters.some(({ field }) => field.name === name);
  }

  /** Whether an index returns rows in this order without passing many others. */
  private isIndexed(sort: Field, rangeField: string | undefined): boolean {
    if (sort === this.key) return rangeField === undefined;
    return (this.facet.orders?.includes(sort.name) ?? false) && !this.isFiltered(this.key.name);
  }
}

/** Further columns of a page: the SQL of the total, and the name for the sort value. */
interface PageColumns {
  readonly total: string;
  readonly sortText: string;
}

function aliased(row: RowSql, column: (path: string) => string): RowSql {
  return { column, bind: (value, type) => row.bind(value, type) };
}
