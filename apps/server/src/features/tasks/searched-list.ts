import type { Caller } from '@portal/domain/caller';
import { countFound, keysFound, type SearchedTasks } from '@portal/persistence/tasks/task-search';
import { ITEM_POLICIES, itemSeen } from '@portal/persistence/visibility/items';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { boundsOf, orderBy } from '../../lists/read/list-request.js';
import { rowOrderOf, rowsAfter } from '../../lists/read/list-cursor.js';
import { filterSql } from '../../lists/read/row-sql.js';
import type {
  Direction,
  Field,
  Filter,
  IndexedTable,
  ListIndex,
  ListRequest,
} from '../../lists/declare/declared-list.js';
import { OWN } from '../../lists/declare/list-metadata.js';

const POLICY = ITEM_POLICIES.tasks;
const TASKS = `core.task AS ${OWN}`;

/**
 * A searched list of tasks. An index has the first tasks of each user, batch and model that has the text, in the order
 * of the ids. Filters, and the tasks of a model, can pass many tasks of a batch or a user,
 * so it has a time limit.
 */
export class SearchedList implements ListIndex {
  readonly sort: Field;
  readonly direction: Direction;
  readonly hasOrder: boolean;
  readonly mayWalk = false;
  readonly hasLimit = true;

  constructor(
    private readonly table: IndexedTable,
    private readonly caller: Caller,
    private readonly request: ListRequest,
    private readonly text: string,
  ) {
    this.sort = request.sort ?? this.key;
    this.direction = request.direction ?? 'asc';
    this.hasOrder = this.sort === this.key;
  }

  page(row: RowSql, total: string, sortText: string): string {
    const { size, offset, after } = this.request;
    const further = after ? rowsAfter(after, rowOrderOf(this.table.keys, this), row) : [];
    const found = this.sources(row, further, `LIMIT ${offset + size}`).join(' UNION ALL ');
    const counted = this.hasStoredTotal
      ? `, (${countFound(this.text, this.searched(row))}) AS "${total}"`
      : '';
    return `
      WITH head AS MATERIALIZED (
        SELECT DISTINCT key FROM (${found}) AS found
        ORDER BY ${orderBy(['key'], this.direction)} ${boundsOf(this.request)})
      SELECT ${this.table.listSelection}, head.key::text AS "${sortText}" ${counted}
      FROM head JOIN ${TASKS} ON ${this.key.sql} = head.key
      ORDER BY ${orderBy(['head.key'], this.direction)}`;
  }

  /** Whether the filters select whole pairs of project and value: those of projects. */
  private get hasStoredTotal(): boolean {
    return this.request.filters.every(isOfProject);
  }

  /** Each source is limited by itself: the first ones of all sources are at least as many, and no row counts twice. */
  first(row: RowSql, most: number): string {
    const limit = `LIMIT ${most}`;
    const sources = this.sources(row, [], limit).map((source) => `(${source} ${limit})`);
    return `SELECT DISTINCT key FROM (${sources.join(' UNION ALL ')}) AS found ${limit}`;
  }

  /** An array of keys: the planner cannot know that a search finds few tasks, and would read all of them. */
  condition(row: RowSql): string {
    return `${this.key.sql} = ANY (ARRAY(${this.sources(row, [], '').join(' UNION ALL ')}))`;
  }

  /** Queries of the keys of what the search finds and the caller sees. */
  private sources(row: RowSql, after: readonly string[], limit: string): string[] {
    return keysFound(this.text, {
      ...this.searched(row),
      conditions: [
        ...this.request.filters.map((filter) => filterSql(filter, row)),
        ...after.map((condition) => `(${condition})`),
      ],
      first: (columns) =>
        limit === '' ? '' : `ORDER BY ${orderBy(columns, this.direction)} ${limit}`,
    });
  }

  /** What the caller sees of the projects that the filters select. */
  private searched(row: RowSql): SearchedTasks {
    const ofProjects = this.request.filters.filter(isOfProject);
    return {
      from: TASKS,
      row,
      seen: (seenRow) =>
        [
          itemSeen(this.caller, POLICY, seenRow),
          ...ofProjects.map((filter) => filterSql(filter, seenRow)),
        ].join(' AND '),
      conditions: [],
    };
  }

  private get key(): Field {
    return this.table.keys[0];
  }
}

function isOfProject({ field }: Filter): boolean {
  return field.name === 'project_id';
}
