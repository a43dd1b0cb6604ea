import { Inject, Injectable } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type {
  PersonTaskList,
  PersonTasksQuery,
  PodStatsQuery,
  PodStatsRow,
  ReviewStatsQuery,
  ReviewStatsRow,
} from '@portal/contracts/task-stats';
import type { Caller } from '@portal/domain/caller';
import { decidePodAccess } from '@portal/domain/pods';
import { sightOf } from '@portal/domain/sight';
import { PreparedReads } from '@portal/persistence/prepared-reads';
import { readDailyWork } from '@portal/persistence/reads/daily-work';
import { readIsSeen, readPersonTasks } from '@portal/persistence/reads/person-tasks';
import { readPod, readPodMembers } from '@portal/persistence/reads/pods';
import { readReviewDesk } from '@portal/persistence/reads/review-desk';
import type { Config } from '@portal/platform/config';
import { DataSource } from 'typeorm';
import { ProblemException } from '../../http/problem.js';
import { CONFIG } from '../../platform.tokens.js';

/** The work of people, exact at the moment it is asked for, as far as the caller sees them. */
@Injectable()
export class TaskStatsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly prepared: PreparedReads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws {ProblemException} `not-found` for a pod that is not there or not to be seen */
  async podStats(query: PodStatsQuery, caller: Caller): Promise<PodStatsRow[]> {
    const { start_datetime: start, end_datetime: end, member_emails, project_id } = query;
    const asked = { projectId: project_id, people: member_emails ?? null };
    const narrowed =
      query.pod_name === undefined ? asked : await this.withinPod(query.pod_name, asked, caller);
    if (narrowed === null) return [];
    const scope = { ...narrowed, sight: sightOf(caller) };
    const zone = query.time_zone ?? this.config.reportingTimeZone;
    try {
      return await readDailyWork(this.dataSource, scope, { start, end }, zone);
    } catch (error) {
      throw isUnknownZone(error) ? unknownZone() : error;
    }
  }

  reviewStats(query: ReviewStatsQuery, caller: Caller): Promise<ReviewStatsRow[]> {
    const { start_datetime: start, end_datetime: end, member_emails, project_id } = query;
    const people = member_emails ?? null;
    return readReviewDesk(
      this.dataSource,
      { projectId: project_id, people, sight: sightOf(caller) },
      { start, end },
    );
  }

  /** @throws {ProblemException} `not-found` for somebody the caller does not see */
  async tasksOf(email: string, query: PersonTasksQuery, caller: Caller): Promise<PersonTaskList> {
    const { page, size } = query;
    const sight = sightOf(caller);
    if (!(await readIsSeen(this.prepared, email, sight))) {
      throw new ProblemException('not-found', 'There is no such person');
    }
    const { items, total } = await readPersonTasks(this.dataSource, {
      email,
      sight,
      start: query.start_datetime ?? null,
      end: query.end_datetime ?? null,
      page,
      size,
    });
    return { items, total, page, size };
  }

  /** What is asked for, of the pod's members in its project only; null when that is nothing. */
  private async withinPod(
    podName: string,
    asked: { projectId: number; people: string[] | null },
    caller: Caller,
  ): Promise<{ projectId: number; people: string[] } | null> {
    const pod = await readPod(this.dataSource, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') {
      throw new ProblemException('not-found', 'There is no such pod');
    }
    if (asked.projectId !== ALL_PROJECTS_ID && asked.projectId !== pod.project_id) return null;
    const members = await readPodMembers(this.dataSource, pod.name);
    const people = members
      .map(({ user_email }) => user_email)
      .filter((email) => asked.people === null || asked.people.includes(email));
    return { projectId: pod.project_id, people };
  }
}

const INVALID_PARAMETER_VALUE = '22023';

/** The contract knows the zones of this process; the database may know fewer. */
function isUnknownZone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INVALID_PARAMETER_VALUE;
}

function unknownZone(): ProblemException {
  return new ProblemException('invalid-input', 'The address is not valid', [
    { pointer: 'time_zone', detail: 'is not known to the database' },
  ]);
}
