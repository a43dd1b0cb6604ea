import type { PassThrough, Readable } from 'node:stream';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { ListExportQuery } from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import { meaningOf } from '@portal/persistence/database-errors';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { Reads, Scans } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { pacedContent, writePaced } from '../../http/output/paced-writes.js';
import type { Field, Total } from '../declare/declared-list.js';
import type { Row } from '../../db/row.js';
import type { ListMetadata } from '../declare/list-metadata.js';
import { countRows } from './list-pages.js';
import { ListConnections, tooBroad } from './list-connections.js';
import { readListRequest } from './list-request.js';
import { ListStatements } from './list-statements.js';
import { presentValues } from './items.js';
import { contentOf, type ExportContent, exportedFields } from './export-content.js';

/** Maximum time of the count, until the first rows, and for each further piece. */
const COUNT_MS = 2_000;
const PIECE_MS = 30_000;
const ROWS_PER_PIECE = 500;
/** Maximum time of an export. Its transaction keeps a snapshot, which delays VACUUM. */
const EXPORT_MS = 10 * 60_000;

/** A file with all items of a list. */
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
    private readonly scans: Scans,
    private readonly queue: ListConnections,
    private readonly reads: Reads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Resolves with the first rows, so that a failure until then is an error response. A later failure
   * aborts the transfer, so that no client takes a partial file for the whole.
   * @throws {ProblemException} `invalid-input`, `too-broad`, `too-many-requests`
   */
  async open(
    table: ListMetadata,
    caller: Caller,
    { dialect, format, fields: names, ...query }: ListExportQuery,
    gone: AbortSignal,
  ): Promise<ListExport> {
    const request = readListRequest(table, { ...query, page: 1, size: 1 });
    const fields = exportedFields(table, names);
    const written = contentOf({ format, dialect }, fields);
    const selected = selectedFor(table, fields);
    const list = new ListStatements(table, caller, request, 'export');
    const signal = AbortSignal.any([gone, this.closing.signal, AbortSignal.timeout(EXPORT_MS)]);
    const leave = await this.queue.enter('exports', caller.userId, signal);
    try {
      return await this.start(list, { table, caller, written, selected, signal, leave });
    } catch (error) {
      leave();
      signal.throwIfAborted();
      if (meaningOf(error) === 'out of time') throw tooBroad(table, request, PIECE_MS / 1000);
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

  private async start(list: ListStatements, file: ExportedFile): Promise<ListExport> {
    const total = await this.scans.within(COUNT_MS, (db) => countRows(db, list));
    const pieces = this.scans.cursor<Row>(list.whole(file.selected), {
      size: ROWS_PER_PIECE,
      ms: PIECE_MS,
      signal: file.signal,
      canceller: this.reads,
    });
    const first = await pieces.next();
    const content = pacedContent();
    this.track(this.send(first.done ? [] : first.value, pieces, content, file));
    return { total, content };
  }

  private async send(
    first: readonly Row[],
    others: AsyncGenerator<readonly Row[]>,
    content: PassThrough,
    file: ExportedFile,
  ): Promise<void> {
    const { table, written, signal, leave } = file;
    const write = (rows: readonly Row[]): Promise<void> => {
      const items = rows.map((row) => itemOf(file, row));
      return writePaced(content, written.rows(items), signal);
    };
    try {
      await writePaced(content, written.head, signal);
      await write(first);
      for await (const rows of others) await write(rows);
      await writePaced(content, written.end, signal);
      content.end();
    } catch (error) {
      this.logger.info({ err: error, list: table.name }, 'an export was aborted');
      // Without an error: there may be no listener yet, and the process would crash.
      content.destroy();
    } finally {
      await others.return(undefined);
      leave();
    }
  }

  private track(sending: Promise<void>): void {
    this.running.add(sending);
    void sending.finally(() => this.running.delete(sending));
  }
}

interface ExportedFile {
  readonly table: ListMetadata;
  readonly caller: Caller;
  readonly written: ExportContent;
  readonly selected: readonly Field[];
  readonly signal: AbortSignal;
  /** Lets the next export start. */
  readonly leave: () => void;
}

/** The values of the fields that the caller sees of a row. */
function itemOf({ table, caller, selected }: ExportedFile, row: Row): Row {
  const { shown } = table.declared;
  const values = presentValues(selected, row);
  return shown ? shown(caller, values) : values;
}

/** The fields to read: what the caller sees of an item can depend on all that the list shows. */
function selectedFor(table: ListMetadata, fields: readonly Field[]): readonly Field[] {
  return table.declared.shown ? [...new Set([...table.listedFields, ...fields])] : fields;
}
