import { Injectable } from '@nestjs/common';
import {
  type AppealInput,
  FEEDBACK_OPEN_HOURS,
  type FeedbackInput,
  type FeedbackUpdate,
  REASONS_OF_REWORK,
  type ShownFeedback,
} from '@portal/contracts/feedback';
import type { Caller } from '@portal/domain/caller';
import { isOwnTask, mayGiveFeedback, maySeeTask } from '@portal/domain/tasks';
import type { Transaction } from '@portal/persistence/db';
import {
  appealAgainst,
  editFeedback,
  findSameFeedback,
  type FeedbackTask,
  insertFeedback,
  markFeedbackRead,
  offeredReasons,
  readFeedback,
  readFeedbackTask,
  type StoredFeedback,
  withdrawFeedback,
} from '@portal/persistence/tasks/task-feedback';
import { readClaimStanding } from '@portal/persistence/reviews/review-claims';
import { markReviewsRead } from '@portal/persistence/tasks/review-reads';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { Changes } from '../../../db/pools.js';
import { Uses } from '../../../db/uses.js';
import { type ListMetadata, ListRegistry } from '../../../lists/declare/list-metadata.js';
import { forbidden, invalidBody } from '../../../lists/shared/refusals.js';
import { updateRows } from '../../../lists/write/write-rows.js';
import { ProblemException } from '../../../problems/problem.js';
import { taskClaimed } from '../../../problems/task-claimed.js';
import { amend, TASKS } from '../tasks.list.js';

const REWORK = 'rework';
/** What waits for another look after an appeal. */
const APPEALED = 'ready_for_review';

/** Who writes about which task. */
export interface TaskAuthor {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly taskId: number;
}

/** What reviewers write in the portal about tasks, and what the user of a task answers. Each change locks the task first, and judges what it finds then. */
@Injectable()
export class TaskFeedbackService {
  private readonly tasks: ListMetadata;

  constructor(
    private readonly transactions: AuditedTransactions,
    private readonly changes: Changes,
    private readonly uses: Uses,
    tables: ListRegistry,
  ) {
    this.tasks = tables.open(TASKS);
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, `conflict`, `task-claimed`, `busy` */
  async give(author: TaskAuthor, input: FeedbackInput): Promise<ShownFeedback> {
    const { caller, taskId } = author;
    let newIn: number | undefined;
    const feedback = await this.change(author, async (tx, task) => {
      const given = { ...input, author: caller.email };
      const same = await findSameFeedback(tx, taskId, given);
      if (same !== undefined) {
        return presentFeedback(caller, task, await this.find(tx, taskId, same));
      }
      await this.admitReasons(tx, task.project_id, input.reasons);
      if (input.rework) await refuseClaimed(tx, taskId, caller);
      if (input.rework && task.status !== REWORK) {
        const sentBack = amend({ status: REWORK }, { ...task }, new Date().toISOString());
        await updateRows(tx, this.tasks, [taskId], sentBack);
      }
      const id = await insertFeedback(tx, taskId, given);
      newIn = task.project_id;
      return presentFeedback(caller, task, await this.find(tx, taskId, id));
    });
    if (newIn !== undefined) this.uses.note('review', caller.userId, newIn);
    return feedback;
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, `conflict`, `busy` */
  edit(author: TaskAuthor, id: number, update: FeedbackUpdate): Promise<ShownFeedback> {
    const { caller, taskId } = author;
    return this.change(author, async (tx, task) => {
      const stored = await this.find(tx, taskId, id);
      refuseClosed(caller, stored);
      const { words, reasons = stored.reasons } = update;
      const added = reasons.filter((reason) => !stored.reasons.includes(reason));
      if (added.length > 0 && !stored.is_rework) {
        throw invalidBody([{ pointer: '/reasons', detail: REASONS_OF_REWORK }]);
      }
      await this.admitReasons(tx, task.project_id, added);
      await editFeedback(tx, id, { words, reasons });
      return presentFeedback(caller, task, await this.find(tx, taskId, id));
    });
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, `conflict`, `busy` */
  withdraw(author: TaskAuthor, id: number): Promise<void> {
    const { caller, taskId } = author;
    return this.change(author, async (tx) => {
      refuseClosed(caller, await this.find(tx, taskId, id));
      await withdrawFeedback(tx, id);
    });
  }

  /**
   * Asks for another look at a task of the caller: it waits for a review again, before all others.
   * @throws {ProblemException} `not-found`, `forbidden`, `conflict`, `busy`
   */
  appeal(author: TaskAuthor, id: number, { words }: AppealInput): Promise<ShownFeedback> {
    const { caller, taskId } = author;
    return this.onTask(author, async (tx, task) => {
      if (!isOwnTask(caller, task)) {
        throw new ProblemException('forbidden', 'Only the user of the task appeals');
      }
      const feedback = await this.find(tx, taskId, id);
      // A second click, or a request whose answer was lost.
      if (feedback.appeal === words) return presentFeedback(caller, task, feedback);
      refuseUnappealable(feedback);
      const waiting = amend({ status: APPEALED }, { ...task }, new Date().toISOString());
      await updateRows(tx, this.tasks, [taskId], waiting);
      await appealAgainst(tx, id, words);
      return presentFeedback(caller, task, await this.find(tx, taskId, id));
    });
  }

  /** @throws {ProblemException} `not-found`, `forbidden` */
  async markRead(caller: Caller, taskId: number): Promise<void> {
    const task = seen(caller, await readFeedbackTask(this.changes, taskId));
    if (!isOwnTask(caller, task)) throw forbidden();
    const isNew = await markFeedbackRead(this.changes, taskId, caller.email);
    const isNewReview = await markReviewsRead(this.changes, taskId, caller.email);
    if (isNew || isNewReview) this.uses.note('feedback_opened', caller.userId, task.project_id);
  }

  private change<T>(
    author: TaskAuthor,
    work: (tx: Transaction, task: FeedbackTask) => Promise<T>,
  ): Promise<T> {
    const { caller } = author;
    return this.onTask(author, (tx, task) => {
      if (isOwnTask(caller, task)) {
        throw new ProblemException('forbidden', 'Nobody gives feedback on a task of their own');
      }
      if (!mayGiveFeedback(caller, task)) throw forbidden();
      return work(tx, task);
    });
  }

  private onTask<T>(
    { caller, actor, taskId }: TaskAuthor,
    work: (tx: Transaction, task: FeedbackTask) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(
      actor,
      async (tx) => work(tx, seen(caller, await readFeedbackTask(tx, taskId, 'FOR NO KEY UPDATE'))),
      'this task',
    );
  }

  /** @throws {ProblemException} `invalid-input` */
  private async admitReasons(
    tx: Transaction,
    projectId: number,
    reasons: readonly string[],
  ): Promise<void> {
    if (reasons.length === 0) return;
    const offered = new Set((await offeredReasons(tx, projectId)).map(({ name }) => name));
    const unknown = reasons.filter((reason) => !offered.has(reason));
    if (unknown.length === 0) return;
    const detail = `must be active reasons of the project, not ${unknown.join(', ')}`;
    throw invalidBody([{ pointer: '/reasons', detail }]);
  }

  private async find(tx: Transaction, taskId: number, id: number): Promise<StoredFeedback> {
    const found = await readFeedback(tx, taskId, id);
    if (!found) throw new ProblemException('not-found', 'There is no such feedback');
    return found;
  }
}

/** Feedback on a task as the caller sees it. */
export function presentFeedback(
  caller: Caller,
  task: Pick<FeedbackTask, 'project_id' | 'user_email'>,
  { is_open: isOpen, is_appealable: isAppealable, ...shown }: StoredFeedback,
): ShownFeedback {
  const isOwn = shown.author_email === caller.email;
  return {
    ...shown,
    may_change: isOpen && isOwn && mayGiveFeedback(caller, task),
    may_appeal: isAppealable && isOwnTask(caller, task),
  };
}

/** @throws {ProblemException} `not-found` for a task that the caller does not see */
function seen(caller: Caller, task: FeedbackTask | undefined): FeedbackTask {
  if (task && maySeeTask(caller, task)) return task;
  throw new ProblemException('not-found', 'There is no such task');
}

/** @throws {ProblemException} `task-claimed` for a waiting task that another reviewer has claimed */
async function refuseClaimed(tx: Transaction, taskId: number, caller: Caller): Promise<void> {
  const task = await readClaimStanding(tx, taskId, caller.userId);
  if (task?.is_waiting && task.claim && !task.claim.is_mine) throw taskClaimed(task.claim);
}

function refuseClosed(caller: Caller, { author_email: author, is_open: isOpen }: StoredFeedback) {
  if (author !== caller.email) {
    throw new ProblemException('forbidden', 'Feedback is changed by its author alone');
  }
  if (!isOpen) {
    throw new ProblemException(
      'conflict',
      `Feedback can be changed and withdrawn for ${FEEDBACK_OPEN_HOURS} hours`,
    );
  }
}

function refuseUnappealable({ appeal, is_appealable: isAppealable }: StoredFeedback): void {
  if (isAppealable) return;
  throw new ProblemException(
    'conflict',
    appeal === null
      ? 'An appeal is against the feedback that sent the task back last, while it is in rework and has no review'
      : 'There is an appeal against this feedback already',
  );
}
