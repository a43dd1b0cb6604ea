import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LISTED_IMPORT_ERRORS } from '@portal/contracts/constants';
import type {
  ImportError,
  ImportSummary,
  UploadCompleted,
  UploadQuery,
} from '@portal/contracts/imports';
import type { TaskImportJob } from '@portal/contracts/jobs';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { QueueHandle } from '@portal/platform/queue';
import type { UploadStore } from '@portal/platform/upload-store';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../changes/actor.js';
import { AuditedTransactions } from '../../changes/audited-transactions.js';
import { ProblemException } from '../../problems/problem.js';
import { TASK_IMPORT_QUEUE, UPLOAD_STORE } from '../../platform.tokens.js';
import { ImportQuota } from './import-quota.js';
import { hasEnded, ImportWaiter } from './import-waiter.js';
import { type ReceivedFile, receiveFile } from './received-file.js';
import { uploadStoreKey } from './upload-store-key.js';

/** Takes task files in and queues them; the worker does the rest. */
@Injectable()
export class UploadService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly transactions: AuditedTransactions,
    private readonly quota: ImportQuota,
    private readonly waiter: ImportWaiter,
    @Inject(UPLOAD_STORE) private readonly uploads: UploadStore,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
  ) {}

  /**
   * Stores the request's file, then its import, then queues it. An import that is stored is never
   * lost: if the queue fails to take it here, a worker queues it again.
   * @throws {ProblemException} what is wrong with the file, or `too-many-imports`: before the file is
   *   received, or after it if others of the same user came meanwhile
   */
  async accept(request: FastifyRequest, query: UploadQuery, actor: Actor): Promise<string> {
    await this.quota.check(actor.userId);
    const id = randomUUID();
    const storeKey = uploadStoreKey(id);
    const file = await receiveFile(request, this.uploads, storeKey);
    try {
      await this.insert(id, file, query, actor);
    } catch (error) {
      await this.uploads.remove(storeKey);
      throw error;
    }
    const job: TaskImportJob = { import_id: id };
    await this.queue.add('import', job, { jobId: id });
    return id;
  }

  /**
   * What to answer after waiting: the counts when the import completed, else how it stands.
   * @throws {ProblemException} why the import failed, with the first of its errors
   */
  async outcome(
    importId: string,
    seconds: number,
    signal: AbortSignal,
  ): Promise<UploadCompleted | ImportSummary> {
    const summary = await this.waiter.waitForEnd(importId, seconds, signal);
    // Without a wait the answer is always the status of the import.
    if (seconds === 0 || !hasEnded(summary)) return summary;
    if (summary.status === 'completed' && summary.tasks_imported) {
      const { tasks_imported } = summary;
      return { import_id: importId, status: 'completed', tasks_imported };
    }
    if (summary.status === 'cancelled') {
      throw new ProblemException('conflict', 'The import was cancelled');
    }
    const { code, detail } = summary.failure ?? { code: 'internal', detail: 'The import failed' };
    const errors = await this.imports.firstIssues(importId, LISTED_IMPORT_ERRORS);
    throw new ProblemException(code, detail, errors.filter(isError).map(itemOf));
  }

  /** @throws {ProblemException} `too-many-imports` */
  private async insert(
    id: string,
    file: ReceivedFile,
    { dry_run: dryRun, on_error: onError }: UploadQuery,
    actor: Actor,
  ): Promise<void> {
    await this.transactions.run(actor, async (tx) => {
      const imports = new ImportRepository(tx);
      await this.quota.checkLocked(imports, actor.userId);
      await imports.insert({
        id,
        uploadedBy: actor.userId,
        fileName: file.name,
        storeKey: uploadStoreKey(id),
        sha256: file.sha256,
        dryRun,
        onError,
        bytesTotal: file.bytes,
      });
    });
  }
}

const isError = ({ severity }: ImportError) => severity === 'error';

const itemOf = ({ row, field, reason }: ImportError) => ({
  pointer: field === '' ? `/${row}` : `/${row}/${field}`,
  detail: reason,
});
