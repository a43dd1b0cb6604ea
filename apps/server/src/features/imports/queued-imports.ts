import { Inject, Injectable } from '@nestjs/common';
import type { Queryable } from '@portal/persistence/queryable';
import { sql } from '@portal/persistence/sql';
import type { Config } from '@portal/platform/config';
import { ProblemException } from '../../problems/problem.js';
import { CONFIG } from '../../platform.tokens.js';

/** How many imports of one user may wait or run at a time, on all servers together. */
@Injectable()
export class QueuedImports {
  private readonly limit: number;

  constructor(@Inject(CONFIG) { queuedImportLimit }: Config) {
    this.limit = queuedImportLimit;
  }

  /**
   * Passes where the user may have one more.
   * @throws {ProblemException} `too-many-imports`
   */
  async allowOneMore(db: Queryable, uploaderId: number): Promise<void> {
    const [row] = await db.query<{ unfinished: number }>(
      sql`
        SELECT count(*)::integer AS unfinished FROM core.task_import
        WHERE state IN ('queued', 'running') AND uploaded_by = $1`,
      [uploaderId],
    );
    if (row && row.unfinished < this.limit) return;
    throw new ProblemException(
      'too-many-imports',
      `You have ${this.limit} imports that wait or run; upload more when one of them has ended`,
    );
  }

  /** The same for a transaction that adds one: the user's others have to wait for its end. */
  async allowThisOne(tx: Queryable, uploaderId: number): Promise<void> {
    await tx.query(sql`SELECT FROM core.app_user WHERE id = $1 FOR NO KEY UPDATE`, [uploaderId]);
    await this.allowOneMore(tx, uploaderId);
  }
}
