import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '@portal/persistence/sql';
import pg from 'pg';
import { z } from 'zod';
import { ProblemException } from '../problems/problem.js';
import { type Backend, backendOf, cancelBackend, terminateBackend } from './backend.js';
import { type FetchedRows, PortalFetch } from './portal-fetch.js';
import { giveWay } from './give-way.js';
import type { MemoryLimiter } from './memory-limiter.js';
import { sandboxRoleUrl } from './sandbox-role-credentials.js';
import type { BoundRole } from './sandbox-roles.js';

export interface SandboxSessionOptions {
  readonly bound: BoundRole;
  /** Whose host, database and other login are used. */
  readonly statsDatabaseUrl: string;
  readonly password: string;
  readonly statementTimeoutMs: number;
  /** Bytes of the rows read at once, as they come from the database. */
  readonly maxBytes: number;
  /** How long a replica may take to learn of the binding, and a sandbox role to be rid of its last session. */
  readonly patienceMs: number;
  readonly limiter: MemoryLimiter;
}

/** What stands before the query's text: the statement can be nothing but one SELECT. */
export const PREFIX = 'DECLARE portal_run NO SCROLL CURSOR FOR\n';
const CURSOR = 'portal_run';

/** Both at once, as they go by the simple protocol. */
const BEGIN = sql`
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT run_id::text AS run FROM reporting.binding`;
const begun = z.tuple([
  z.unknown(),
  z.object({ rows: z.array(z.object({ run: z.string().nullable() })) }),
]);

const CONNECT_MS = 5_000;
const POLL_MS = 20;
/** Between asking a backend to stop, ending it, and hanging up. */
const ESCALATION_MS = 1_000;

/** One connection as one sandbox role, for one query; nothing in it is ever committed. */
export class SandboxSession {
  private bytes = 0;
  private declaredAt = 0;
  private isOver = false;
  private stopping: ReturnType<typeof setTimeout> | undefined;
  /** What ended the query from outside. */
  private stopReason: ProblemException | undefined;

  /**
   * @param client connected
   * @param asked whether the server asked for the password
   */
  constructor(
    private readonly client: pg.Client,
    private readonly backend: Backend,
    private readonly options: SandboxSessionOptions,
    readonly asked: boolean,
  ) {
    client.on('end', () => (this.isOver = true));
    client.connection.stream.prependListener('data', (chunk: Buffer) => this.count(chunk.length));
  }

  /** Opens the connection and its transaction, in which the sandbox role's binding is sure to be seen. */
  static async open(options: SandboxSessionOptions): Promise<SandboxSession> {
    const session = await connectWhenFree(options);
    try {
      await Promise.all([session.begin(), giveWay(session.backend, options.limiter)]);
      return session;
    } catch (error) {
      session.hangUp();
      throw error;
    }
  }

  /**
   * Opens the query's cursor; nothing of it runs yet.
   * @throws the reason of `stop`, or what the database says
   */
  async declare(text: string, parameters: readonly unknown[]): Promise<void> {
    this.declaredAt = performance.now();
    // A named statement always goes by the extended protocol, which takes one statement only.
    await this.orReason(
      this.client.query({ name: CURSOR, text: PREFIX + text, values: [...parameters] }),
    );
  }

  /**
   * Reads the next rows, of which all together may have `maxBytes`; with 0 the columns alone.
   * @throws the reason of `stop`, or what the database says
   */
  async fetch(count: number): Promise<FetchedRows> {
    this.bytes = 0;
    return this.orReason(this.client.query(new PortalFetch(CURSOR, count)).done);
  }

  /** Since the query was declared, to a tenth of a millisecond. */
  get elapsedMs(): number {
    return Math.round((performance.now() - this.declaredAt) * 10) / 10;
  }

  /** Ends the query from outside: asks first, then ends the backend, then hangs up. */
  stop(reason: ProblemException): void {
    if (this.stopReason || this.isOver) return;
    this.stopReason = reason;
    void cancelBackend(this.backend);
    this.stopping = setTimeout(() => {
      void this.terminate();
      this.stopping = setTimeout(() => this.hangUp(), ESCALATION_MS);
    }, ESCALATION_MS);
  }

  /** Undoes the transaction and closes; a connection that no longer answers is ended. */
  async close(): Promise<void> {
    clearTimeout(this.stopping);
    if (this.isOver) {
      // What may be left on the server's side of a cut connection.
      await this.terminate();
      return;
    }
    const impatience = setTimeout(() => this.hangUp(), ESCALATION_MS);
    try {
      await this.client.query('ROLLBACK');
      await this.client.end();
    } catch {
      this.hangUp();
      await this.terminate();
    } finally {
      clearTimeout(impatience);
    }
  }

  private async begin(): Promise<void> {
    const deadline = Date.now() + this.options.patienceMs;
    for (;;) {
      const [, { rows }] = begun.parse(await this.client.query(BEGIN));
      if (rows[0]?.run === this.options.bound.runId) return;
      await this.client.query('ROLLBACK');
      if (Date.now() > deadline) {
        throw new ProblemException('unavailable', 'The statistics database is too far behind');
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
      `The result has more than ${mebibytes} MiB; select less, or shorten long texts`,
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
    // If that is not possible either, the sandbox role's single connection stays taken, and bound to nobody.
    await terminateBackend(statsDatabaseUrl, bound.role, this.backend).catch(() => undefined);
  }
}

/** The last session of the sandbox role may take a moment to be gone. */
async function connectWhenFree(options: SandboxSessionOptions): Promise<SandboxSession> {
  const deadline = Date.now() + options.patienceMs;
  for (;;) {
    try {
      return await connect(options);
    } catch (error) {
      const isTaken = error instanceof pg.DatabaseError && error.code === '53300';
      if (!isTaken || Date.now() > deadline) throw error;
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
  // Without a listener an error of the connection would end the process.
  client.on('error', () => undefined);
  let asked = false;
  for (const kind of ['SASL', 'MD5Password', 'CleartextPassword']) {
    client.connection.once(`authentication${kind}`, () => (asked = true));
  }
  const backend = backendOf(client);
  try {
    await client.connect();
    return new SandboxSession(client, await backend, options, asked);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
