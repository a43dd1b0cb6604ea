import { Inject, Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type {
  UserTaskList,
  UserTasksQuery,
  PodStatsQuery,
  PodStatsRow,
  ReviewStatsQuery,
} from '@portal/contracts/task-stats';
import type { Caller } from '@portal/domain/caller';
import { decidePodAccess } from '@portal/domain/pods';
import { visibilityOf, visibilityWithin } from '@portal/domain/visibility';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { type Period, readDailyWork } from '@portal/persistence/queries/daily-work';
import type { UserScope } from '@portal/persistence/queries/user-scope';
import { readUserTasks } from '@portal/persistence/queries/user-tasks';
import { readPod, readPodMembers } from '@portal/persistence/queries/pods';
import { readReviewDesk } from '@portal/persistence/queries/review-desk';
import { readIsWorkerSeen } from '@portal/persistence/visibility/work';
import type { Config } from '@portal/platform/config';
import { DataSource } from 'typeorm';
import { IndexedListPool } from '../../crud/indexed-list-pool.js';
import { invalidUrl } from '../../problems/invalid-url.js';
import { ProblemException } from '../../problems/problem.js';
import {
  type CachedResponse,
  ResponseCache,
  responseOf,
} from '../../response-cache/response-cache.js';
import { CONFIG } from '../../platform.tokens.js';

/** Statistics of the users that the caller sees, exact at the time of the request. */
@Injectable()
export class TaskStatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly prepared: PreparedReads,
    private readonly large: IndexedListPool,
    private readonly responses: ResponseCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Rows by day and user.
   * @param revision of the requested project; null if it does not exist
   * @throws {ProblemException} `not-found` for an unknown or hidden pod
   */
  async podStats(
    query: PodStatsQuery,
    caller: Caller,
    revision: number | null,
  ): Promise<CachedResponse> {
    const requested = { projectId: query.project_id, users: query.member_emails ?? null };
    const narrowed =
      query.pod_name === undefined
        ? requested
        : await this.withinPod(query.pod_name, requested, caller);
    const scope = scopeOf(narrowed ?? { ...requested, users: [] }, caller);
    const period = { start: query.start_datetime, end: query.end_datetime };
    const zone = query.time_zone ?? this.config.reportingTimeZone;
    // A pod can belong to another project than the requested one, and the revision is that of the
    // requested one.
    const question = ['pod-stats', query.project_id, scope, period, zone];
    return this.answer(question, revision, () => this.readDailyWork(scope, period, zone));
  }

  /**
   * Rows by status and desk.
   * @param revision of the requested project; null if it does not exist
   */
  reviewStats(
    query: ReviewStatsQuery,
    caller: Caller,
    revision: number | null,
  ): Promise<CachedResponse> {
    const { start_datetime: start, end_datetime: end, member_emails, project_id } = query;
    const scope = scopeOf({ projectId: project_id, users: member_emails ?? null }, caller);
    const period = { start, end };
    return this.answer(['pod-review-stats', scope, period], revision, () =>
      readReviewDesk(this.large, scope, period),
    );
  }

  /** @throws {ProblemException} `not-found` for a user hidden from the caller */
  async tasksOf(email: string, query: UserTasksQuery, caller: Caller): Promise<UserTaskList> {
    const { page, size } = query;
    const visibility = visibilityOf(caller);
    const tasks = await readUserTasks(this.large, {
      email,
      visibility,
      start: query.start_datetime ?? null,
      end: query.end_datetime ?? null,
      status: query.status ?? null,
      page,
      size,
    });
    const list = { ...tasks, page, size };
    // A user with visible tasks is visible.
    if (tasks.total > 0) return list;
    if (!(await readIsWorkerSeen(this.prepared, email, visibility))) {
      throw new ProblemException('not-found', 'There is no such user');
    }
    return list;
  }

  /**
   * Cached until the revision changes. The revision was read before the rows, so the rows are at
   * least as new.
   */
  private async answer(
    question: unknown,
    revision: number | null,
    read: () => Promise<unknown>,
  ): Promise<CachedResponse> {
    if (revision === null) return responseOf({ revision: 0, content: await read() });
    return this.responses.get(JSON.stringify(question), revision, async () => ({
      revision,
      content: await read(),
    }));
  }

  private async readDailyWork(
    scope: UserScope,
    period: Period,
    zone: string,
  ): Promise<readonly PodStatsRow[]> {
    try {
      return await readDailyWork(this.large, scope, period, zone);
    } catch (error) {
      throw isUnknownZone(error) ? unknownZone() : error;
    }
  }

  /** Limits the request to the members and the project of the pod; null if nothing matches. */
  private async withinPod(
    podName: string,
    requested: { projectId: number; users: string[] | null },
    caller: Caller,
  ): Promise<{ projectId: number; users: string[] } | null> {
    const pod = await readPod(this.dataSource, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') {
      throw new ProblemException('not-found', 'There is no such pod');
    }
    if (requested.projectId !== ALL_PROJECTS_ID && requested.projectId !== pod.project_id)
      return null;
    const members = await readPodMembers(this.dataSource, pod.name);
    const users = members
      .map(({ user_email }) => user_email)
      .filter((email) => requested.users === null || requested.users.includes(email));
    return { projectId: pod.project_id, users };
  }
}

/** Normalized, so that equal requests of callers who see the same users share one response. */
function scopeOf({ projectId, users }: Omit<UserScope, 'visibility'>, caller: Caller): UserScope {
  const named = users && [...new Set(users)].sort();
  return { projectId, users: named, visibility: visibilityWithin(visibilityOf(caller), projectId) };
}

const INVALID_PARAMETER_VALUE = '22023';

/** The contract accepts the time zones of this process; the database may know fewer. */
function isUnknownZone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER_VALUE;
}

function unknownZone(): ProblemException {
  return invalidUrl([{ pointer: 'time_zone', detail: 'is not known to the database' }]);
}
