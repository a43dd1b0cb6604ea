import { Inject, Injectable } from '@nestjs/common';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { Config } from '@portal/platform/config';
import { ProblemException } from '../../problems/problem.js';
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
   * Passes if the user may upload one more file. Simultaneous uploads of the user may pass too.
   * @throws {ProblemException} `too-many-imports`
   */
  async check(uploaderId: number): Promise<void> {
    await this.checkIn(this.imports, uploaderId);
  }

  /**
   * Passes if the transaction of `imports` may add one more import of the user. Other transactions
   * that check the same user wait until this one ends.
   * @throws {ProblemException} `too-many-imports`
   */
  async checkLocked(imports: ImportRepository, uploaderId: number): Promise<void> {
    await imports.lockUploader(uploaderId);
    await this.checkIn(imports, uploaderId);
  }

  private async checkIn(imports: ImportRepository, uploaderId: number): Promise<void> {
    if ((await imports.countUnfinished(uploaderId)) < this.limit) return;
    throw new ProblemException(
      'too-many-imports',
      `You have ${this.limit} waiting or running imports; upload again when one of them has ended`,
    );
  }
}
