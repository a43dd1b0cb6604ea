import { Injectable } from '@nestjs/common';
import type { ReviewClaim } from '@portal/contracts/review-claims';
import type { WaitingTask } from '@portal/contracts/task-stats';
import type { Caller } from '@portal/domain/caller';
import { decideClaimAccess } from '@portal/domain/tasks';
import type { Transaction } from '@portal/persistence/db';
import type { ReviewQueueScope } from '@portal/persistence/reviews/review-queue';
import {
  askForTask,
  claimNext,
  claimTask,
  type ClaimStanding,
  countClaims,
  readClaimStanding,
  releaseTask,
} from '@portal/persistence/reviews/review-claims';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Reads } from '../../db/pools.js';
import { Uses } from '../../db/uses.js';
import { ProblemException } from '../../problems/problem.js';
import { taskClaimed } from '../../problems/task-claimed.js';

/** Each failed try is the claim of another reviewer, so many are no sign of an endless loop. */
const MAX_TRIES = 50;

/** Who reviews which waiting task. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    private readonly uses: Uses,
  ) {}

  /** @throws {ProblemException} `claim-limit`, `project-archived`, `busy` */
  async next(actor: Actor, scope: ReviewQueueScope): Promise<WaitingTask | null> {
    const next = await this.transactions.run(
      actor,
      async (tx) => {
        const { held, most } = await countClaims(tx, scope);
        if (held >= most) throw tooMany(held, most);
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const task = await claimNext(tx, scope);
          if (task !== 'taken') return task;
        }
        throw new ProblemException('busy', 'Others claimed each task first. Try again in a moment');
      },
      'your claims',
    );
    if (next) this.uses.note('claim', scope.userId, scope.projectId);
    return next;
  }

  /** @throws {ProblemException} also `task-claimed`, `task-not-waiting`, `forbidden`, `not-found` */
  async claim(actor: Actor, caller: Caller, taskId: number): Promise<ReviewClaim> {
    const { project_id: projectId, claim: before } = await this.openTask(caller, taskId);
    const { userId } = caller;
    const claim = await this.transactions.run(
      actor,
      async (tx) => {
        const { held, most } = await countClaims(tx, { projectId, userId }, taskId);
        const isClaimed = held < most && (await claimTask(tx, taskId, userId));
        const now = await readClaimStanding(tx, taskId, userId);
        if (isClaimed && now?.claim) return now.claim;
        throw refusalOf(now, held < most ? null : tooMany(held, most));
      },
      'this task',
    );
    if (!before?.is_mine) this.uses.note('claim', userId, projectId);
    return claim;
  }

  async release(actor: Actor, caller: Caller, taskId: number): Promise<void> {
    await this.openTask(caller, taskId);
    await this.transactions.run(actor, (tx) => releaseTask(tx, taskId, caller.userId), 'this task');
  }

  async ask(actor: Actor, caller: Caller, taskId: number): Promise<void> {
    await this.openTask(caller, taskId);
    const run = (tx: Transaction) => askForTask(tx, taskId, caller.userId);
    if (await this.transactions.run(actor, run, 'this task')) return;
    throw new ProblemException('conflict', 'No other reviewer has claimed the task');
  }

  private async openTask(caller: Caller, taskId: number): Promise<ClaimStanding> {
    const task = await readClaimStanding(this.reads.prepared, taskId, caller.userId);
    const decision = task ? decideClaimAccess(caller, task) : 'hidden';
    if (!task || decision === 'hidden') {
      throw new ProblemException('not-found', 'There is no such task');
    }
    if (decision === 'granted') return task;
    throw new ProblemException(
      'forbidden',
      task.user_email === caller.email
        ? 'Nobody reviews a task of their own'
        : 'You do not have the permission trainer-feedback-add',
    );
  }
}

function tooMany(held: number, most: number): ProblemException {
  return new ProblemException(
    'claim-limit',
    `You have claimed ${held} of at most ${most} tasks. Review one or give it back`,
  );
}

/** @param limit the refusal of a task that is free */
function refusalOf(
  task: ClaimStanding | undefined,
  limit: ProblemException | null,
): ProblemException {
  if (!task) return new ProblemException('not-found', 'There is no such task');
  if (!task.is_waiting) {
    return new ProblemException('task-not-waiting', 'The task does not wait for a review');
  }
  if (!task.claim || task.claim.is_mine) {
    return limit ?? new ProblemException('busy', 'The task has changed. Try again');
  }
  return taskClaimed(task.claim);
}
