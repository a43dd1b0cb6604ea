import { isAnonymisation } from '@portal/persistence/audit/incomplete-rows';
import { auditRecordSchema, type ChangeGroup, NOT_UNDOABLE } from '@portal/contracts/audit';
import { MAX_LIST_DEPTH } from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import { itemSeen } from '@portal/persistence/visibility/items';
import { rowsAfter } from '../../lists/read/list-cursor.js';
import { shownTo } from '../../lists/read/list-reader.js';
import { presentItem } from '../../lists/read/items.js';
import { boundsOf, conditionOf } from '../../lists/read/list-request.js';
import type { ListRequest, Position, Total } from '../../lists/declare/declared-list.js';
import type { Row } from '../../db/row.js';
import { RowQuery } from '../../lists/read/row-sql.js';
import { OWN, type ListMetadata } from '../../lists/declare/list-metadata.js';
import type { RecordedRow } from './changed-groups.js';

type Kind = ChangeGroup['kinds'][number];
type Facts = Pick<ChangeGroup, 'total' | 'undoable'>;

/** Rows of each group that are compared with the stored ones. */
const MAX_COMPARED = 100;

/** The groups of a page, and where the next one begins. */
interface GroupPage {
  readonly groups: readonly number[];
  /** Undefined at the end of the list. */
  readonly last: Position | undefined;
  readonly total: Total;
}

/** The queries of one list of change groups, limited to the records that the caller sees. */
export class GroupList {
  constructor(
    private readonly table: ListMetadata,
    private readonly caller: Caller,
    private readonly request: ListRequest,
  ) {}

  /**
   * The groups of the page by their newest matching record. A page reads at most MAX_LIST_DEPTH records,
   * where lists of records end, too. If there are more, the total is an estimate.
   */
  async page(db: Queryable): Promise<GroupPage> {
    const row = new RowQuery(this.table);
    const { after, size } = this.request;
    const [found] = await db.query<FoundPage>(
      sql`
      WITH newest AS MATERIALIZED (
        SELECT at, id, group_id ${row.from()}
        WHERE ${this.matches(row)} AND ${isAfter(after, 'at', 'id', row)}
        ORDER BY at DESC, id DESC LIMIT ${MAX_LIST_DEPTH + 1}),
      listed AS (
        SELECT group_id, max(at) AS at, max(id) AS id FROM newest GROUP BY group_id
        ORDER BY 2 DESC, 3 DESC)
      SELECT count(*) > ${MAX_LIST_DEPTH} AS is_full,
        ${after ? '0' : 'count(DISTINCT group_id)'} AS total,
        (SELECT ${place} FROM newest ORDER BY at, id LIMIT 1) AS last_read,
        to_jsonb(ARRAY(
          SELECT jsonb_build_object('id', group_id, 'place', ${place}) FROM listed
          WHERE ${this.isNew(row)} ORDER BY at DESC, id DESC ${boundsOf(this.request)})) AS groups
      FROM newest`,
      row.values,
    );
    if (!found) throw new Error('a SELECT without a row');
    const { groups, total, is_full: isFull, last_read: lastRead } = found;
    const last = groups.length < size ? isFull && lastRead : groups.at(-1)?.place;
    return {
      groups: groups.map(({ id }) => id),
      last: last || undefined,
      total: { total, total_is_estimate: isFull },
    };
  }

  /** Whether no earlier page has the group: its changes can be before and after those of others. */
  private isNew(row: RowQuery): string {
    const { after } = this.request;
    if (!after) return 'TRUE';
    return sql`(
      SELECT ${isAfter(after, 'max(at)', 'max(id)', row)} ${row.from()}
      WHERE group_id = listed.group_id AND ${this.matches(row)})`;
  }

  /** The matching records of each group by action and entity. */
  async kinds(
    db: Queryable,
    groups: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Kind[]>> {
    const row = new RowQuery(this.table);
    const inGroups = sql`${row.column('group_id')} = ANY (${row.bind(groups, 'bigint[]')})`;
    const found = await db.query<Row & { readonly count: number }>(
      sql`
      SELECT ${this.table.listSelection}, kind.count
      FROM (
        SELECT max(id) AS newest, count(*) AS count
        ${row.from()} WHERE ${inGroups} AND ${this.matches(row)}
        GROUP BY group_id, action, entity
      ) AS kind JOIN ${this.table.path} AS ${OWN} ON ${this.table.key.sql} = kind.newest
      ORDER BY kind.newest DESC`,
      row.values,
    );
    const kinds = new Map<number, Kind[]>();
    for (const { count, ...stored } of found) {
      const item = shownTo(this.caller, this.table, presentItem(this.table, stored));
      const newest = auditRecordSchema.parse(item);
      const others = kinds.get(newest.group_id) ?? [];
      kinds.set(newest.group_id, [...others, { count, newest }]);
    }
    return kinds;
  }

  /** About all visible records of each group. */
  async facts(db: Queryable, groups: readonly number[]): Promise<ReadonlyMap<number, Facts>> {
    const row = new RowQuery(this.table);
    const found = await db.query<Facts & { readonly group_id: number }>(
      sql`
      SELECT group_id, count(*) AS total,
        NOT bool_or(entity = ANY (${row.bind(Object.keys(NOT_UNDOABLE), 'text[]')}) OR entity_id = '*' OR ${isAnonymisation})
          AND count(DISTINCT (entity, entity_id)) = count(*) AS undoable
      ${row.from()}
      WHERE group_id = ANY (${row.bind(groups, 'bigint[]')}) AND ${this.isSeen(row)}
      GROUP BY group_id`,
      row.values,
    );
    return new Map(found.map(({ group_id: id, ...facts }) => [id, facts]));
  }

  /** The newest visible records of each group. */
  newestRows(db: Queryable, groups: readonly number[]): Promise<readonly RecordedRow[]> {
    const row = new RowQuery(this.table);
    return db.query<RecordedRow>(
      sql`
      SELECT newest.* FROM unnest(${row.bind(groups, 'bigint[]')}) AS listed (id)
      CROSS JOIN LATERAL (
        SELECT id, group_id, entity ${row.from()}
        WHERE group_id = listed.id AND ${this.isSeen(row)}
        ORDER BY id DESC LIMIT ${MAX_COMPARED}) AS newest`,
      row.values,
    );
  }

  private matches(row: RowQuery): string {
    return conditionOf(this.table, this.caller, this.request, row);
  }

  private isSeen(row: RowQuery): string {
    return itemSeen(this.caller, this.table.declared.policy, row);
  }
}

/** A place in the list, as a `Position`. */
const place = sql`jsonb_build_object('value', at::text, 'keys', jsonb_build_array(id))`;

function isAfter(after: Position | undefined, at: string, id: string, row: RowQuery): string {
  if (!after) return 'TRUE';
  const sort = { sql: at, cast: 'timestamptz', nullable: false };
  const keys = [{ sql: id, cast: 'bigint' }];
  return rowsAfter(after, { sort, keys, direction: 'desc' }, row).join();
}

interface FoundPage {
  readonly groups: readonly { readonly id: number; readonly place: Position }[];
  readonly total: number;
  readonly is_full: boolean;
  readonly last_read: Position | null;
}
