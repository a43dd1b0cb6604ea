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
import { readIsSeen, readUserTasks } from '@portal/persistence/queries/user-tasks';
import { readPod, readPodMembers } from '@portal/persistence/queries/pods';
import { readReviewDesk } from '@portal/persistence/queries/review-desk';
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

/** The work of users, exact at the moment it is asked for, as far as the caller sees them. */
@Injectable()
export class TaskStatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly prepared: PreparedReads,
    private readonly large: IndexedListPool,
    private readonly answers: ResponseCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Rows by day and user.
   * @param revision of the project asked for; null when it is not there
   * @throws {ProblemException} `not-found` for a pod that is not there or not to be seen
   */
  async podStats(
    query: PodStatsQuery,
    caller: Caller,
    revision: number | null,
  ): Promise<CachedResponse> {
    const asked = { projectId: query.project_id, users: query.member_emails ?? null };
    const narrowed =
      query.pod_name === undefined ? asked : await this.withinPod(query.pod_name, asked, caller);
    const scope = scopeOf(narrowed ?? { ...asked, users: [] }, caller);
    const period = { start: query.start_datetime, end: query.end_datetime };
    const zone = query.time_zone ?? this.config.reportingTimeZone;
    // A pod's project is another one than asked for, and so is its revision.
    const question = ['pod-stats', query.project_id, scope, period, zone];
    return this.answer(question, revision, () => this.readDailyWork(scope, period, zone));
  }

  /**
   * Rows by status and desk.
   * @param revision of the project asked for; null when it is not there
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

  /** @throws {ProblemException} `not-found` for somebody the caller does not see */
  async tasksOf(email: string, query: UserTasksQuery, caller: Caller): Promise<UserTaskList> {
    const { page, size } = query;
    const sight = visibilityOf(caller);
    const tasks = await readUserTasks(this.large, {
      email,
      sight,
      start: query.start_datetime ?? null,
      end: query.end_datetime ?? null,
      status: query.status ?? null,
      page,
      size,
    });
    const list = { ...tasks, page, size };
    // Whoever has tasks that are shown is seen.
    if (tasks.total > 0) return list;
    if (!(await readIsSeen(this.prepared, email, sight))) {
      throw new ProblemException('not-found', 'There is no such user');
    }
    return list;
  }

  /**
   * Kept until the revision moves. It was read before the rows, which are therefore as new or newer:
   * whoever finds it unmoved may have them.
   */
  private async answer(
    question: unknown,
    revision: number | null,
    read: () => Promise<unknown>,
  ): Promise<CachedResponse> {
    if (revision === null) return responseOf({ revision: 0, content: await read() });
    return this.answers.get(JSON.stringify(question), revision, async () => ({
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

  /** What is asked for, of the pod's members in its project only; null when that is nothing. */
  private async withinPod(
    podName: string,
    asked: { projectId: number; users: string[] | null },
    caller: Caller,
  ): Promise<{ projectId: number; users: string[] } | null> {
    const pod = await readPod(this.dataSource, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') {
      throw new ProblemException('not-found', 'There is no such pod');
    }
    if (asked.projectId !== ALL_PROJECTS_ID && asked.projectId !== pod.project_id) return null;
    const members = await readPodMembers(this.dataSource, pod.name);
    const users = members
      .map(({ user_email }) => user_email)
      .filter((email) => asked.users === null || asked.users.includes(email));
    return { projectId: pod.project_id, users };
  }
}

/** The same for the same question, so that users who see the same share one answer. */
function scopeOf({ projectId, users }: Omit<UserScope, 'sight'>, caller: Caller): UserScope {
  const named = users && [...new Set(users)].sort();
  return { projectId, users: named, sight: visibilityWithin(visibilityOf(caller), projectId) };
}

const INVALID_PARAMETER_VALUE = '22023';

/** The contract knows the zones of this process; the database may know fewer. */
function isUnknownZone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER_VALUE;
}

function unknownZone(): ProblemException {
  return invalidUrl([{ pointer: 'time_zone', detail: 'is not known to the database' }]);
}
