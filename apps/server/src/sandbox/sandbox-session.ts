import { setTimeout as delay } from 'node:timers/promises';
import { meaningOf } from '@portal/persistence/database-errors';
import { sql } from '@portal/persistence/sql';
import pg from 'pg';
import { z } from 'zod';
import { ProblemException } from '../problems/problem.js';
import { type Backend, backendOf, cancelBackend, terminateBackend } from './backend.js';
import { type FetchedRows, CursorFetch } from './cursor-fetch.js';
import { limitMemory } from './limit-memory.js';
import type { MemoryLimiter } from './memory-limiter.js';
import { sandboxRoleUrl } from './sandbox-role-credentials.js';
import type { BoundRole } from './sandbox-roles.js';

export interface SandboxSessionOptions {
  readonly bound: BoundRole;
  /** URL of the statistics database. Its login is used to terminate backends. */
  readonly statsDatabaseUrl: string;
  readonly password: string;
  readonly statementTimeoutMs: number;
  /** Maximum size of the rows of one fetch, as received from the database. */
  readonly maxBytes: number;
  /** Maximum wait for a replica to show the binding, and for the role's previous session to close. */
  readonly maxWaitMs: number;
  readonly limiter: MemoryLimiter;
}

/** Precedes the query's text, so that only one SELECT is valid syntax. */
export const PREFIX = 'DECLARE portal_run NO SCROLL CURSOR FOR\n';
const CURSOR = 'portal_run';

/** Two statements in one message of the simple protocol. */
const BEGIN = sql`
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT run_id::text AS run FROM reporting.binding`;
const begun = z.tuple([
  z.unknown(),
  z.object({ rows: z.array(z.object({ run: z.string().nullable() })) }),
]);

const CONNECT_MS = 5_000;
const POLL_MS = 20;
/** Between cancelling the query, terminating its backend and closing the socket. */
const ESCALATION_MS = 1_000;

/** One connection as one sandbox role, for one query. It never commits. */
export class SandboxSession {
  private bytes = 0;
  private declaredAt = 0;
  private isOver = false;
  private stopping: ReturnType<typeof setTimeout> | undefined;
  /** Why the query was stopped: it replaces the error of the database. */
  private stopReason: ProblemException | undefined;

  /**
   * @param client connected
   * @param passwordRequested whether the server requested the password
   */
  constructor(
    private readonly client: pg.Client,
    private readonly backend: Backend,
    private readonly options: SandboxSessionOptions,
    readonly passwordRequested: boolean,
  ) {
    client.on('end', () => (this.isOver = true));
    client.connection.stream.prependListener('data', (chunk: Buffer) => this.count(chunk.length));
  }

  /** Opens the connection and a transaction that sees the role's binding to this run. */
  static async open(options: SandboxSessionOptions): Promise<SandboxSession> {
    const session = await connectWhenFree(options);
    try {
      await Promise.all([session.begin(), limitMemory(session.backend, options.limiter)]);
      return session;
    } catch (error) {
      session.hangUp();
      throw error;
    }
  }

  /**
   * Opens the query's cursor without running the query.
   * @throws the reason of `stop`, or the error of the database
   */
  async declare(text: string, parameters: readonly unknown[]): Promise<void> {
    this.declaredAt = performance.now();
    // A named statement uses the extended protocol, which accepts only one statement.
    await this.orReason(
      this.client.query({ name: CURSOR, text: PREFIX + text, values: [...parameters] }),
    );
  }

  /**
   * Reads the next `count` rows, of at most `maxBytes` together; 0 reads only the columns.
   * @throws the reason of `stop`, or the error of the database
   */
  async fetch(count: number): Promise<FetchedRows> {
    this.bytes = 0;
    return this.orReason(this.client.query(new CursorFetch(CURSOR, count)).done);
  }

  /** Time since the query was declared, to a tenth of a millisecond. */
  get elapsedMs(): number {
    return Math.round((performance.now() - this.declaredAt) * 10) / 10;
  }

  /** Stops the query: cancels it, then terminates its backend, then closes the socket. */
  stop(reason: ProblemException): void {
    if (this.stopReason || this.isOver) return;
    this.stopReason = reason;
    void cancelBackend(this.backend);
    this.stopping = setTimeout(() => {
      void this.terminate();
      this.stopping = setTimeout(() => this.hangUp(), ESCALATION_MS);
    }, ESCALATION_MS);
  }

  /** Rolls back and closes. A connection that does not respond is terminated. */
  async close(): Promise<void> {
    clearTimeout(this.stopping);
    if (this.isOver) {
      // The backend of a broken connection may still be running.
      await this.terminate();
      return;
    }
    const timeout = setTimeout(() => this.hangUp(), ESCALATION_MS);
    try {
      await this.client.query('ROLLBACK');
      await this.client.end();
    } catch {
      this.hangUp();
      await this.terminate();
    } finally {
      clearTimeout(timeout);
    }
  }

  private async begin(): Promise<void> {
    const deadline = Date.now() + this.options.maxWaitMs;
    for (;;) {
      const [, { rows }] = begun.parse(await this.client.query(BEGIN));
      if (rows[0]?.run === this.options.bound.runId) return;
      await this.client.query('ROLLBACK');
      if (Date.now() > deadline) {
        throw new ProblemException(
          'unavailable',
          'The replica of the statistics database is too far behind; try again in a moment',
        );
      }
      await delay(POLL_MS);
    }
  }

  private async orReason<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.stopReason ?? error;
    }
  }

  private count(length: number): void {
    this.bytes += length;
    if (this.bytes <= this.options.maxBytes || this.stopReason) return;
    const mebibytes = Math.floor(this.options.maxBytes / 1024 / 1024);
    this.stopReason = new ProblemException(
      'query-too-large',
      `The result is larger than ${mebibytes} MiB; select less, or shorten long texts`,
    );
    this.hangUp();
    void cancelBackend(this.backend);
  }

  private hangUp(): void {
    this.isOver = true;
    this.client.connection.stream.destroy();
  }

  private async terminate(): Promise<void> {
    const { statsDatabaseUrl, bound } = this.options;
    // If this fails too, the role's single connection stays in use, without a binding.
    await terminateBackend(statsDatabaseUrl, bound.role, this.backend).catch(() => undefined);
  }
}

/** The role's previous session may take a moment to close. */
async function connectWhenFree(options: SandboxSessionOptions): Promise<SandboxSession> {
  const deadline = Date.now() + options.maxWaitMs;
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      if (meaningOf(error) !== 'too many connections' || Date.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}

async function connect(options: SandboxSessionOptions): Promise<SandboxSession> {
  const { bound, statsDatabaseUrl, password, statementTimeoutMs } = options;
  const client = new pg.Client({
    connectionString: sandboxRoleUrl(statsDatabaseUrl, bound.role, password),
    application_name: 'portal custom sql',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a connection error would crash the process.
  client.on('error', () => undefined);
  let passwordRequested = false;
  for (const kind of ['SASL', 'MD5Password', 'CleartextPassword']) {
    client.connection.once(`authentication${kind}`, () => (passwordRequested = true));
  }
  const backend = backendOf(client);
  try {
    await client.connect();
    return new SandboxSession(client, await backend, options, passwordRequested);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
