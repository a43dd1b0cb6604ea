import { Injectable } from '@nestjs/common';
import { sql } from '@portal/persistence/sql';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from './actor.js';
import { databaseRefusalOf, DEADLOCK } from './database-refusal.js';

/** The one way in which the API changes what is stored. */
@Injectable()
export class AuditedTransactions {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` as one transaction, each change of which the database records as the actor's.
   * Everything is undone, its records included, when `work` throws; it runs again where another
   * transaction was in its way and it in that one's.
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

  private attempt<T>(actor: Actor, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query(nameActor, [String(actor.userId), actor.requestId]);
      return work(tx);
    });
  }
}

const MAX_ATTEMPTS = 3;

const nameActor = sql`
SELECT set_config('portal.actor', $1, true), set_config('portal.request', $2, true)`;
