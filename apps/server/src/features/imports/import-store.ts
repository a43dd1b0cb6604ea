import { Injectable } from '@nestjs/common';
import type { ImportError, ImportSummary, UploadQuery } from '@portal/contracts/imports';
import type { Caller } from '@portal/domain/caller';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import {
  readImport,
  readImportErrors,
  readImports,
  type StoredImport,
} from '@portal/persistence/queries/imports';
import { sql } from '@portal/persistence/sql';
import { DataSource } from 'typeorm';
import type { Actor } from '../../changes/actor.js';
import { AuditedTransactions } from '../../changes/audited-transactions.js';
import { QueuedImports } from './queued-imports.js';

const ERRORS_AT_ONCE = 1000;

export interface NewImport extends UploadQuery {
  readonly id: string;
  readonly fileName: string;
  readonly storeKey: string;
  readonly sha256: string;
  readonly bytes: number;
}

@Injectable()
export class ImportStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: PreparedReads,
    private readonly transactions: AuditedTransactions,
    private readonly queued: QueuedImports,
  ) {}

  /** The uploader is the actor. @throws {ProblemException} `too-many-imports` */
  async insert(upload: NewImport, actor: Actor): Promise<void> {
    await this.transactions.run(actor, async (tx) => {
      await this.queued.allowThisOne(tx, actor.userId);
      await tx.query(
        sql`
      INSERT INTO core.task_import
        (id, uploaded_by, file_name, store_key, sha256, dry_run, on_error, bytes_total)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          upload.id,
          actor.userId,
          upload.fileName,
          upload.storeKey,
          upload.sha256,
          upload.dry_run,
          upload.on_error,
          upload.bytes,
        ],
      );
    });
  }

  /** @throws {ProblemException} `too-many-imports` */
  allowOneMore(uploaderId: number): Promise<void> {
    return this.queued.allowOneMore(this.dataSource, uploaderId);
  }

  find(importId: string): Promise<StoredImport | undefined> {
    return readImport(this.dataSource, importId);
  }

  /** The imports that the caller sees, newest first. */
  list(
    caller: Caller,
    page: number,
    size: number,
  ): Promise<{ items: ImportSummary[]; total: number }> {
    return readImports(this.reads, { caller, page, size });
  }

  /** The first stored errors and warnings, without their positions. */
  async firstErrors(importId: string, limit: number): Promise<ImportError[]> {
    const rows = await readImportErrors(this.dataSource, importId, { from: 0, limit });
    return rows.map(({ row, field, severity, reason }) => ({ row, field, severity, reason }));
  }

  /** All stored errors and warnings, a page at a time. */
  async *errors(importId: string): AsyncGenerator<ImportError> {
    let from = 0;
    for (;;) {
      const page = { from, limit: ERRORS_AT_ONCE };
      const rows = await readImportErrors(this.dataSource, importId, page);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < ERRORS_AT_ONCE) return;
      from = last.position + 1;
    }
  }

  /**
   * Ends a queued import at once and asks a running one to end.
   * @returns false when it has ended already
   */
  async cancel(importId: string, actor: Actor): Promise<boolean> {
    const rows = await this.transactions.run(actor, (tx) =>
      tx.query<{ id: string }[]>(
        sql`
      WITH cancelled AS (
        UPDATE core.task_import SET
          cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
          phase = CASE state WHEN 'queued' THEN 'done' ELSE phase END,
          finished_at = CASE state WHEN 'queued' THEN clock_timestamp() ELSE finished_at END,
          state = CASE state WHEN 'queued' THEN 'cancelled' ELSE state END
        WHERE id = $1 AND state IN ('queued', 'running')
        RETURNING id
      )
      SELECT id FROM cancelled`,
        [importId],
      ),
    );
    return rows.length > 0;
  }
}
