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
  type NotificationPlace,
  readNotifications,
  type StoredNotification,
} from '@portal/persistence/notifications';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Changes, Reads } from '../../db/pools.js';
import { invalidUrl } from '../../problems/invalid-url.js';
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
      next: found.length > limit && last ? `${last.created_at}_${last.id}` : null,
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

const CURSOR =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function placeOf(cursor: string): NotificationPlace {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalidUrl([{ pointer: 'after', detail: 'must be the `next` of an earlier response' }]);
  }
  return { at, id };
}
