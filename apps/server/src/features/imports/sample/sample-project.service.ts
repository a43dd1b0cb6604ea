import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { uploadQuerySchema } from '@portal/contracts/import-requests';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import type { SampleProject } from '@portal/contracts/projects';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { type Caller, holds } from '@portal/domain/caller';
import { SAMPLE_ID, SAMPLE_PEOPLE, sampleTasks } from '@portal/domain/sample-tasks';
import { currentWeek } from '@portal/domain/weekly';
import { meaningOf } from '@portal/persistence/database-errors';
import { ImportRequests } from '@portal/persistence/imports/import-requests';
import {
  insertSample,
  inWayOfSample,
  type NewSample,
} from '@portal/persistence/projects/sample-project';
import type { Config } from '@portal/platform/config';
import { CONFIG, UPLOAD_STORE } from '@portal/platform/tokens';
import { importFileKey, type UploadStore } from '@portal/platform/upload-store';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { ProblemException } from '../../../problems/problem.js';
import { ImportQueue } from '../import-queue.js';

/** What creating the same by hand needs in all projects. */
const NEEDED: readonly Permission[] = [
  ...(['project-manage', 'data-upload', 'user-manage'] as const),
  ...(['pod-manage', 'pod-manage-members', 'pod-targets-manage'] as const),
];

/** Makes a project of invented work, whose tasks come by an import like those of any other. */
@Injectable()
export class SampleProjectService {
  constructor(
    private readonly transactions: AuditedTransactions,
    private readonly queue: ImportQueue,
    @Inject(UPLOAD_STORE) private readonly uploads: UploadStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws {ProblemException} `forbidden`; `conflict` if there is one already, or its names are taken;
   *   `unavailable` without the queue; `too-many-imports`
   */
  async create(caller: Caller, actor: Actor): Promise<SampleProject> {
    const missing = NEEDED.filter((one) => !holds(caller, one, ALL_PROJECTS_ID));
    if (missing.length > 0) {
      throw new ProblemException(
        'forbidden',
        `A sample project also needs these permissions in all projects: ${missing.join(', ')}`,
      );
    }
    await this.queue.checkReachable();
    const now = new Date();
    const id = randomUUID();
    const content = Buffer.from(JSON.stringify(sampleTasks(now)));
    await this.uploads.write(importFileKey(id), Readable.from([content]));
    let projectId: number;
    try {
      projectId = await this.store(id, content, now, actor);
    } catch (error) {
      // After any other error the import may be stored; if not, a worker removes the file in time.
      if (error instanceof ProblemException) await this.uploads.remove(importFileKey(id));
      throw error;
    }
    await this.queue.add(id);
    return { project_id: projectId, import_id: id };
  }

  private async store(id: string, content: Buffer, now: Date, actor: Actor): Promise<number> {
    const sample = sampleAt(now);
    try {
      return await this.transactions.run(actor, async (tx) => {
        const imports = new ImportRequests(tx);
        await imports.lockUploader(actor.userId);
        await this.queue.checkLimit(actor.userId, imports);
        const other = await inWayOfSample(tx, sample);
        if (other !== undefined) throw inTheWay(other);
        const projectId = await insertSample(tx, sample);
        await imports.insert({ ...this.importOf(id, content), uploadedBy: actor.userId });
        return projectId;
      });
    } catch (error) {
      // Two requests at the same time: the names are unique.
      if (meaningOf(error) === 'unique') throw inTheWay('the sample project');
      throw error;
    }
  }

  private importOf(id: string, content: Buffer) {
    const {
      dry_run: dryRun,
      on_error: onError,
      on_older: onOlder,
      ...rest
    } = uploadQuerySchema.parse({});
    return {
      id,
      fileName: 'sample-project.json',
      storeKey: importFileKey(id),
      sha256: createHash('sha256').update(content).digest('hex'),
      bytesTotal: content.length,
      format: 'json' as const,
      columns: null,
      empty: 'keep' as const,
      fileDays: this.config.uploadDays,
      ...{ dryRun, onError, onOlder, onConflict: rest.on_conflict },
    };
  }
}

function inTheWay(other: string): ProblemException {
  return new ProblemException(
    'conflict',
    `There is ${other} already; delete or rename it first, as there is one sample project at a time`,
  );
}

function sampleAt(now: Date): NewSample {
  const { start, end } = currentWeek(now, reportingZone());
  return {
    name: 'Sample project',
    description:
      'Invented people and work, to look around in. Delete it when you no longer need it.',
    turingProjectId: SAMPLE_ID,
    pod: 'Sample pod',
    people: SAMPLE_PEOPLE,
    target: { start, end, tasks: 4, turns: 16 },
  };
}
