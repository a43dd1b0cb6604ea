import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LISTED_IMPORT_ERRORS } from '@portal/contracts/constants';
import type { ImportError, ImportSummary, UploadCompleted } from '@portal/contracts/imports';
import type { UploadQuery } from '@portal/contracts/import-requests';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ImportRequests } from '@portal/persistence/imports/import-requests';
import type { Config } from '@portal/platform/config';
import { CONFIG, LOGGER, UPLOAD_STORE } from '@portal/platform/tokens';
import { importFileKey, type UploadStore } from '@portal/platform/upload-store';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Reads } from '../../db/pools.js';
import { IdempotencyKeys } from '../../http/idempotency/idempotency-keys.js';
import { Replay } from '../../http/idempotency/replay.js';
import { ProblemException } from '../../problems/problem.js';
import { ImportQueue } from './import-queue.js';
import { hasEnded, ImportWaiter } from './import-waiter.js';
import { isAborted, type ReceivedFile, receiveFile } from './received-file.js';
import { namedFormat, refused, sentFormat, type UploadFormat } from './upload-format.js';

/** Receives task files and queues them for the worker. */
@Injectable()
export class UploadService {
  constructor(
    private readonly imports: ImportQueries,
    private readonly transactions: AuditedTransactions,
    private readonly keys: IdempotencyKeys,
    private readonly reads: Reads,
    private readonly queue: ImportQueue,
    private readonly waiter: ImportWaiter,
    @Inject(UPLOAD_STORE) private readonly uploads: UploadStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Stores the request's file, then the import, then queues it. A stored import is never lost: if
   * queueing fails here, a worker queues it again. A repeated upload is answered with its unfinished
   * import, and its file is removed.
   * @throws {ProblemException} `unavailable` without the queue; if the file or an option is invalid, or `too-many-imports`: before the file is
   *   received, or after it if the user made simultaneous uploads
   */
  async accept(request: FastifyRequest, query: UploadQuery, actor: Actor): Promise<string> {
    await this.queue.checkReachable();
    await this.queue.checkLimit(actor.userId);
    const named = await namedFormat(this.reads.prepared, actor.userId, query);
    const id = randomUUID();
    const storeKey = importFileKey(id);
    const file = await this.receive(request, storeKey);
    let sameId: string | undefined;
    try {
      const format = await formatOf(file, named);
      checkOptions(file, query, format);
      const hasKey = await this.keys.claim(request, `${file.sha256}${file.settings ?? ''}`);
      sameId = await this.insertOrFind(id, { file, query, format }, { ...actor, hasKey });
    } catch (error) {
      // After any other error the import may be stored; if not, a worker removes the file in time.
      const isRefused = error instanceof ProblemException || error instanceof Replay;
      if (isRefused) await this.uploads.remove(storeKey);
      throw error;
    }
    if (sameId !== undefined) {
      await this.uploads.remove(storeKey);
      return sameId;
    }
    await this.queue.add(id);
    return id;
  }

  /**
   * The response after waiting: the counts if the import completed, otherwise its present status.
   * @throws {ProblemException} if the import failed, with the reason and the first errors
   */
  async outcome(
    importId: string,
    seconds: number,
    signal: AbortSignal,
  ): Promise<UploadCompleted | ImportSummary> {
    const summary = await this.ended(importId, seconds, signal);
    if (seconds > 0 && summary.status === 'completed' && summary.tasks_imported) {
      const { rows_total, rows_done, error_count, warning_count } = summary;
      return {
        import_id: importId,
        status: 'completed',
        rows_total: rows_total ?? rows_done,
        error_count,
        warning_count,
        older_count: summary.older_count,
        conflict_count: summary.conflict_count,
        tasks_imported: summary.tasks_imported,
        sample: await this.imports.sample(importId),
        conflicts: await this.imports.conflicts(importId),
        shares: summary.shares,
        needs_confirmation: summary.needs_confirmation,
      };
    }
    return summary;
  }

  /**
   * The import after waiting. Without a wait it is its present status, whatever that is.
   * @throws {ProblemException} if the import failed, with the reason and the first errors
   */
  async ended(importId: string, seconds: number, signal: AbortSignal): Promise<ImportSummary> {
    const summary = await this.waiter.waitForEnd(importId, seconds, signal);
    if (seconds === 0 || !hasEnded(summary) || summary.status === 'completed') return summary;
    if (summary.status === 'cancelled') {
      throw new ProblemException('conflict', 'The import was cancelled');
    }
    const { code, detail } = summary.failure ?? { code: 'internal', detail: 'The import failed' };
    const errors = await this.imports.firstIssues(importId, LISTED_IMPORT_ERRORS);
    const { rows_total, error_count, warning_count } = summary;
    throw new ProblemException(code, detail, errors.filter(isError).map(itemOf), {
      import: {
        import_id: importId,
        rows_total,
        error_count,
        warning_count,
      },
    });
  }

  private async receive(request: FastifyRequest, storeKey: string): Promise<ReceivedFile> {
    try {
      return await receiveFile(request, this.uploads, storeKey);
    } catch (error) {
      if (isAborted(request)) this.logger.warn({ requestId: request.id }, 'upload aborted');
      throw error;
    }
  }

  /**
   * Stores the import, unless the user has an unfinished one of the same content and options.
   * @returns the id of that one
   * @throws {ProblemException} `too-many-imports`
   */
  private async insertOrFind(
    id: string,
    { file, query, format }: AcceptedUpload,
    actor: Actor,
  ): Promise<string | undefined> {
    const { dry_run: dryRun, on_error: onError, on_older: onOlder, columns, empty } = query;
    const { on_conflict: onConflict } = query;
    const upload = {
      id,
      uploadedBy: actor.userId,
      fileName: file.name,
      storeKey: importFileKey(id),
      sha256: file.sha256,
      dryRun,
      onError,
      onOlder,
      onConflict,
      bytesTotal: file.bytes,
      format: file.format,
      columns: columns ?? null,
      empty: empty ?? 'keep',
      fileDays: this.config.uploadDays,
      ...format,
    };
    return this.transactions.run(actor, async (tx) => {
      const imports = new ImportRequests(tx);
      await imports.lockUploader(actor.userId);
      const sameId = await imports.findSame(upload);
      if (sameId !== undefined) return sameId;
      await this.queue.checkLimit(actor.userId, imports);
      await imports.insert(upload);
      return undefined;
    });
  }
}

interface AcceptedUpload {
  readonly file: ReceivedFile;
  readonly query: UploadQuery;
  readonly format: UploadFormat | undefined;
}

/** @throws {ProblemException} `invalid-input` if the upload names a format and sends another one */
async function formatOf(
  { settings }: ReceivedFile,
  named: UploadFormat | undefined,
): Promise<UploadFormat | undefined> {
  if (settings === undefined) return named;
  if (named) throw refused('format', 'cannot be named, as the form has a file_format');
  return sentFormat(settings);
}

/** @throws {ProblemException} `invalid-input` with the options that the file, or its format, rules out */
function checkOptions(
  { format: kind }: ReceivedFile,
  { columns, empty }: UploadQuery,
  format: UploadFormat | undefined,
): void {
  const wrong = Object.entries({ columns, empty }).filter(([, value]) => value !== undefined);
  if (format && format.settings.file !== kind) {
    throw refused(
      'format',
      `reads ${format.settings.file.toUpperCase()}, and the file is ${kind.toUpperCase()}`,
    );
  }
  if (format && wrong.length > 0) {
    throw new ProblemException(
      'invalid-input',
      'The file format says how the file is read',
      wrong.map(([name]) => ({ pointer: name, detail: 'cannot be given with a file format' })),
    );
  }
  if (kind === 'csv' || wrong.length === 0) return;
  throw new ProblemException(
    'invalid-input',
    'The file is JSON, and only CSV files have columns and empty cells',
    wrong.map(([name]) => ({ pointer: name, detail: 'is only for CSV files' })),
  );
}

const isError = ({ severity }: ImportError) => severity === 'error';

const itemOf = ({ row, field, reason }: ImportError) => ({
  pointer: field === '' ? `/${row}` : `/${row}/${field}`,
  detail: reason,
});
