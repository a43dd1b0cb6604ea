import { Injectable } from '@nestjs/common';
import type {
  Notification,
  Notifications,
  NotificationsQuery,
  Unread,
} from '@portal/contracts/notifications';
import { wordsOf } from '@portal/domain/telling';
import {
  countUnread,
  markAllRead,
  markRead,
  readNotifications,
  type StoredNotification,
} from '@portal/persistence/telling/notifications';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Changes, Reads } from '../../db/pools.js';
import { cursorOf, placeOf } from '../../http/input/time-cursor.js';
import { ProblemException } from '../../problems/problem.js';

@Injectable()
export class NotificationsService {
  constructor(
    private readonly reads: Reads,
    private readonly changes: Changes,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `invalid-input` for a cursor that is none */
  async list(userId: number, query: NotificationsQuery): Promise<Notifications> {
    const { show, limit, after } = query;
    const place = after === undefined ? null : placeOf(after);
    const [found, unread] = await Promise.all([
      readNotifications(this.reads, userId, { show, limit: limit + 1 }, place),
      countUnread(this.reads, userId),
    ]);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(present),
      next: found.length > limit && last ? cursorOf({ at: last.created_at, id: last.id }) : null,
      unread,
    };
  }

  /** @throws {ProblemException} `not-found` */
  async mark(userId: number, id: string, actor: Actor): Promise<Unread> {
    if (!(await this.transactions.run(actor, (tx) => markRead(tx, userId, id)))) {
      throw new ProblemException('not-found', 'There is no such notification');
    }
    return { unread: await countUnread(this.changes, userId) };
  }

  async markAll(userId: number, until: string | undefined, actor: Actor): Promise<Unread> {
    await this.transactions.run(actor, (tx) => markAllRead(tx, userId, until));
    return { unread: await countUnread(this.changes, userId) };
  }
}

function present(stored: StoredNotification): Notification {
  const { id, kind, things, task_ids, created_at, read_at } = stored;
  return { id, kind, things, task_ids: [...task_ids], created_at, read_at, ...wordsOf(stored) };
}
