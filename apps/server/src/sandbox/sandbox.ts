import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import { traced } from '@portal/platform/tracing';
import type { Logger } from 'pino';
import { Changes, Reads, Sessions } from '../db/pools.js';
import { FairQueue, QueueFullError } from '../fair-queue/fair-queue.js';
import { ProblemException } from '../problems/problem.js';
import { Availability, type SandboxReport } from './availability.js';
import { cellOf, jsonValuesIn } from './cell.js';
import { ColumnTypes } from './column-types.js';
import { mayBeLocal } from './limit-memory.js';
import { MemoryLimiter } from './memory-limiter.js';
import type { Field, TextRow } from './cursor-fetch.js';
import { rolePreparation } from './prepare-roles.js';
import {
  problemOfOpening,
  problemOfRows,
  problemOfText,
  QueryError,
  queryTimeout,
  RecoveryConflict,
} from './query-error.js';
import type { RunQueueState } from '@portal/contracts/custom-stats';
import { CONFIG, LOGGER } from '@portal/platform/tokens';
import { runLimits } from './run-limits.js';
import type {
  Column,
  Row,
  RowSink,
  SandboxQuery,
  SandboxResult,
  SandboxRun,
} from './sandbox-query.js';
import { sandboxRolePassword } from './sandbox-role-credentials.js';
import { PREFIX, SandboxSession } from './sandbox-session.js';
import { type BoundRole, SandboxRoles } from './sandbox-roles.js';

/** What to do with an open cursor. */
type Work<T> = (session: SandboxSession) => Promise<T>;

/** What an attempt to run a query holds until it ends. */
interface Taken {
  bound?: BoundRole;
  session?: SandboxSession;
}

const MAX_BYTES = 16 * 1024 * 1024;
const ROWS_PER_FETCH = 500;
/** Per fetch: three bytes of JSON may need a hundred bytes of memory. */
const MAX_JSON_VALUES = 500_000;
/** Sandbox roles per project, over all servers. */
const ROLES_PER_PROJECT = 4;
const MAX_WAIT_MS = 30_000;
const QUEUE = { waiting: 64, waitingPerKey: 32, maxWaitMs: MAX_WAIT_MS };
const SESSION_MAX_WAIT_MS = 5_000;
const ROLE_POLL_MS = 50;
/** Grace period after the database's own timeout; then `SandboxSession.stop` is called. */
const WATCHDOG_MS = 2_000;
/** If the server dies, a binding expires this long after its run's timeout. */
const GRACE_S = 20;

/** Runs untrusted SQL. The design is in docs/adr/0090 and 0091. */
@Injectable()
export class Sandbox
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly queue: FairQueue<{ readonly stat_id: number | null }>;
  private readonly roles: SandboxRoles;
  private readonly types: ColumnTypes;
  private readonly limiter = new MemoryLimiter();
  private readonly running = new Set<Promise<unknown>>();
  private readonly closing = new AbortController();
  private readonly availability: Availability;
  private refused = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    changes: Changes,
    sessions: Sessions,
    reads: Reads,
  ) {
    const limits = runLimits(sharedCores(config.statsDatabaseUrl));
    this.queue = new FairQueue({ ...QUEUE, ...limits });
    this.roles = new SandboxRoles(sessions, ROLES_PER_PROJECT);
    this.types = new ColumnTypes(reads);
    const prepare = rolePreparation({
      changes,
      jwtSecret: config.jwtSecret,
      requestsPassword: () => this.requestsPassword(),
    });
    this.availability = new Availability(prepare, logger);
  }

  /** Only runs wait for the preparation; other requests do not. */
  onApplicationBootstrap(): void {
    void this.report();
  }

  /** Cancels the runs before the server waits for the open requests, which wait for their runs. */
  beforeApplicationShutdown(): void {
    this.closing.abort(new ProblemException('unavailable', 'The server is stopping'));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.availability.close();
    while (this.running.size > 0) await Promise.allSettled(this.running);
    this.limiter.stop();
  }

  /** Whether custom SQL can run on this server, and which protections are missing. */
  report(): Promise<SandboxReport> {
    return this.availability.report();
  }

  /** Whether custom SQL can run on this server now, as far as it knows. */
  get isAvailable(): boolean {
    return this.availability.isAvailable;
  }

  /**
   * Runs one query as a role that sees only the project, and rolls back.
   * @throws {ProblemException} `query-failed` (a {@link QueryError}), `query-timeout`,
   *   `query-too-large`, `query-cancelled`, `too-many-requests` or `unavailable`
   */
  run(run: SandboxRun): Promise<SandboxResult> {
    return this.perform(run, async (session) => {
      const { fields, rows } = await session.fetch(run.maxRows + 1);
      const executionTimeMs = session.elapsedMs;
      const returned = rows.slice(0, run.maxRows);
      return {
        columns: await this.columnsOf(fields),
        rows: readRows(returned, fields),
        rowCount: returned.length,
        truncated: rows.length > returned.length,
        executionTimeMs,
      };
    });
  }

  /**
   * The columns of the query, without running it.
   * @throws {ProblemException} as `run`
   */
  describe(query: SandboxQuery): Promise<readonly Column[]> {
    return this.perform(query, async (session) => this.columnsOf((await session.fetch(0)).fields));
  }

  /**
   * Passes all rows of the query to the sink, within the query's timeout.
   * A sink that accepts no more rows stops the run with the query's signal.
   * @throws {ProblemException} as `run`; `query-too-large` applies to each fetch of 500 rows
   */
  readAll(query: SandboxQuery, sink: RowSink): Promise<void> {
    let hasBegun = false;
    const work: Work<void> = async (session) => {
      const first = await session.fetch(ROWS_PER_FETCH);
      const columns = await this.columnsOf(first.fields);
      hasBegun = true;
      sink.begin(columns);
      for (let { rows } = first; ; { rows } = await session.fetch(ROWS_PER_FETCH)) {
        await sink.take(readRows(rows, first.fields));
        if (rows.length < ROWS_PER_FETCH) return;
      }
    };
    return this.perform(query, work, () => !hasBegun);
  }

  /** The runs on this server now, and how many it has refused since it started, as there were too many. */
  get load(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    return { ...this.queue.load, refused: this.refused };
  }

  /** The running and waiting runs of the project on this server. */
  queueOf(projectId: number): RunQueueState {
    const { running, waiting } = this.queue.runsOf(projectId);
    return {
      running: running.map(({ what, ms }) => ({ ...what, running_ms: ms })),
      waiting: waiting.map(({ what, ms, position }) => ({
        ...what,
        waiting_ms: ms,
        queue_position: position,
      })),
    };
  }

  /** @param mayRepeat whether the work can start anew, asked when the database interrupted it */
  private async perform<T>(
    query: SandboxQuery,
    work: Work<T>,
    mayRepeat: () => boolean = () => true,
  ): Promise<T> {
    if (query.sql.includes('\0')) throw new QueryError('The query contains a NUL', '22021');
    const place = new AbortController();
    const signal = withClosing(query.signal, AbortSignal.any([this.closing.signal, place.signal]));
    const run = () => this.queued(query, work, mayRepeat, signal, () => place.abort(gaveWay()));
    return this.tracked(traced('custom sql', run, { facts: { project_id: query.projectId } }));
  }

  /** The shutdown waits for this work. */
  private async tracked<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  private async queued<T>(
    run: SandboxQuery,
    work: Work<T>,
    mayRepeat: () => boolean,
    signal: AbortSignal,
    giveWay: () => void,
  ): Promise<T> {
    const deadline = Date.now() + MAX_WAIT_MS;
    try {
      const { unavailable } = await this.report();
      if (unavailable !== undefined) throw new ProblemException('unavailable', unavailable.detail);
      const leave = await this.queue.enter(
        run.projectId,
        { stat_id: run.statId ?? null },
        signal,
        run.isBackground === true ? giveWay : undefined,
      );
      let taken: Taken = {};
      const attempt = async (seconds: number): Promise<T> => {
        taken.bound = await this.takeRole(run, deadline, signal);
        taken.session = await this.open(taken.bound, Math.ceil(seconds * 1_000));
        return this.within(taken.session, { ...run, timeoutSeconds: seconds }, work, signal);
      };
      const begun = Date.now();
      try {
        return await attempt(run.timeoutSeconds).catch(async (error: unknown) => {
          const left = run.timeoutSeconds - (Date.now() - begun) / 1_000;
          if (!(error instanceof RecoveryConflict) || !mayRepeat() || left < 1) throw error;
          await this.release(taken);
          taken = {};
          return attempt(left);
        });
      } finally {
        // The next run waits for the release, but the caller gets the result first.
        void this.tracked(this.release(taken).finally(leave));
      }
    } catch (error) {
      const problem = error instanceof QueueFullError ? tooMany(error.position) : error;
      if (!(problem instanceof ProblemException))
        throw signal.aborted ? cancelled(signal) : problem;
      if (problem.code === 'too-many-requests') this.refused += 1;
      throw problem;
    }
  }

  private async takeRole(
    { projectId, timeoutSeconds }: SandboxQuery,
    deadline: number,
    signal: AbortSignal,
  ): Promise<BoundRole> {
    for (;;) {
      signal.throwIfAborted();
      const bound = await this.roles.bind(projectId, randomUUID(), timeoutSeconds + GRACE_S);
      if (bound) return bound;
      if (Date.now() > deadline) throw tooMany();
      await delay(ROLE_POLL_MS, undefined, { signal });
    }
  }

  private async release({ bound, session }: Taken): Promise<void> {
    await session?.close();
    // A sandbox role that cannot be released is free when its binding expires.
    if (bound)
      await this.roles.release(bound).catch((error: unknown) => {
        this.logger.warn({ err: error, role: bound.role }, 'a sandbox role was not released');
      });
  }

  /** Does the work in the session until it completes, is cancelled or times out. */
  private async within<T>(
    session: SandboxSession,
    { sql, parameters, timeoutSeconds }: SandboxQuery,
    work: Work<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const onAbort = (): void => session.stop(cancelled(signal));
    const watchdog = setTimeout(
      () => session.stop(queryTimeout()),
      timeoutSeconds * 1_000 + WATCHDOG_MS,
    );
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (signal.aborted) throw cancelled(signal);
      await session.declare(sql, parameters ?? []).catch((error: unknown) => {
        throw problemOfText(error, PREFIX.length);
      });
      return await work(session);
    } catch (error) {
      throw problemOfRows(error);
    } finally {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', onAbort);
    }
  }

  private async columnsOf(fields: readonly Field[]): Promise<Column[]> {
    const names = await this.types.namesOf(fields.map((field) => field.dataTypeID));
    return fields.map(({ name }, index) => ({ name, type: names[index] ?? 'unknown' }));
  }

  private async open(bound: BoundRole, statementTimeoutMs: number): Promise<SandboxSession> {
    const opening = SandboxSession.open({
      bound,
      statsDatabaseUrl: this.config.statsDatabaseUrl,
      password: sandboxRolePassword(this.config.jwtSecret, bound.role),
      statementTimeoutMs,
      maxBytes: MAX_BYTES,
      maxWaitMs: SESSION_MAX_WAIT_MS,
      limiter: this.limiter,
    });
    return opening.catch((error: unknown) => {
      const { problem, isLost } = problemOfOpening(error);
      if (isLost) this.availability.lost({ detail: problem.detail, reason: error });
      throw problem;
    });
  }

  /** Logs in as a sandbox role that is bound to no project. False if no password was requested. */
  private async requestsPassword(): Promise<boolean> {
    const bound = await this.roles.bind(-1, randomUUID(), GRACE_S);
    // All roles are in use, so another server has already checked it.
    if (!bound) return true;
    try {
      const session = await this.open(bound, 1_000);
      await session.close();
      return session.passwordRequested;
    } finally {
      await this.roles.release(bound);
    }
  }
}

/** Undefined if the statistics database is on another machine. */
function sharedCores(statsDatabaseUrl: string): number | undefined {
  return mayBeLocal(new URL(statsDatabaseUrl).hostname) ? availableParallelism() : undefined;
}

function readRows(rows: readonly TextRow[], fields: readonly Field[]): Row[] {
  let values = 0;
  return rows.map((row) =>
    row.map((text, at) => {
      const type = fields[at]?.dataTypeID ?? 0;
      values += jsonValuesIn(text, type);
      if (values > MAX_JSON_VALUES) throw tooMuchJson();
      return cellOf(text, type);
    }),
  );
}

function tooMuchJson(): ProblemException {
  return new ProblemException(
    'query-too-large',
    'The JSON of the result has too many values; select less, or cast it to text',
  );
}

/** Always a new signal, so that a run's listeners are not added to the shared ones. */
function withClosing(signal: AbortSignal | undefined, closing: AbortSignal): AbortSignal {
  return AbortSignal.any(signal === undefined ? [closing] : [signal, closing]);
}

function gaveWay(): ProblemException {
  return new ProblemException('query-cancelled', 'The query gave way to another one');
}

/** The error to report for a run whose signal was aborted. */
export function cancelled({ reason }: AbortSignal): ProblemException {
  return reason instanceof ProblemException
    ? reason
    : new ProblemException('query-cancelled', 'The query was cancelled');
}

/** @param position in the queue; undefined for a run that waits for the runs of other servers */
function tooMany(position?: number): ProblemException {
  const place = position === undefined ? '' : `; this one is number ${position} of those that wait`;
  return new ProblemException(
    'too-many-requests',
    `Too many queries are running${place}. Try again in a moment`,
    undefined,
    position === undefined ? {} : { queue_position: position },
  );
}
