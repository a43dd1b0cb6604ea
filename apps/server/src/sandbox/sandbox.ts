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
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ProblemException } from '../problems/problem.js';
import { CONFIG, LOGGER } from '../platform.tokens.js';
import { cellOf, jsonValuesIn } from './cell.js';
import { ColumnTypes } from './column-types.js';
import { isHere } from './give-way.js';
import { MemoryLimiter } from './memory-limiter.js';
import type { Field, TextRow } from './portal-fetch.js';
import { prepareRoles, type SandboxReport } from './prepare-roles.js';
import { problemOfRows, problemOfText, QueryError, queryTimeout } from './query-error.js';
import { runLimits } from './run-limits.js';
import { LineFullError, RunQueue } from './run-queue.js';
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

/** What is done with a query whose cursor is open. */
type Work<T> = (session: SandboxSession) => Promise<T>;

/** What a run has, until it gives it back. */
interface Taken {
  bound?: BoundRole;
  session?: SandboxSession;
}

const MAX_BYTES = 16 * 1024 * 1024;
const ROWS_AT_ONCE = 500;
/** Of the rows read at once: three bytes of JSON may become a hundred of memory. */
const MOST_JSON_VALUES = 500_000;
/** Over all servers. */
const PER_PROJECT = 4;
const PATIENCE_MS = 30_000;
const LINE = { waiting: 64, waitingOfOne: 32, patienceMs: PATIENCE_MS };
const SESSION_PATIENCE_MS = 5_000;
const ROLE_POLL_MS = 50;
/** After the database's own limit; see sandbox-session.ts for what follows. */
const WATCHDOG_MS = 2_000;
/** A binding outlives its run by this much when the server died. */
const GRACE_S = 20;

/** Runs SQL that nobody has to trust. What it rests on: docs/adr/0090 and 0091. */
@Injectable()
export class Sandbox
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly queue: RunQueue;
  private readonly roles: SandboxRoles;
  private readonly types: ColumnTypes;
  private readonly limiter = new MemoryLimiter();
  private readonly running = new Set<Promise<unknown>>();
  private readonly closing = new AbortController();
  private prepared: Promise<SandboxReport> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly dataSource: DataSource,
  ) {
    const limits = runLimits(coresShared(config.statsDatabaseUrl));
    this.queue = new RunQueue({ ...LINE, ...limits });
    this.roles = new SandboxRoles(dataSource, PER_PROJECT);
    this.types = new ColumnTypes(dataSource);
  }

  /** Requests need not wait for it; runs do. */
  onApplicationBootstrap(): void {
    void this.report();
  }

  /** Before the server waits for the requests under way, as they wait for their runs. */
  beforeApplicationShutdown(): void {
    this.closing.abort(new ProblemException('unavailable', 'The server is stopping'));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.prepared;
    while (this.running.size > 0) await Promise.allSettled(this.running);
    this.limiter.stop();
  }

  /** Whether custom SQL can run here, and what protects it less than it could. */
  report(): Promise<SandboxReport> {
    this.prepared ??= prepareRoles({
      dataSource: this.dataSource,
      jwtSecret: this.config.jwtSecret,
      logger: this.logger,
      asksForPassword: () => this.trial(),
    });
    return this.prepared;
  }

  /**
   * Runs one query as a role that sees the project and nothing else, and undoes whatever it did.
   * @throws {ProblemException} `query-failed` (a {@link QueryError}), `query-timeout`,
   *   `query-too-large`, `query-cancelled`, `too-many-requests` or `unavailable`
   */
  run(run: SandboxRun): Promise<SandboxResult> {
    return this.perform(run, async (session) => {
      const { fields, rows } = await session.fetch(run.maxRows + 1);
      const executionTimeMs = session.elapsedMs;
      const kept = rows.slice(0, run.maxRows);
      return {
        columns: await this.columnsOf(fields),
        rows: readRows(kept, fields),
        rowCount: kept.length,
        truncated: rows.length > kept.length,
        executionTimeMs,
      };
    });
  }

  /**
   * The columns that the query gives; nothing of it is run.
   * @throws {ProblemException} as `run`
   */
  describe(query: SandboxQuery): Promise<readonly Column[]> {
    return this.perform(query, async (session) => this.columnsOf((await session.fetch(0)).fields));
  }

  /**
   * Gives every row of the query, however many there are, within the query's time.
   * A sink that cannot take more ends the run by its signal.
   * @throws {ProblemException} as `run`, `query-too-large` of some hundred rows alone
   */
  readAll(query: SandboxQuery, sink: RowSink): Promise<void> {
    return this.perform(query, async (session) => {
      const first = await session.fetch(ROWS_AT_ONCE);
      sink.begin(await this.columnsOf(first.fields));
      for (let { rows } = first; ; { rows } = await session.fetch(ROWS_AT_ONCE)) {
        await sink.take(readRows(rows, first.fields));
        if (rows.length < ROWS_AT_ONCE) return;
      }
    });
  }

  private async perform<T>(query: SandboxQuery, work: Work<T>): Promise<T> {
    if (query.sql.includes('\0')) throw new QueryError('The query contains a NUL', '22021');
    return this.tracked(this.queued(query, work, withClosing(query.signal, this.closing.signal)));
  }

  /** What the end of the server waits for. */
  private async tracked<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    try {
      return await work;
    } finally {
      this.running.delete(work);
    }
  }

  private async queued<T>(run: SandboxQuery, work: Work<T>, signal: AbortSignal): Promise<T> {
    const deadline = Date.now() + PATIENCE_MS;
    try {
      const { unavailable } = await this.report();
      if (unavailable !== undefined) {
        throw new ProblemException('unavailable', 'Custom SQL is not available on this server');
      }
      const leave = await this.queue.enter(run.projectId, signal);
      const taken: Taken = {};
      try {
        taken.bound = await this.takeRole(run, deadline, signal);
        taken.session = await this.open(taken.bound, run.timeoutSeconds * 1_000);
        return await this.within(taken.session, run, work, signal);
      } finally {
        // Others need the place, but whoever asked need not wait for it to be free.
        void this.tracked(this.giveBack(taken).finally(leave));
      }
    } catch (error) {
      if (error instanceof LineFullError) throw tooMany();
      if (signal.aborted && !(error instanceof ProblemException)) throw cancelled(signal);
      throw error;
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

  private async giveBack({ bound, session }: Taken): Promise<void> {
    await session?.close();
    // A sandbox role that cannot be released now is free when its time is over.
    if (bound)
      await this.roles.release(bound).catch((error: unknown) => {
        this.logger.warn({ err: error, role: bound.role }, 'a sandbox role was not released');
      });
  }

  /** Does the work in the session until it is done, cancelled, or its time is over. */
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

  private open(bound: BoundRole, statementTimeoutMs: number): Promise<SandboxSession> {
    return SandboxSession.open({
      bound,
      statsDatabaseUrl: this.config.statsDatabaseUrl,
      password: sandboxRolePassword(this.config.jwtSecret, bound.role),
      statementTimeoutMs,
      maxBytes: MAX_BYTES,
      patienceMs: SESSION_PATIENCE_MS,
      limiter: this.limiter,
    });
  }

  /** Logs in as a sandbox role that is bound to no project; false when no password was asked for. */
  private async trial(): Promise<boolean> {
    const bound = await this.roles.bind(-1, randomUUID(), GRACE_S);
    // All are at work: another server has tried it.
    if (!bound) return true;
    try {
      const session = await this.open(bound, 1_000);
      await session.close();
      return session.asked;
    } finally {
      await this.roles.release(bound);
    }
  }
}

/** Undefined when the statistics database is on another machine. */
function coresShared(statsDatabaseUrl: string): number | undefined {
  return isHere(new URL(statsDatabaseUrl).hostname) ? availableParallelism() : undefined;
}

function readRows(rows: readonly TextRow[], fields: readonly Field[]): Row[] {
  let values = 0;
  return rows.map((row) =>
    row.map((text, at) => {
      const type = fields[at]?.dataTypeID ?? 0;
      values += jsonValuesIn(text, type);
      if (values > MOST_JSON_VALUES) throw tooMuchJson();
      return cellOf(text, type);
    }),
  );
}

function tooMuchJson(): ProblemException {
  return new ProblemException(
    'query-too-large',
    'The JSON of the result has too many values; select less of it, or cast it to text',
  );
}

/** A signal of the run's own also where nobody gave one, as each run listens to it. */
function withClosing(signal: AbortSignal | undefined, closing: AbortSignal): AbortSignal {
  return AbortSignal.any(signal === undefined ? [closing] : [signal, closing]);
}

/** What to tell of a run whose signal was aborted. */
export function cancelled({ reason }: AbortSignal): ProblemException {
  return reason instanceof ProblemException
    ? reason
    : new ProblemException('query-cancelled', 'The query was cancelled');
}

function tooMany(): ProblemException {
  return new ProblemException(
    'too-many-requests',
    'Too many queries are running; try again in a moment',
  );
}
