import { Injectable } from '@nestjs/common';
import type {
  DeliveriesQuery,
  DeliveryDetail,
  DeliveryLog,
  Replay,
  Replayed,
  Tested,
} from '@portal/contracts/webhooks';
import type { Queryable } from '@portal/persistence/queryable';
import {
  insertTest,
  readDeliveries,
  readDelivery,
  replayOne,
  replayRange,
} from '@portal/persistence/webhooks/webhook-log';
import { refuseArchived } from '@portal/persistence/webhooks/webhooks';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Reads } from '../../db/pools.js';
import { cursorOf, placeOf } from '../../http/input/time-cursor.js';
import { ProblemException } from '../../problems/problem.js';
import { findWebhook } from './webhooks.service.js';

@Injectable()
export class DeliveriesService {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
  ) {}

  /** @throws {ProblemException} `not-found`, `invalid-input` for a cursor that is none */
  async list(projectId: number, webhookId: number, query: DeliveriesQuery): Promise<DeliveryLog> {
    const { state, limit, after } = query;
    const place = after === undefined ? null : placeOf(after);
    await findWebhook(this.reads, projectId, webhookId);
    const found = await readDeliveries(this.reads, webhookId, { state, limit: limit + 1 }, place);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    const next =
      found.length > limit && last ? cursorOf({ at: last.created_at, id: last.event_id }) : null;
    return { items, next };
  }

  /** @throws {ProblemException} `not-found` */
  async get(projectId: number, webhookId: number, eventId: string): Promise<DeliveryDetail> {
    await findWebhook(this.reads, projectId, webhookId);
    return findDelivery(this.reads, webhookId, eventId);
  }

  /** @throws {ProblemException} `not-found`, `conflict` for a webhook that is disabled */
  replayOne(
    projectId: number,
    webhookId: number,
    eventId: string,
    actor: Actor,
  ): Promise<DeliveryDetail> {
    return this.transactions.run(actor, async (tx) => {
      await requireEnabled(tx, projectId, webhookId);
      if (!(await replayOne(tx, webhookId, eventId))) throw notFound();
      return findDelivery(tx, webhookId, eventId);
    });
  }

  /** @throws {ProblemException} `not-found`, `conflict` for a webhook that is disabled */
  replayRange(
    projectId: number,
    webhookId: number,
    range: Replay,
    actor: Actor,
  ): Promise<Replayed> {
    return this.transactions.run(actor, async (tx) => {
      await requireEnabled(tx, projectId, webhookId);
      return replayRange(tx, webhookId, range);
    });
  }

  /** @throws {ProblemException} `not-found`, `conflict` for a webhook that is disabled */
  test(projectId: number, webhookId: number, actor: Actor): Promise<Tested> {
    return this.transactions.run(actor, async (tx) => {
      await requireEnabled(tx, projectId, webhookId);
      return { event_id: await insertTest(tx, webhookId) };
    });
  }
}

async function requireEnabled(tx: Queryable, projectId: number, webhookId: number): Promise<void> {
  const { is_enabled } = await findWebhook(tx, projectId, webhookId);
  await refuseArchived(tx, projectId);
  if (!is_enabled) throw new ProblemException('conflict', 'The webhook is disabled');
}

async function findDelivery(
  db: Queryable,
  webhookId: number,
  eventId: string,
): Promise<DeliveryDetail> {
  const found = await readDelivery(db, webhookId, eventId);
  if (!found) throw notFound();
  return found;
}

function notFound(): ProblemException {
  return new ProblemException('not-found', 'There is no such delivery of this webhook');
}
