import { Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Stamp } from '@portal/contracts/stamp';
import type {
  UserScores,
  UserScoresQuery,
  UserTaskList,
  UserTasksQuery,
  PodStatsRow,
} from '@portal/contracts/task-stats';
import type { PodStatsQuery, ReviewStatsQuery } from '@portal/contracts/team-stats-queries';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { knowsRevision, type Caller } from '@portal/domain/caller';
import { decidePodAccess } from '@portal/domain/pods';
import { NO_STAMP } from '@portal/domain/stamps';
import { type VisibilityScope, visibilityOf, visibilityWithin } from '@portal/domain/visibility';
import { meaningOf } from '@portal/persistence/database-errors';
import { type Period, readDailyWork } from '@portal/persistence/users/daily-work';
import { readStamp } from '@portal/persistence/dashboards/live-state';
import { readUserDetails } from '@portal/persistence/users/user-details';
import type { UserScope } from '@portal/persistence/users/user-scope';
import { readUserScores } from '@portal/persistence/reviews/user-scores';
import { readUserTasks } from '@portal/persistence/tasks/user-tasks';
import { readPod, readPodMembers } from '@portal/persistence/pods/pods';
import { readReviewDesk } from '@portal/persistence/reviews/review-desk';
import { readIsWorkerSeen } from '@portal/persistence/visibility/work';
import { IndexedReads, Reads } from '../../db/pools.js';
import { invalidUrl } from '../../problems/invalid-url.js';
import { ProblemException } from '../../problems/problem.js';
import {
  type CachedResponse,
  ResponseCache,
  responseOf,
} from '../../response-cache/response-cache.js';

type Selection = Pick<PodStatsQuery, 'project_id' | 'member_emails' | 'pod_name'>;

/** Statistics of the users that the caller sees, exact at the time of the request. */
@Injectable()
export class TaskStatsService {
  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
    private readonly responses: ResponseCache,
  ) {}

  /**
   * Rows by day and user.
   * @param stamp of the requested project; null if it does not exist
   * @throws {ProblemException} `not-found` for an unknown or hidden pod
   */
  async podStats(
    query: PodStatsQuery,
    caller: Caller,
    stamp: Stamp | null,
  ): Promise<CachedResponse> {
    const scope = await this.scopeOf(query, caller);
    const period = { start: query.start_datetime, end: query.end_datetime };
    const zone = query.time_zone ?? reportingZone();
    // A pod can belong to another project than the requested one, and the revision is that of the
    // requested one.
    const question = ['pod-stats', query.project_id, scope, period, zone];
    const known = knowsRevision(caller, query.project_id) ? stamp : null;
    return this.answer(question, known, () => this.readDailyWork(scope, period, zone));
  }

  /**
   * Rows by status and desk.
   * @param stamp of the requested project; null if it does not exist
   * @throws {ProblemException} `not-found` for an unknown or hidden pod
   */
  async reviewStats(
    query: ReviewStatsQuery,
    caller: Caller,
    stamp: Stamp | null,
  ): Promise<CachedResponse> {
    const scope = await this.scopeOf(query, caller);
    const period = { start: query.start_datetime, end: query.end_datetime };
    const question = ['pod-review-stats', query.project_id, scope, period];
    const known = knowsRevision(caller, query.project_id) ? stamp : null;
    return this.answer(question, known, () => readReviewDesk(this.indexed.prepared, scope, period));
  }

  /** @throws {ProblemException} `not-found` for a user hidden from the caller */
  async tasksOf(email: string, query: UserTasksQuery, caller: Caller): Promise<UserTaskList> {
    const {
      page,
      size,
      project_id: projectId,
      stamp_project_id: stampProjectId = projectId,
    } = query;
    const visibility = visibilityOf(caller);
    const { epoch, revision } = await this.stampFor(caller, stampProjectId);
    const tasks = await readUserTasks(this.indexed.prepared, {
      email,
      visibility,
      start: query.start_datetime ?? null,
      end: query.end_datetime ?? null,
      status: query.status ?? null,
      search: query.search ?? null,
      projectId,
      page,
      size,
    });
    // A user with visible tasks is visible.
    if (tasks.total === 0) await this.requireWorker(email, visibility);
    const users = await readUserDetails(this.reads.prepared, [email], { projectId, visibility });
    const user = users.get(email) ?? null;
    return { ...tasks, epoch, revision, user, page, size };
  }

  /** @throws {ProblemException} `not-found` for a user hidden from the caller */
  async scoresOf(email: string, query: UserScoresQuery, caller: Caller): Promise<UserScores> {
    const { project_id: projectId, stamp_project_id: stampProjectId = projectId } = query;
    const visibility = visibilityOf(caller);
    const { epoch, revision } = await this.stampFor(caller, stampProjectId);
    const scores = await readUserScores(this.indexed.prepared, {
      ...{ email, visibility, projectId },
      start: query.start_datetime ?? null,
      end: query.end_datetime ?? null,
    });
    if (scores.length === 0) await this.requireWorker(email, visibility);
    return { epoch, revision, scores: [...scores] };
  }

  /** Read before the numbers, so that these are at least as new. */
  private stampFor(caller: Caller, projectId: number): Promise<Stamp> | Stamp {
    return knowsRevision(caller, projectId) ? readStamp(this.reads.prepared, projectId) : NO_STAMP;
  }

  private async requireWorker(email: string, visibility: VisibilityScope): Promise<void> {
    if (await readIsWorkerSeen(this.reads.prepared, email, visibility)) return;
    throw new ProblemException('not-found', 'There is no such user');
  }

  /**
   * Cached until the stamp changes. The stamp was read before the rows, so the rows are at least as
   * new.
   */
  private async answer(
    question: unknown,
    stamp: Stamp | null,
    read: () => Promise<unknown>,
  ): Promise<CachedResponse> {
    if (stamp === null) return responseOf({ ...NO_STAMP, content: await read() });
    return this.responses.get(JSON.stringify(question), stamp, async () => ({
      ...stamp,
      content: await read(),
    }));
  }

  private async readDailyWork(
    scope: UserScope,
    period: Period,
    zone: string,
  ): Promise<readonly PodStatsRow[]> {
    try {
      const rows = await readDailyWork(this.indexed.prepared, scope, period, zone);
      const emails = [...new Set(rows.map(({ email }) => email))];
      const users = await readUserDetails(this.reads.prepared, emails, scope);
      return rows.map((row) => ({ ...row, user: users.get(row.email) ?? null }));
    } catch (error) {
      throw isUnknownZone(error) ? unknownZone() : error;
    }
  }

  /**
   * The requested users and project, and what the caller may see of them. It is normalized, so that
   * equal requests of callers who see the same users share one response.
   */
  private async scopeOf(
    { project_id: projectId, member_emails, pod_name: podName }: Selection,
    caller: Caller,
  ): Promise<UserScope> {
    const requested = { projectId, users: member_emails ?? null };
    const found =
      podName === undefined ? requested : await this.withinPod(podName, requested, caller);
    const narrowed = found ?? { ...requested, users: [] };
    return {
      projectId: narrowed.projectId,
      users: narrowed.users && [...new Set(narrowed.users)].sort(),
      visibility: visibilityWithin(visibilityOf(caller), narrowed.projectId),
    };
  }

  /** Limits the request to the members and the project of the pod; null if nothing matches. */
  private async withinPod(
    podName: string,
    requested: { projectId: number; users: readonly string[] | null },
    caller: Caller,
  ): Promise<{ projectId: number; users: readonly string[] } | null> {
    const pod = await readPod(this.reads, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') {
      throw new ProblemException('not-found', 'There is no such pod');
    }
    if (requested.projectId !== ALL_PROJECTS_ID && requested.projectId !== pod.project_id)
      return null;
    const members = await readPodMembers(this.reads, pod.name);
    const users = members
      .map(({ user_email }) => user_email)
      .filter((email) => requested.users === null || requested.users.includes(email));
    return { projectId: pod.project_id, users };
  }
}

/** The contract accepts the time zones of this process; the database may know fewer. */
function isUnknownZone(error: unknown): boolean {
  return meaningOf(error) === 'unsupported value';
}

function unknownZone(): ProblemException {
  return invalidUrl([{ pointer: 'time_zone', detail: 'is not known to the database' }]);
}
