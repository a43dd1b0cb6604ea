import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type CustomStat,
  type CustomStatUpdate,
  type NewCustomStat,
  newCustomStatSchema,
  type SavedCustomStat,
} from '@portal/contracts/custom-stats';
import { SAVING_SECONDS } from '@portal/contracts/constants';
import type { Caller } from '@portal/domain/caller';
import { managesStats, maySeeStat } from '@portal/domain/custom-stats';
import {
  deleteStat,
  insertStat,
  readStat,
  readStats,
  replaceStat,
  type StoredStat,
  valuesOf,
} from '@portal/persistence/custom-stats/statistics';
import type { Queryable } from '@portal/persistence/queryable';
import type { Actor } from '../../db/actor.js';
import { undoableGroupOf } from '../../db/audit-group.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { meaningOf } from '@portal/persistence/database-errors';
import { Reads } from '../../db/pools.js';
import { wrongGrouping } from './aggregate.js';
import { ProblemException } from '../../problems/problem.js';
import { QueryError } from '../../sandbox/query-error.js';
import { refuseStale } from '../../http/output/etags.js';
import { SchemaPipe } from '../../http/input/schema.pipe.js';
import { reorderStats } from './order.js';
import { Queries } from './queries.js';
import { StatParameters } from './stat-parameters.js';

/** Stores the custom statistics of a project. */
@Injectable()
export class CustomStatsService {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    private readonly queries: Queries,
    private readonly parameters: StatParameters,
  ) {}

  /** By display order and name; inactive ones only on request, for users who manage them. */
  list(projectId: number, activeOnly: boolean, caller: Caller): Promise<readonly StoredStat[]> {
    return readStats(this.reads.prepared, projectId, activeOnly, caller);
  }

  /** @throws {ProblemException} `not-found`, also for a statistic hidden from the caller */
  async get(projectId: number, statId: number, caller: Caller): Promise<StoredStat> {
    const found = await findStat(this.reads.prepared, projectId, statId);
    const { is_active: isActive, audience } = found;
    if (!maySeeStat(caller, { projectId, isActive, audience })) throw notFound();
    return found;
  }

  /** The visible statistics with these ids, by id; all active ones without ids. */
  async visibleByIds(
    projectId: number,
    ids: readonly number[] | undefined,
    caller: Caller,
  ): Promise<ReadonlyMap<number, StoredStat>> {
    const seen = await this.list(projectId, ids === undefined, caller);
    const selected = ids === undefined ? seen : seen.filter(({ id }) => ids.includes(id));
    return new Map(selected.map((stat) => [stat.id, stat]));
  }

  /** As the caller gets it. The text of the query is only for callers who may change the statistic. */
  async present(stat: StoredStat, caller: Caller): Promise<CustomStat> {
    const { sql_query, ...shown } = stat;
    const parameters = await this.parameters.of(sql_query, caller.userId);
    const isManaged = managesStats(caller, stat.project_id);
    return { ...shown, sql_query: isManaged ? sql_query : null, parameters };
  }

  /** One after the other: each user has one place among the texts that are checked. */
  async presentAll(stats: readonly StoredStat[], caller: Caller): Promise<CustomStat[]> {
    const presented: CustomStat[] = [];
    for (const stat of stats) presented.push(await this.present(stat, caller));
    return presented;
  }

  /** @throws {ProblemException} `invalid-input` and the problems of a query, `conflict` */
  async create(
    projectId: number,
    stat: NewCustomStat,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<SavedCustomStat> {
    const query_error = await this.checkQuery(projectId, stat, actor.userId, signal);
    const created = await writing(() =>
      this.transactions.run(actor, (tx) => insertStat(tx, projectId, actor.userId, stat)),
    );
    return this.saved(created, query_error, actor);
  }

  /**
   * Changes the given fields; the result must be as valid as a new statistic.
   * @param ifMatch the ETag of the expected version; without it the last write wins
   * @throws {ProblemException} as `create`, `not-found`, and `conflict` if it has changed
   */
  async update(
    projectId: number,
    statId: number,
    update: CustomStatUpdate,
    ifMatch: string | undefined,
    actor: Actor,
    signal: AbortSignal,
  ): Promise<SavedCustomStat> {
    for (;;) {
      const before = await findStat(this.reads.prepared, projectId, statId);
      refuseStale(before, update, ifMatch);
      const next = await wholeOf({ ...settingsOf(before), ...update });
      const query_error = QUERY_FIELDS.some((field) => next[field] !== before[field])
        ? await this.checkQuery(projectId, next, actor.userId, signal)
        : null;
      if (isDeepStrictEqual(valuesOf(before), valuesOf(next))) {
        return this.saved(before, query_error, actor);
      }
      const changed = await this.replace(before, next, actor);
      // After a concurrent change the validated statistic would not be the stored one.
      if (changed) return this.saved(changed, query_error, actor);
    }
  }

  /**
   * Gives the statistics of the project the order of the ids.
   * @param ids each statistic of the project once
   * @throws {ProblemException} `conflict`, with the ids that are missing or unknown
   */
  async reorder(projectId: number, ids: readonly number[], actor: Actor): Promise<void> {
    await this.transactions.run(actor, (tx) => reorderStats(tx, projectId, ids));
  }

  /**
   * @returns the group of the audit records; null if it cannot be undone
   * @throws {ProblemException} `not-found`
   */
  remove(projectId: number, statId: number, actor: Actor): Promise<number | null> {
    return this.transactions.run(actor, async (tx) => {
      if (!(await deleteStat(tx, projectId, statId))) throw notFound();
      return undoableGroupOf(tx);
    });
  }

  /** For a caller who has changed it, and so sees the text. */
  private async saved(
    stat: StoredStat,
    query_error: string | null,
    { userId }: Actor,
  ): Promise<SavedCustomStat> {
    return { ...stat, parameters: await this.parameters.of(stat.sql_query, userId), query_error };
  }

  /** @returns undefined if the statistic has another version by now */
  private replace(
    before: StoredStat,
    next: NewCustomStat,
    actor: Actor,
  ): Promise<StoredStat | undefined> {
    return writing(() => this.transactions.run(actor, (tx) => replaceStat(tx, before, next)));
  }

  /**
   * Also asks the database, which knows columns and types; the query is not run.
   * @returns why it fails on the data of today, with which its columns are unknown; null if it does not
   * @throws {ProblemException} for a query that is wrong, whatever the data
   */
  private async checkQuery(
    projectId: number,
    { sql_query, enable_aggregation, aggregation_column }: NewCustomStat,
    userId: number,
    signal: AbortSignal,
  ): Promise<string | null> {
    const query = await this.queries.check(sql_query, userId, signal);
    const limits = { timeoutSeconds: SAVING_SECONDS, signal };
    const columns = await this.queries.describe(query, projectId, limits).catch(dataErrorOf);
    if (typeof columns === 'string') return columns;
    const names = columns.map(({ name }) => name);
    if (!enable_aggregation || aggregation_column === null) return null;
    const detail = wrongGrouping(names, aggregation_column);
    if (detail === undefined) return null;
    throw new ProblemException('invalid-input', 'The body is not valid', [
      { pointer: '/aggregation_column', detail },
    ]);
  }
}

/**
 * PostgreSQL computes constants before it reads a row: class 22 is an error of a value, such as a
 * division by zero. One with a position is in the text of the query.
 */
function dataErrorOf(error: unknown): string {
  const isOfData =
    error instanceof QueryError && error.position === undefined && error.sqlState.startsWith('22');
  if (isOfData) return error.detail;
  throw error;
}

/** @throws {ProblemException} `not-found` */
async function findStat(db: Queryable, projectId: number, statId: number): Promise<StoredStat> {
  const found = await readStat(db, projectId, statId);
  if (!found) throw notFound();
  return found;
}

const QUERY_FIELDS = ['sql_query', 'enable_aggregation', 'aggregation_column'] as const;
const pipe = new SchemaPipe();

async function wholeOf(settings: Readonly<Record<string, unknown>>): Promise<NewCustomStat> {
  const parsed: unknown = await pipe.transform(settings, {
    type: 'body',
    schema: newCustomStatSchema,
  });
  return newCustomStatSchema.parse(parsed);
}

/** The fields that a user sets. */
function settingsOf(stat: StoredStat): NewCustomStat {
  const { id: _id, project_id: _project, version: _version, ...rest } = stat;
  const { created_at: _created, updated_at: _updated, ...settings } = rest;
  return settings;
}

async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const meaning = meaningOf(error);
    if (meaning === 'foreign key') throw notFound();
    if (meaning !== 'unique') throw error;
    throw new ProblemException('conflict', 'Another statistic of this project has this name', [
      { pointer: '/name', detail: 'is taken by another statistic' },
    ]);
  }
}

export function notFound(): ProblemException {
  return new ProblemException('not-found', 'There is no such statistic');
}
