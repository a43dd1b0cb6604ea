import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Alert,
  type AlertHistory,
  type AlertUpdate,
  MAX_ALERT_CHANGES,
  type NewAlert,
  newAlertSchema,
} from '@portal/contracts/alerts';
import type { TestSent } from '@portal/contracts/notifications';
import { worstOf } from '@portal/domain/alerts';
import type { Caller } from '@portal/domain/caller';
import { managesStats } from '@portal/domain/custom-stats';
import {
  deleteAlert,
  insertAlert,
  insertAlertTest,
  muteAlert,
  readAlertHistory,
  readAlerts,
  replaceAlert,
  type StoredAlert,
} from '@portal/persistence/alerts/alerts';
import { meaningOf } from '@portal/persistence/database-errors';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import type { Actor } from '../../../db/actor.js';
import { undoableGroupOf } from '../../../db/audit-group.js';
import { AuditedTransactions } from '../../../db/audited-transactions.js';
import { Reads } from '../../../db/pools.js';
import { SchemaPipe } from '../../../http/input/schema.pipe.js';
import { refuseStale } from '../../../http/output/etags.js';
import { ProblemException } from '../../../problems/problem.js';

const NO_SLACK = 'Slack is not set up in the portal';

/** Stores the alerts of a project. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly reads: Reads,
    private readonly transactions: AuditedTransactions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(projectId: number, caller: Caller): Promise<readonly Alert[]> {
    return (await readAlerts(this.reads, projectId, caller)).map((alert) =>
      this.present(alert, caller),
    );
  }

  /** @throws {ProblemException} `not-found`, also for an alert hidden from the caller */
  async get(projectId: number, alertId: number, caller: Caller): Promise<Alert> {
    const [found] = await readAlerts(this.reads, projectId, caller, alertId);
    if (!found) throw notFound();
    return this.present(found, caller);
  }

  /** @throws {ProblemException} as `get` */
  async history(
    projectId: number,
    alertId: number,
    before: number | undefined,
    caller: Caller,
  ): Promise<AlertHistory> {
    await this.get(projectId, alertId, caller);
    const items = await readAlertHistory(this.reads, alertId, before);
    return { items, next: items.length < MAX_ALERT_CHANGES ? null : (items.at(-1)?.id ?? null) };
  }

  /** @throws {ProblemException} `invalid-input`, `conflict` */
  async create(projectId: number, alert: NewAlert, actor: Actor, caller: Caller): Promise<Alert> {
    const id = await writing(() =>
      this.transactions.run(actor, (tx) => insertAlert(tx, projectId, actor.userId, alert)),
    );
    if (id === undefined) throw noStatistic();
    return this.get(projectId, id, caller);
  }

  /**
   * Changes the given fields; the result must be as valid as a new alert.
   * @param ifMatch the ETag of the expected version; without it the last write wins
   * @throws {ProblemException} as `create`, `not-found`, and `conflict` if it has changed
   */
  async update(
    projectId: number,
    alertId: number,
    update: AlertUpdate,
    ifMatch: string | undefined,
    actor: Actor,
    caller: Caller,
  ): Promise<Alert> {
    for (;;) {
      const before = await this.get(projectId, alertId, caller);
      refuseStale(before, update, ifMatch);
      const next = await wholeOf({ ...settingsOf(before), ...update });
      if (isDeepStrictEqual(settingsOf(before), next)) return before;
      const isStored = await writing(() =>
        this.transactions.run(actor, (tx) => replaceAlert(tx, before, projectId, next)),
      );
      const now = await this.get(projectId, alertId, caller);
      if (isStored) return now;
      // Else a concurrent change: the validated alert would not be the stored one.
      if (now.version === before.version) throw noStatistic();
    }
  }

  /** @throws {ProblemException} `not-found` */
  async mute(
    projectId: number,
    alertId: number,
    until: string | null,
    actor: Actor,
    caller: Caller,
  ): Promise<Alert> {
    const isMuted = await this.transactions.run(actor, (tx) =>
      muteAlert(tx, projectId, alertId, until),
    );
    if (!isMuted) throw notFound();
    return this.get(projectId, alertId, caller);
  }

  /** @throws {ProblemException} `not-found`, `conflict` without Slack or a channel */
  async test(projectId: number, alertId: number, actor: Actor, caller: Caller): Promise<TestSent> {
    await this.get(projectId, alertId, caller);
    if (!this.config.slack) throw new ProblemException('conflict', NO_SLACK);
    const id = await this.transactions.run(actor, (tx) => insertAlertTest(tx, projectId, alertId));
    if (id !== undefined) return { id };
    throw new ProblemException('conflict', 'The alert tells no Slack channel');
  }

  /**
   * @returns the group of the audit records; null if it cannot be undone
   * @throws {ProblemException} `not-found`
   */
  remove(projectId: number, alertId: number, actor: Actor): Promise<number | null> {
    return this.transactions.run(actor, async (tx) => {
      if (!(await deleteAlert(tx, projectId, alertId))) throw notFound();
      return undoableGroupOf(tx);
    });
  }

  private present({ suspended, error, ...alert }: StoredAlert, caller: Caller): Alert {
    const state = stateOf({ suspended, error, evaluated_at: alert.evaluated_at, keys: alert.keys });
    const shows = managesStats(caller, alert.project_id) && alert.slack_channel !== null;
    const problem = this.config.slack ? alert.slack_problem : NO_SLACK;
    return { ...alert, state, reason: suspended ?? error, slack_problem: shows ? problem : null };
  }
}

function stateOf({
  suspended,
  error,
  evaluated_at,
  keys,
}: Pick<StoredAlert, 'suspended' | 'error' | 'evaluated_at' | 'keys'>): Alert['state'] {
  if (suspended !== null) return 'suspended';
  if (error !== null) return 'failing';
  if (evaluated_at === null) return 'not_evaluated';
  return worstOf(keys.map(({ state }) => state));
}

/** The fields that a user sets. */
function settingsOf(alert: Alert): NewAlert {
  const { id: _id, project_id: _project, owner: _owner, stat_name: _name, ...rest } = alert;
  const {
    state: _state,
    reason: _reason,
    slack_problem: _problem,
    evaluated_at: _at,
    revision: _revision,
    ...more
  } = rest;
  const {
    keys: _keys,
    version: _version,
    created_at: _created,
    updated_at: _updated,
    ...settings
  } = more;
  return settings;
}

const pipe = new SchemaPipe();

async function wholeOf(settings: Readonly<Record<string, unknown>>): Promise<NewAlert> {
  const parsed: unknown = await pipe.transform(settings, { type: 'body', schema: newAlertSchema });
  return newAlertSchema.parse(parsed);
}

async function writing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (meaningOf(error) !== 'unique') throw error;
    throw new ProblemException('conflict', 'Another alert of this project has this name', [
      { pointer: '/name', detail: 'is taken by another alert' },
    ]);
  }
}

function noStatistic(): ProblemException {
  return new ProblemException('invalid-input', 'The body is not valid', [
    { pointer: '/stat_id', detail: 'is no statistic of this project' },
  ]);
}

function notFound(): ProblemException {
  return new ProblemException('not-found', 'There is no such alert');
}
