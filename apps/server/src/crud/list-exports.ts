import type { PassThrough, Readable } from 'node:stream';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { CrudExportQuery } from '@portal/contracts/crud';
import type { CsvDialect } from '@portal/contracts/csv';
import type { Caller } from '@portal/domain/caller';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import type { Logger } from 'pino';
import { LOGGER } from '../platform.tokens.js';
import { ProblemException } from '../problems/problem.js';
import { pacedContent, writePaced } from '../transport/paced-writes.js';
import { countRows, type Total } from './count-rows.js';
import { exportHeader, exportRow } from './csv-rows.js';
import { ExportSession, ROWS_PER_FETCH } from './export-session.js';
import { tooBroad } from './large-lists.js';
import { readListRequest } from './list-request.js';
import { exportStatements } from './list-statements.js';
import type { Row } from './row.js';
import type { ResourceMetadata } from './resource-metadata.js';
import { ScanPool } from './scan-pool.js';
import type { ScanStatements } from './scan-statements.js';
import { isOutOfTime } from './timed-reads.js';

/** Maximum time until the first rows, and for each further fetch. */
const FETCH_MS = 30_000;
/** Maximum time of an export. Its transaction keeps a snapshot, which delays VACUUM. */
const EXPORT_MS = 10 * 60_000;

/** A CSV file with all items of a list. */
export interface ListExport {
  readonly total: Total;
  readonly content: Readable;
}

/** Exports whole lists: one cursor, which is read as fast as the client reads. */
@Injectable()
export class ListExports implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly scans: ScanPool,
    private readonly reads: PreparedReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Resolves with the first rows, so that a failure until then is an error response. A later failure
   * aborts the transfer, so that no client takes a partial file for the whole.
   * @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-requests`
   */
  async open(
    table: ResourceMetadata,
    caller: Caller,
    { dialect, ...query }: CrudExportQuery,
    gone: AbortSignal,
  ): Promise<ListExport> {
    const request = readListRequest(table, { ...query, page: 1, size: 1 });
    const list = exportStatements(table, caller, request);
    const signal = AbortSignal.any([gone, this.closing.signal, AbortSignal.timeout(EXPORT_MS)]);
    const leave = await this.scans.enter('exports', caller.userId, signal);
    try {
      const session = await ExportSession.open(this.scans.pool, this.reads, signal);
      return await this.start(session, list, { table, caller, dialect, signal, leave });
    } catch (error) {
      leave();
      signal.throwIfAborted();
      if (isOutOfTime(error)) throw tooBroad(table, request, FETCH_MS / 1000);
      throw error;
    }
  }

  /** Aborts the exports before the server waits for the open requests. */
  beforeApplicationShutdown(): void {
    this.closing.abort(new ProblemException('unavailable', 'The server is stopping'));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async start(
    session: ExportSession,
    list: ScanStatements,
    file: ExportedFile,
  ): Promise<ListExport> {
    try {
      const total = await countRows(session.counting, list);
      await session.declare(list.whole(), FETCH_MS);
      const first = await session.fetch();
      const content = pacedContent();
      this.track(this.send(session, first, content, file));
      return { total, content };
    } catch (error) {
      await session.end();
      throw error;
    }
  }

  private async send(
    session: ExportSession,
    first: readonly Row[],
    content: PassThrough,
    file: ExportedFile,
  ): Promise<void> {
    try {
      await writeRows(session, first, content, file);
      content.end();
    } catch (error) {
      this.logger.info({ err: error, list: file.table.name }, 'an export was aborted');
      // Without an error: there may be no listener yet, and the process would crash.
      content.destroy();
    } finally {
      await session.end();
      file.leave();
    }
  }

  private track(sending: Promise<void>): void {
    this.running.add(sending);
    void sending.finally(() => this.running.delete(sending));
  }
}

interface ExportedFile {
  readonly table: ResourceMetadata;
  readonly caller: Caller;
  readonly dialect: CsvDialect;
  readonly signal: AbortSignal;
  /** Lets the next export start. */
  readonly leave: () => void;
}

async function writeRows(
  session: ExportSession,
  first: readonly Row[],
  content: PassThrough,
  { table, caller, dialect, signal }: ExportedFile,
): Promise<void> {
  await writePaced(content, exportHeader(table, dialect), signal);
  for (let rows = first; ; rows = await session.fetch()) {
    const lines = rows.map((row) => exportRow(table, caller, row, dialect));
    await writePaced(content, lines.join(''), signal);
    if (rows.length < ROWS_PER_FETCH) return;
  }
}
