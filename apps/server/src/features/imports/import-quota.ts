import { Inject, Injectable } from '@nestjs/common';
import { ImportRepository } from '@portal/persistence/imports/import-repository';
import type { Config } from '@portal/platform/config';
import { ProblemException } from '../../problems/problem.js';
import { CONFIG } from '../../platform.tokens.js';

/** Limits the imports of one user that wait or run, on all servers together. */
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
   * Passes if the user may upload one more file. Others of the same user may come before it.
   * @throws {ProblemException} `too-many-imports`
   */
  async check(uploaderId: number): Promise<void> {
    await this.checkIn(this.imports, uploaderId);
  }

  /**
   * Passes if the transaction of `imports` may add one more import of the user. Other transactions
   * that want to add one wait until this one ends.
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
      `You have ${this.limit} imports that wait or run; upload more when one of them has ended`,
    );
  }
}
