import { Injectable } from '@nestjs/common';
import {
  FEEDBACK_OPEN_HOURS,
  type FeedbackInput,
  type FeedbackUpdate,
  type ShownFeedback,
} from '@portal/contracts/feedback';
import type { Caller } from '@portal/domain/caller';
import { isOwnTask, mayGiveFeedback, maySeeTask } from '@portal/domain/tasks';
import type { Transaction } from '@portal/persistence/db';
import {
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
} from '@portal/persistence/task-feedback';
import type { Actor } from '../../../db/actor.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { Changes } from '../../../db/pools.js';
import { Uses } from '../../../db/uses.js';
import { type ListMetadata, ListRegistry } from '../../../lists/declare/list-metadata.js';
import { forbidden, invalidBody } from '../../../lists/shared/refusals.js';
import { updateRows } from '../../../lists/write/write-rows.js';
import { ProblemException } from '../../../problems/problem.js';
import { amend, TASKS } from '../tasks.list.js';

const REWORK = 'rework';

/** Who writes about which task. */
export interface FeedbackAuthor {
  readonly caller: Caller;
  readonly actor: Actor;
  readonly taskId: number;
}

/** What reviewers write in the portal about tasks. Each change locks the task first, and judges what it finds then. */
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

  /** @throws {ProblemException} `not-found`, `forbidden`, `conflict`, `busy` */
  async give(author: FeedbackAuthor, input: FeedbackInput): Promise<ShownFeedback> {
    const { caller, taskId } = author;
    let newIn: number | undefined;
    const feedback = await this.change(author, async (tx, task) => {
      const given = { ...input, author: caller.email };
      const same = await findSameFeedback(tx, taskId, given);
      if (same !== undefined) {
        return presentFeedback(caller, task, await this.find(tx, taskId, same));
      }
      await this.admitReasons(tx, task.project_id, input.reasons);
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
  edit(author: FeedbackAuthor, id: number, { words }: FeedbackUpdate): Promise<ShownFeedback> {
    const { caller, taskId } = author;
    return this.change(author, async (tx, task) => {
      refuseClosed(caller, await this.find(tx, taskId, id));
      await editFeedback(tx, id, words);
      return presentFeedback(caller, task, await this.find(tx, taskId, id));
    });
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, `conflict`, `busy` */
  withdraw(author: FeedbackAuthor, id: number): Promise<void> {
    const { caller, taskId } = author;
    return this.change(author, async (tx) => {
      refuseClosed(caller, await this.find(tx, taskId, id));
      await withdrawFeedback(tx, id);
    });
  }

  /** @throws {ProblemException} `not-found`, `forbidden` */
  async markRead(caller: Caller, taskId: number): Promise<void> {
    const task = seen(caller, await readFeedbackTask(this.changes, taskId));
    if (!isOwnTask(caller, task)) throw forbidden();
    const isNew = await markFeedbackRead(this.changes, taskId, caller.email);
    if (isNew) this.uses.note('feedback_opened', caller.userId, task.project_id);
  }

  private change<T>(
    { caller, actor, taskId }: FeedbackAuthor,
    work: (tx: Transaction, task: FeedbackTask) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(
      actor,
      async (tx) => {
        const task = seen(caller, await readFeedbackTask(tx, taskId, 'FOR NO KEY UPDATE'));
        if (isOwnTask(caller, task)) {
          throw new ProblemException('forbidden', 'Nobody gives feedback on a task of their own');
        }
        if (!mayGiveFeedback(caller, task)) throw forbidden();
        return work(tx, task);
      },
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
  { is_open: isOpen, ...shown }: StoredFeedback,
): ShownFeedback {
  const isOwn = shown.author_email === caller.email;
  return { ...shown, may_change: isOpen && isOwn && mayGiveFeedback(caller, task) };
}

/** @throws {ProblemException} `not-found` for a task that the caller does not see */
function seen(caller: Caller, task: FeedbackTask | undefined): FeedbackTask {
  if (task && maySeeTask(caller, task)) return task;
  throw new ProblemException('not-found', 'There is no such task');
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
