import { Inject, Injectable } from '@nestjs/common';
import type { TaskImportJob } from '@portal/contracts/jobs';
import { ImportRequests } from '@portal/persistence/imports/import-requests';
import type { Config } from '@portal/platform/config';
import type { QueueHandle } from '@portal/platform/queue';
import { CONFIG, TASK_IMPORT_QUEUE } from '@portal/platform/tokens';
import { currentTraceParent, traced } from '@portal/platform/tracing';
import { withTimeout } from '@portal/platform/with-timeout';
import { Sessions } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

const TIMEOUT_MS = 2_000;

/** The queue of stored imports for the workers, with a limit for each user over all servers. */
@Injectable()
export class ImportQueue {
  private readonly limit: number;

  constructor(
    @Inject(CONFIG) { queuedImportLimit }: Config,
    private readonly sessions: Sessions,
    @Inject(TASK_IMPORT_QUEUE) private readonly queue: QueueHandle,
  ) {
    this.limit = queuedImportLimit;
  }

  /**
   * Without Redis a job waits until Redis is back, and with it the request.
   * @throws {ProblemException} `unavailable` if the queue does not respond
   */
  async checkReachable(): Promise<void> {
    try {
      await withTimeout(this.queue.ping(), TIMEOUT_MS);
    } catch {
      throw new ProblemException(
        'unavailable',
        'Imports are not possible at the moment: their queue cannot be reached. Everything else works.',
      );
    }
  }

  /**
   * Passes if the user may have one more waiting or running import. Simultaneous requests of the
   * user may pass too, unless `imports` is that of a transaction which has locked the uploader.
   * @throws {ProblemException} `too-many-imports`
   */
  async checkLimit(uploaderId: number, imports = new ImportRequests(this.sessions)): Promise<void> {
    if ((await imports.countUnfinished(uploaderId)) < this.limit) return;
    throw new ProblemException(
      'too-many-imports',
      `You have ${this.limit} waiting or running imports; upload again when one of them has ended`,
    );
  }

  /** If this fails, the import is not lost: a worker queues it. */
  async add(importId: string): Promise<void> {
    const job: TaskImportJob = { import_id: importId };
    const queue = async (): Promise<void> => {
      const traceParent = currentTraceParent();
      if (traceParent !== undefined) {
        await new ImportRequests(this.sessions).storeTraceParent(importId, traceParent);
      }
      await this.queue.add('import', job, { jobId: importId });
    };
    await traced('queue import', queue, { kind: 'producer', facts: { import_id: importId } });
  }

  /** Like `add`, for an import whose earlier job has ended. */
  async addAgain(importId: string): Promise<void> {
    const job: TaskImportJob = { import_id: importId };
    await this.queue.ensure('import', job, { jobId: importId });
  }
}
