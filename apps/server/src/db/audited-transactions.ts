import { Injectable } from '@nestjs/common';
import { beginChange } from '@portal/persistence/audit/groups';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Transaction } from '@portal/persistence/db';
import { markDone } from '@portal/persistence/idempotency-keys';
import { ProblemException } from '../problems/problem.js';
import type { Actor } from './actor.js';
import { busy, LOCK_WAIT_SECONDS, LockWait } from './lock-wait.js';
import { Changes, Reads } from './pools.js';

type Work<T> = (tx: Transaction) => Promise<T>;

/** All changes of data through the API run here. */
@Injectable()
export class AuditedTransactions {
  constructor(
    private readonly changes: Changes,
    private readonly reads: Reads,
  ) {}

  /**
   * Runs `work` in one transaction; the database records each change under the actor. If `work`
   * throws, everything rolls back, audit records included. After a deadlock it runs again.
   * @param what the change locks, such as `this task`
   * @throws {ProblemException} `busy` if it waits for a lock for more than 5 s, `forbidden` or `unauthenticated` if
   *   the actor has lost rights meanwhile
   */
  async run<T>(actor: Actor, work: Work<T>, what = 'this'): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.attempt(actor, work);
      if ('result' in outcome) {
        actor.rights?.changed();
        return outcome.result;
      }
      if (!outcome.isDeadlock || attempt === MAX_ATTEMPTS) throw busy(what, outcome.isForImport);
    }
  }

  /** Like `run`, but rolls back in the end: nothing is changed or recorded. */
  async preview<T>(actor: Actor, work: Work<T>, what?: string): Promise<T> {
    const done: { result?: { readonly value: T } } = {};
    try {
      await this.run(
        actor,
        async (tx) => {
          done.result = { value: await work(tx) };
          throw new PreviewEnd();
        },
        what,
      );
    } catch (error) {
      if (!(error instanceof PreviewEnd)) throw error;
    }
    if (!done.result) throw new Error('a preview ended without its result');
    return done.result.value;
  }

  private async attempt<T>(actor: Actor, work: Work<T>): Promise<Outcome<T>> {
    let wait: LockWait | undefined;
    try {
      const result = await this.changes.transaction(async (tx) => {
        wait = new LockWait(this.reads, await beginChange(tx, actor, LOCK_WAIT_SECONDS));
        if (actor.hasKey === true) await markKey(tx, actor);
        const done = await work(tx);
        // The commit would do it, and its wait would come after the rights are asked for.
        await tx.query('SET CONSTRAINTS ALL IMMEDIATE');
        await actor.rights?.confirm('Nothing was saved');
        return done;
      });
      return { result };
    } catch (error) {
      const meaning = meaningOf(error);
      if (meaning !== 'deadlock' && meaning !== 'locked') throw error;
      return { isDeadlock: meaning === 'deadlock', isForImport: wait?.isForImport ?? false };
    } finally {
      wait?.end();
    }
  }
}

/** The result, or why a lock was not given. */
type Outcome<T> =
  | { readonly result: T }
  | { readonly isDeadlock: boolean; readonly isForImport: boolean };

/** Rolls the transaction of a preview back. */
class PreviewEnd extends Error {}

const MAX_ATTEMPTS = 3;

/** @throws {ProblemException} if this request seemed dead, and another one has its key now */
async function markKey(tx: Transaction, { requestId }: Actor): Promise<void> {
  if (await markDone(tx, requestId)) return;
  throw new ProblemException(
    'idempotency-key-in-use',
    'Another request with this Idempotency-Key has taken this one over. Nothing was saved',
  );
}
