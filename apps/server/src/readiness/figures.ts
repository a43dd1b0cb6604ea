import { Inject, Injectable } from '@nestjs/common';
import { readLastBackup } from '@portal/persistence/figures/backups';
import { readUses } from '@portal/persistence/use-counts';
import { readDatabaseServer } from '@portal/persistence/figures/database';
import { readPeopleWithoutRole } from '@portal/persistence/figures/people';
import {
  readDatabaseSize,
  readStoredFiles,
  readTableSizes,
} from '@portal/persistence/figures/sizes';
import { readWorkers } from '@portal/persistence/figures/workers';
import { readHousekeeping } from '@portal/persistence/housekeeping';
import { readWorkerConnections } from '@portal/persistence/worker-connections';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE, UPLOAD_STORE } from '@portal/platform/tokens';
import type { UploadStore } from '@portal/platform/upload-store';
import { Reads } from '../db/pools.js';
import { Replica } from '../db/replica.js';

/** How each part of the portal is at this moment: `/metrics` and the page System tell the same. */
@Injectable()
export class Figures {
  constructor(
    private readonly reads: Reads,
    private readonly replicaDatabase: Replica,
    @Inject(TASK_IMPORT_QUEUE) private readonly imports: QueueHandle,
    @Inject(UPLOAD_STORE) private readonly store: UploadStore,
  ) {}

  /** Reads sizes of files, and no table. */
  database = async () => ({
    server: await readDatabaseServer(this.reads),
    bytes: await readDatabaseSize(this.reads),
    tables: await readTableSizes(this.reads),
  });

  /** The seconds that it is behind; null without one. */
  replica = () => this.replicaDatabase.lag();

  queue = () => this.imports.load();

  /** As the database knows them: workers need no port. */
  workers = async () => ({
    running: await readWorkers(this.reads),
    pools: await readWorkerConnections(this.reads),
  });

  /** Null for the free bytes of a bucket. */
  uploads = async () => ({
    ...(await readStoredFiles(this.reads)),
    freeBytes: await this.store.freeBytes(),
  });

  people = () => readPeopleWithoutRole(this.reads);

  upkeep = async () => ({
    backupAt: await readLastBackup(this.reads),
    housekeeping: await readHousekeeping(this.reads),
  });

  uses = () => readUses(this.reads);
}
