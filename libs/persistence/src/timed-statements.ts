import type pg from 'pg';
import type { Queryable } from './queryable.js';
import { runStatement } from './statements.js';

/** A statement that starts late still gets this long: the estimate of a total takes a moment. */
const MIN_MS = 100;

/** Statements on one connection that have a time limit together. */
export class TimedStatements implements Queryable {
  private spentMs = 0;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly budgetMs: number,
  ) {}

  /** @throws an error that means `out of time` */
  async query<T>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    const startedAt = performance.now();
    const ms = Math.max(MIN_MS, this.budgetMs - this.spentMs);
    await this.client.query(`SET statement_timeout = ${Math.ceil(ms)}`);
    try {
      return await runStatement<T>(this.client, { text, values });
    } finally {
      this.spentMs += performance.now() - startedAt;
    }
  }
}
