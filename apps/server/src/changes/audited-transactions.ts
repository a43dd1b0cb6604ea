import { Injectable } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from './actor.js';
import { databaseRefusalOf, DEADLOCK } from './database-refusal.js';

/** All changes of data through the API run here. */
@Injectable()
export class AuditedTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction; the database records each change under the actor. If `work`
   * throws, everything rolls back, audit records included. After a deadlock it runs again.
   */
  async run<T>(actor: Actor, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(actor, work);
      } catch (error) {
        const isDeadlock = databaseRefusalOf(error)?.code === DEADLOCK;
        if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Like `run`, but rolls back in the end: nothing is changed or recorded. */
  async preview<T>(actor: Actor, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const done: { result?: { readonly value: T } } = {};
    try {
      await this.run(actor, async (tx) => {
        done.result = { value: await work(tx) };
        throw new PreviewEnd();
      });
    } catch (error) {
      if (!(error instanceof PreviewEnd)) throw error;
    }
    if (!done.result) throw new Error('a preview ended without its result');
    return done.result.value;
  }

  private attempt<T>(actor: Actor, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(nameActor, [String(actor.userId), actor.requestId]);
      return work(tx);
    });
  }
}

/** Rolls the transaction of a preview back. */
class PreviewEnd extends Error {}

const MAX_ATTEMPTS = 3;

const nameActor = sql`
SELECT set_config('portal.actor', $1, true), set_config('portal.request', $2, true)`;
