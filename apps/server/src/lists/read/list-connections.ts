import { Injectable } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import type { Queryable } from '@portal/persistence/queryable';
import { meaningOf } from '@portal/persistence/database-errors';
import { EXPORTS, IndexedReads, Reads, SCANS, Scans } from '../../db/pools.js';
import { FairQueue, QueueFullError } from '../../fair-queue/fair-queue.js';
import { ProblemException } from '../../problems/problem.js';
import type { ListRequest } from '../declare/declared-list.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import { ListStatements } from './list-statements.js';

/** Maximum time of the database for a list that no index serves. */
const SCAN_MS = 2_000;
const MAX_WAIT_MS = 2_000;
/** Readers of all changes at a time. Each asks for page after page, for minutes. */
const FEEDS = 2;

const TOO_MANY = {
  scans: 'Too many large lists are read now; try again in a moment',
  exports: 'Too many exports are running; try again later',
  feeds: 'Too many readers take all changes now; try again later',
} as const;

/** Reads lists on the connections that are for them. A few users at a time scan lists, export them and take all changes. */
@Injectable()
export class ListConnections {
  /** A user has one of each. */
  private readonly waiting = {
    scans: queueFor(SCANS),
    exports: queueFor(EXPORTS),
    feeds: queueFor(FEEDS),
  };

  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
    private readonly scans: Scans,
  ) {}

  /** @throws {ProblemException} `too-broad`, `too-many-requests` */
  run<T>(
    table: ListMetadata,
    caller: Caller,
    request: ListRequest,
    read: (db: Queryable, list: ListStatements) => Promise<T>,
  ): Promise<T> {
    const list = new ListStatements(table, caller, request);
    if (list.hasLimit) {
      return this.scan(
        caller,
        (db) => read(db, list),
        (seconds) => tooBroad(table, request, seconds),
        list.isScan ? this.scans : this.indexed,
      );
    }
    return read(table.declared.large?.index ? this.indexed.prepared : this.reads.prepared, list);
  }

  /**
   * Reads what no index serves.
   * @param tooBroad the problem of a read that takes longer than `seconds`
   * @param on whose connections it takes
   * @throws {ProblemException} `too-broad`, `too-many-requests`
   */
  async scan<T>(
    caller: Caller,
    read: (db: Queryable) => Promise<T>,
    tooBroad: (seconds: number) => ProblemException,
    on: Scans | IndexedReads = this.scans,
  ): Promise<T> {
    const leave = await this.enter('scans', caller.userId);
    try {
      return await on.within(SCAN_MS, read);
    } catch (error) {
      throw meaningOf(error) === 'out of time' ? tooBroad(SCAN_MS / 1000) : error;
    } finally {
      leave();
    }
  }

  /**
   * Waits until the user may scan a list, export one or take all changes.
   * @returns the function that ends it
   * @throws {ProblemException} `too-many-requests`
   */
  async enter(what: keyof typeof TOO_MANY, userId: number, signal?: AbortSignal) {
    try {
      return await this.waiting[what].enter(userId, null, signal);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new ProblemException('too-many-requests', TOO_MANY[what]);
    }
  }
}

/** The problem of a list that takes longer than `seconds`; it names the filters that have an index. */
export function tooBroad(
  table: ListMetadata,
  { filters }: ListRequest,
  seconds: number,
): ProblemException {
  const used = new Set(filters.map(({ field }) => field.name));
  const names = Object.keys(table.declared.large?.filters ?? {}).filter((name) => !used.has(name));
  const advice =
    names.length > 0
      ? `Filter by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)}`
      : 'Use narrower filters';
  const detail = `Reading this list takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'filters', detail: advice }]);
}

function queueFor(running: number): FairQueue<null> {
  return new FairQueue({
    running,
    runningPerKey: 1,
    waiting: 64,
    waitingPerKey: 8,
    maxWaitMs: MAX_WAIT_MS,
  });
}
