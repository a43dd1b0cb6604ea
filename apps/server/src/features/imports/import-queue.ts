import { Inject, Injectable } from '@nestjs/common';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { Config } from '@portal/platform/config';
import { ProblemException } from '../../http/problems/problem.js';
import { CONFIG } from '../../platform.tokens.js';

/** Limits the waiting and running imports of one user, over all servers. */
@Injectable()
export class ImportQuota {
  private readonly limit: number;

  constructor(
    private readonly imports: ImportRepository,
    @Inject(CONFIG) { queuedImportLimit }: Config,
  ) {
    this.limit = queuedImportLimit;
  }

  /**
   * Passes if the user may have one more import. Simultaneous requests of the user may pass too,
   * unless `imports` is that of a transaction which has locked the uploader.
   * @throws {ProblemException} `too-many-imports`
   */
  async check(uploaderId: number, imports = this.imports): Promise<void> {
    if ((await imports.countUnfinished(uploaderId)) < this.limit) return;
    throw new ProblemException(
      'too-many-imports',
      `You have ${this.limit} waiting or running imports; upload again when one of them has ended`,
    );
  }
}
