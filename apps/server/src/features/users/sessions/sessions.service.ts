import { Injectable } from '@nestjs/common';
import type { Sessions } from '@portal/contracts/sessions';
import { endSessions, readSessions, type Which } from '@portal/persistence/users/sessions';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { Reads } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import type { CallerSession } from '../../../identity/caller-session.js';
import { refuseBeyond } from '../../../identity/granting/refuse-beyond.js';
import { UserDirectory } from '../../../identity/granting/user-directory.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UserDirectory,
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `not-found` or `forbidden` */
  async list(userId: number, caller: CallerSession): Promise<Sessions> {
    const [, rows] = await Promise.all([
      this.users.managedBy(caller, userId),
      readSessions(this.reads.prepared, userId),
    ]);
    return { items: rows.map((row) => ({ ...row, is_current: row.id === caller.sessionId })) };
  }

  /**
   * Ends all sessions of a user; of the caller all others.
   * @throws {ProblemException} `not-found` or `forbidden`
   */
  async endAll(userId: number, caller: CallerSession, actor: Actor): Promise<void> {
    await this.end(userId, { except: caller.sessionId }, caller, actor);
  }

  /** @throws {ProblemException} `not-found`, also if it has ended already, or `forbidden` */
  async endOne(
    userId: number,
    sessionId: string,
    caller: CallerSession,
    actor: Actor,
  ): Promise<void> {
    const ended = await this.end(userId, { only: sessionId }, caller, actor);
    if (ended === 0) throw new ProblemException('not-found', 'There is no such session');
  }

  private async end(
    userId: number,
    which: Which,
    caller: CallerSession,
    actor: Actor,
  ): Promise<number> {
    const user = await this.users.managedBy(caller, userId);
    if (caller.userId !== userId) refuseBeyond(caller, user.grants);
    return this.transactions.run(actor, (tx) => endSessions(tx, userId, which));
  }
}
