import { Inject, Injectable } from '@nestjs/common';
import { LISTED_IMPORT_ERRORS } from '@portal/contracts/constants';
import type {
  ImportDetail,
  ImportList,
  ImportListQuery,
  ImportSummary,
} from '@portal/contracts/imports';
import type { Caller } from '@portal/domain/caller';
import { maySeeImport } from '@portal/domain/uploads';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { UploadStore } from '@portal/platform/upload-store';
import type { Actor } from '../../changes/actor.js';
import { AuditedTransactions } from '../../changes/audited-transactions.js';
import { ProblemException } from '../../problems/problem.js';
import { UPLOAD_STORE } from '../../platform.tokens.js';
import { ERRORS_CSV_HEADER, errorsCsvLine } from './errors-csv.js';
import { selectionOf } from './import-fields.js';
import { uploadStoreKey } from './upload-store-key.js';

/** Imports, visible to their uploader and to users with data-upload in all projects. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportRepository,
    private readonly transactions: AuditedTransactions,
    @Inject(UPLOAD_STORE) private readonly uploads: UploadStore,
  ) {}

  /** @throws {ProblemException} `invalid-input` */
  async list(caller: Caller, query: ImportListQuery): Promise<ImportList> {
    const { page, size } = query;
    return { ...(await this.imports.list(caller, selectionOf(query))), page, size };
  }

  /** @throws {ProblemException} `not-found` */
  async detail(caller: Caller, importId: string): Promise<ImportDetail> {
    const summary = await this.reach(caller, importId);
    return { ...summary, errors: await this.imports.firstIssues(importId, LISTED_IMPORT_ERRORS) };
  }

  /** The lines of errors.csv as they are read. @throws {ProblemException} `not-found` */
  async errorsCsv(caller: Caller, importId: string): Promise<AsyncIterable<string>> {
    await this.reach(caller, importId);
    const issues = this.imports.issues(importId);
    return (async function* lines() {
      yield ERRORS_CSV_HEADER;
      for await (const issue of issues) yield errorsCsvLine(issue);
    })();
  }

  /** @throws {ProblemException} `not-found`, `import-not-cancellable` */
  async cancel(caller: Caller, importId: string, actor: Actor): Promise<ImportSummary> {
    const { status } = await this.reach(caller, importId);
    const isCancelled = await this.transactions.run(actor, (tx) =>
      new ImportRepository(tx).cancel(importId),
    );
    if (!isCancelled) {
      throw new ProblemException('import-not-cancellable', `The import has ended: ${status}`);
    }
    const cancelled = await this.reach(caller, importId);
    // It was queued, so no worker removes its file.
    if (status === 'queued' && cancelled.status === 'cancelled') {
      await this.uploads.remove(uploadStoreKey(importId));
    }
    return cancelled;
  }

  private async reach(caller: Caller, importId: string): Promise<ImportSummary> {
    const found = await this.imports.find(importId);
    if (!found || !maySeeImport(caller, found)) {
      throw new ProblemException('not-found', 'There is no such import');
    }
    return found.summary;
  }
}
