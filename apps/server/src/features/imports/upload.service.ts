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
import type { QueueHandle } from '@portal/platform/queue';
import type { UploadStore } from '@portal/platform/upload-store';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../changes/actor.js';
import { ProblemException } from '../../problems/problem.js';
import { TASK_IMPORT_QUEUE, UPLOAD_STORE } from '../../platform.tokens.js';
import { hasEnded, ImportCompletion } from './import-completion.js';
import { ImportStore } from './import-store.js';
import { receiveFile } from './received-file.js';
import { storeKeyOf } from './store-key.js';

/** Takes task files in and queues them; the worker does the rest. */
@Injectable()
export class UploadService {
  constructor(
    private readonly store: ImportStore,
    private readonly end: ImportCompletion,
    @Inject(UPLOAD_STORE) private readonly uploads: UploadStore,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
  ) {}

  /**
   * Stores the request's file, then its import, then queues it. An import that is stored is never
   * lost: should the queue fail to take it here, the worker's sweep adds it.
   * @throws {ProblemException} what is wrong with the file, or `too-many-imports`: mostly before the
   *   file has come; at the latest after it, when others of the same user came meanwhile
   */
  async accept(request: FastifyRequest, query: UploadQuery, actor: Actor): Promise<string> {
    await this.store.allowOneMore(actor.userId);
    const id = randomUUID();
    const storeKey = storeKeyOf(id);
    const file = await receiveFile(request, this.uploads, storeKey);
    try {
      const { name: fileName, sha256, bytes } = file;
      await this.store.insert({ ...query, id, fileName, storeKey, sha256, bytes }, actor);
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
    const summary = await this.end.within(seconds, importId, signal);
    // Who did not want to wait is always answered how the import stands.
    if (seconds === 0 || !hasEnded(summary)) return summary;
    if (summary.status === 'completed' && summary.tasks_imported) {
      const { tasks_imported } = summary;
      return { import_id: importId, status: 'completed', tasks_imported };
    }
    if (summary.status === 'cancelled') {
      throw new ProblemException('conflict', 'The import was cancelled');
    }
    const { code, detail } = summary.failure ?? { code: 'internal', detail: 'The import failed' };
    const errors = await this.store.firstErrors(importId, LISTED_IMPORT_ERRORS);
    throw new ProblemException(code, detail, errors.filter(isError).map(itemOf));
  }
}

const isError = ({ severity }: ImportError) => severity === 'error';

const itemOf = ({ row, field, reason }: ImportError) => ({
  pointer: field === '' ? `/${row}` : `/${row}/${field}`,
  detail: reason,
});
