import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  MAX_TASK_CHANGES,
  type TaskChange,
  taskChangeSchema,
  type TaskChanges,
  type TaskChangesQuery,
} from '@portal/contracts/task-changes';
import { type Caller, covers, projectsWhere } from '@portal/domain/caller';
import { permissionsToSee, ITEM_RULES } from '@portal/domain/item-rules';
import {
  type ChangedTask,
  type ChangeHorizon,
  readChangeHorizon,
  readTaskChanges,
} from '@portal/persistence/tasks/task-changes';
import {
  feedbackOf,
  presentFeedback,
  type StoredFeedback,
} from '@portal/persistence/tasks/task-feedback';
import { itemSeen } from '@portal/persistence/visibility/items';
import type { z } from 'zod';
import { Reads } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import { type ListMetadata, ListRegistry } from '../../../lists/declare/list-metadata.js';
import type { Row } from '../../../db/row.js';
import { ListConnections } from '../../../lists/read/list-connections.js';
import { presentItem } from '../../../lists/read/items.js';
import { RowQuery } from '../../../lists/read/row-sql.js';
import { SignedCursors } from '../../../lists/read/signed-cursors.js';
import { reviewsOf, TASKS } from '../tasks.list.js';
import { type ChangeCursor, readCursor, writeCursor } from './change-cursor.js';

const taskSchema = taskChangeSchema.shape.task.unwrap();
type PresentTask = z.infer<typeof taskSchema>;

/** Lines end after this time. Their reader goes on where they ended, with the rights of that moment. */
const LINES_MS = 5 * 60_000;

/** The projects of a reader; null for all. */
type Scope = readonly number[] | null;

/** A page with the cursor after each of its items. */
interface Page {
  readonly items: readonly { readonly item: TaskChange; readonly cursor: string }[];
  readonly next: string;
  readonly hasMore: boolean;
}

/** What changed in the tasks that a caller may list, in the order of commits, deletions included. */
@Injectable()
export class TaskChangesService {
  private readonly table: ListMetadata;

  constructor(
    private readonly reads: Reads,
    private readonly cursors: SignedCursors,
    private readonly turns: ListConnections,
    tables: ListRegistry,
  ) {
    this.table = tables.open(TASKS);
  }

  /** @throws {ProblemException} `invalid-input`, `not-found`, `cursor-expired` */
  async page(caller: Caller, query: TaskChangesQuery): Promise<TaskChanges> {
    const scope = scopeOf(caller, query.project_id);
    const { items, next, hasMore } = await this.read(caller, scope, query.after, query.limit);
    return { items: items.map(({ item }) => item), next, has_more: hasMore };
  }

  /**
   * One line of JSON for each change until there is no more, or the time is over: the item with its
   * `cursor`. The last line has `next` and `has_more`.
   * @throws {ProblemException} like `page`, and `too-many-requests`, before the first line
   */
  async lines(caller: Caller, query: TaskChangesQuery, gone: AbortSignal): Promise<Readable> {
    const scope = scopeOf(caller, query.project_id);
    const end = performance.now() + LINES_MS;
    const read = (after: string | undefined) => this.read(caller, scope, after, MAX_TASK_CHANGES);
    const leave = await this.turns.enter('feeds', caller.userId, gone);
    try {
      const lines = linesOf(await read(query.after), read, end);
      return Readable.from(lines, { objectMode: false, signal: gone }).once('close', leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async read(
    caller: Caller,
    scope: Scope,
    after: string | undefined,
    limit: number,
  ): Promise<Page> {
    const horizon = await readChangeHorizon(this.reads.prepared);
    const from = this.startOf(after, scope, horizon);
    const found = await readTaskChanges(this.reads.prepared, scope, from, from.since, limit + 1);
    const page = found.slice(0, limit);
    const tasks = await this.tasksOf(caller, scope, page);
    const items = page.flatMap((changed) => {
      const item = itemOf(changed, tasks);
      return item ? [{ item, cursor: writeCursor(this.cursors, placed(from, changed)) }] : [];
    });
    const last = page.at(-1);
    return {
      items,
      next: writeCursor(this.cursors, last ? placed(from, last) : from),
      hasMore: found.length > limit,
    };
  }

  /** @throws {ProblemException} if a reader cannot go on from there */
  private startOf(after: string | undefined, scope: Scope, horizon: ChangeHorizon): ChangeCursor {
    const name = scope === null ? 'all' : scope.toSorted((a, b) => a - b).join(',');
    if (after === undefined) {
      return { epoch: horizon.epoch, scope: name, xid: '0', taskId: 0, since: horizon.xid };
    }
    const cursor = readCursor(this.cursors, after);
    if (!cursor) {
      throw new ProblemException('invalid-input', 'The query is not valid', [
        { pointer: '/after', detail: 'must be the `next` of an earlier response' },
      ]);
    }
    const expired = whyExpired(cursor, name, horizon);
    if (expired === undefined) return cursor;
    throw new ProblemException('cursor-expired', `${expired}; begin again without \`after\``);
  }

  /** The present tasks of a page, by id. */
  private async tasksOf(
    caller: Caller,
    scope: Scope,
    page: readonly ChangedTask[],
  ): Promise<ReadonlyMap<number, PresentTask>> {
    const row = new RowQuery(this.table);
    const ids = row.bind(
      page.map(({ turing_task_id: id }) => id),
      'bigint[]',
    );
    const projects = row.bind(scope, 'int[]');
    const condition = `${this.table.key.sql} = ANY (${ids})
      AND (${projects} IS NULL OR ${row.column('project_id')} = ANY (${projects}))
      AND ${itemSeen(caller, TASKS.policy, row)}`;
    const rows = await this.reads.prepared.query<
      Row & { readonly feedback: readonly StoredFeedback[]; readonly reviews: unknown }
    >(
      `SELECT ${this.table.selection}, ${reviewsOf(this.table.key.sql)} AS reviews,
        ${feedbackOf(this.table.key.sql)} AS feedback ${row.from()} WHERE ${condition}`,
      row.values,
    );
    return new Map(
      rows.map((found) => {
        const task = taskSchema.parse({
          ...presentItem(this.table, found),
          reviews: found.reviews,
          feedback: found.feedback.map(presentFeedback),
        });
        return [task.turing_task_id, task];
      }),
    );
  }
}

/** @param end when no further page is begun, as `performance.now()` */
async function* linesOf(
  first: Page,
  read: (after: string) => Promise<Page>,
  end: number,
): AsyncGenerator<string> {
  let page = first;
  for (;;) {
    for (const { item, cursor } of page.items) yield lineOf({ ...item, cursor });
    if (!page.hasMore || performance.now() >= end) break;
    page = await read(page.next);
  }
  yield lineOf({ next: page.next, has_more: page.hasMore });
}

/** @throws {ProblemException} `not-found` for a project whose tasks the caller may not list */
function scopeOf(caller: Caller, projectId: number | undefined): Scope {
  const projects = projectsWhere(caller, permissionsToSee(ITEM_RULES.tasks));
  if (projectId === undefined) return projects === 'all' ? null : projects;
  if (covers(projects, projectId)) return [projectId];
  throw new ProblemException('not-found', 'There is no such project');
}

function whyExpired(
  { epoch, scope, xid, since }: ChangeCursor,
  name: string,
  horizon: ChangeHorizon,
): string | undefined {
  if (epoch !== horizon.epoch) return 'The database was restored or restarted since';
  if (scope !== name) return 'The projects that you read are not the projects of `after`';
  const isMissed = (change: string) =>
    BigInt(change) > BigInt(xid) && BigInt(change) >= BigInt(since);
  if (isMissed(horizon.prunedThrough)) return 'Deletions since then are no longer known';
  if (isMissed(horizon.lastDeletedProject)) return 'A project was deleted since';
  return undefined;
}

/** A task that is no longer there, or no longer seen, comes as a deletion of its own later. */
function itemOf(
  { turing_task_id, change, changed_at }: ChangedTask,
  tasks: ReadonlyMap<number, PresentTask>,
): TaskChange | undefined {
  const task = tasks.get(turing_task_id);
  if (change === 'upsert') return task && { turing_task_id, change, changed_at, task };
  // Moved to another project that is read, or made again: it comes by that change.
  return task ? undefined : { turing_task_id, change, changed_at, task: null };
}

function placed(cursor: ChangeCursor, { xid, turing_task_id: taskId }: ChangedTask): ChangeCursor {
  return { ...cursor, xid, taskId };
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
