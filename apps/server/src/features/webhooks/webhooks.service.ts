import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import {
  type CreatedWebhook,
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookUpdate,
} from '@portal/contracts/webhooks';
import { refusedTarget } from '@portal/domain/webhook-targets';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Queryable } from '@portal/persistence/queryable';
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  updateWebhook,
} from '@portal/persistence/webhooks/webhooks';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

const SECRET_BYTES = 32;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(projectId: number): Promise<readonly Webhook[]> {
    return readWebhooks(this.reads, projectId);
  }

  /** @throws {ProblemException} `not-found` */
  get(projectId: number, webhookId: number): Promise<Webhook> {
    return findWebhook(this.reads, projectId, webhookId);
  }

  /** @throws {ProblemException} `invalid-input` for a URL that no webhook may have, `conflict` */
  create(projectId: number, webhook: NewWebhook, actor: Actor): Promise<CreatedWebhook> {
    if (projectId === ALL_PROJECTS_ID) {
      throw new ProblemException(
        'conflict',
        'Project 0 stands for all projects and has no webhooks',
      );
    }
    this.#refuseUrl(webhook.url);
    const secret = newSecret();
    return writing(() =>
      this.transactions.run(actor, async (tx) => {
        if ((await countWebhooks(tx, projectId)) >= MAX_WEBHOOKS) throw tooMany();
        const id = await insertWebhook(tx, projectId, webhook, secret);
        return { ...(await findWebhook(tx, projectId, id)), secret };
      }),
    );
  }

  /** @throws {ProblemException} as `create`, and `not-found` */
  update(
    projectId: number,
    webhookId: number,
    update: WebhookUpdate,
    actor: Actor,
  ): Promise<Webhook> {
    if (update.url !== undefined) this.#refuseUrl(update.url);
    return writing(() =>
      this.transactions.run(actor, async (tx) => {
        if (!(await updateWebhook(tx, projectId, webhookId, update))) throw notFound();
        return findWebhook(tx, projectId, webhookId);
      }),
    );
  }

  /** @throws {ProblemException} `not-found` */
  async remove(projectId: number, webhookId: number, actor: Actor): Promise<void> {
    await this.transactions.run(actor, async (tx) => {
      if (!(await deleteWebhook(tx, projectId, webhookId))) throw notFound();
    });
  }

  /**
   * @param overlapHours for how long the previous secrets sign as well
   * @throws {ProblemException} `not-found`
   */
  rotate(
    projectId: number,
    webhookId: number,
    overlapHours: number,
    actor: Actor,
  ): Promise<CreatedWebhook> {
    const secret = newSecret();
    return this.transactions.run(actor, async (tx) => {
      if (!(await rotateSecret(tx, projectId, webhookId, secret, overlapHours))) throw notFound();
      return { ...(await findWebhook(tx, projectId, webhookId)), secret };
    });
  }

  #refuseUrl(url: string): void {
    const detail = refusedTarget(url, this.config.production);
    if (detail === undefined) return;
    throw new ProblemException('invalid-input', 'The body is not valid', [
      { pointer: '/url', detail },
    ]);
  }
}

/** @throws {ProblemException} `not-found`, also for one of another project */
export async function findWebhook(
  db: Queryable,
  projectId: number,
  webhookId: number,
): Promise<Webhook> {
  const found = await readWebhook(db, projectId, webhookId);
  if (!found) throw notFound();
  return found;
}

/** As Standard Webhooks writes it. */
function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (meaningOf(error) !== 'unique') throw error;
    throw new ProblemException('conflict', 'Another webhook of this project has this name', [
      { pointer: '/name', detail: 'is taken by another webhook' },
    ]);
  }
}

function notFound(): ProblemException {
  return new ProblemException('not-found', 'There is no such webhook');
}

function tooMany(): ProblemException {
  return new ProblemException('conflict', `A project has at most ${MAX_WEBHOOKS} webhooks`);
}
