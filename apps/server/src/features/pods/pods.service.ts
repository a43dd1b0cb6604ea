import { Injectable } from '@nestjs/common';
import type { WeeklyProgress } from '@portal/contracts/live';
import type {
  NewPodMember,
  Pod,
  PodCandidateList,
  PodCandidatesQuery,
  PodMember,
  PodMemberChange,
} from '@portal/contracts/pods';
import { reportingZone } from '@portal/contracts/reporting-zone';
import type { Caller } from '@portal/domain/caller';
import { dayOf } from '@portal/domain/periods';
import { maySeeNameOf } from '@portal/domain/users';
import { decideMembersAccess, decidePodAccess } from '@portal/domain/pods';
import { weekSeenBy } from '@portal/domain/visibility';
import {
  currentWeek,
  lastWeeks,
  type Week,
  weekFrom,
  weeklyProgressOf,
} from '@portal/domain/weekly';
import { readWeeklyProgress } from '@portal/persistence/dashboards/live-state';
import {
  type PodRow,
  readPod,
  readPodCandidates,
  readPodMembers,
} from '@portal/persistence/pods/pods';
import { type Author, ListWrites } from '../../lists/write/list-writes.js';
import { forbidden } from '../../lists/shared/refusals.js';
import { type ListMetadata, ListRegistry } from '../../lists/declare/list-metadata.js';
import { IndexedReads, Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { UserDirectory } from '../../identity/granting/user-directory.js';
import { POD_MEMBERS } from './lists/pod-members.list.js';
import { versionOf } from '../../http/output/etags.js';

/** A pod and its members. A pod hidden from the caller is `not-found` everywhere. */
@Injectable()
export class PodsService {
  private readonly memberTable: ListMetadata;

  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
    private readonly writes: ListWrites,
    private readonly users: UserDirectory,
    tables: ListRegistry,
  ) {
    this.memberTable = tables.open(POD_MEMBERS);
  }

  async get(podName: string, caller: Caller): Promise<Pod> {
    return presentPod(await this.reach(podName, caller));
  }

  async members(podName: string, caller: Caller): Promise<PodMember[]> {
    const [, members] = await Promise.all([
      this.reach(podName, caller),
      readPodMembers(this.reads.prepared, podName),
    ]);
    return [...members];
  }

  /**
   * The users of the pod's project who can be added to the pod.
   * @throws {ProblemException} `forbidden`
   */
  async candidates(
    podName: string,
    { search, page, size }: PodCandidatesQuery,
    caller: Caller,
  ): Promise<PodCandidateList> {
    const pod = await this.reachMembers(podName, caller);
    const found = await readPodCandidates(this.reads.prepared, {
      projectId: pod.project_id,
      podName: pod.name,
      search,
      page,
      size,
    });
    return { ...found, page, size };
  }

  /**
   * The state that the room of the pod receives, for the week from `monday` or else the current
   * week. A caller who must not see the numbers of other users gets only their own.
   */
  async weeklyProgress(
    podName: string,
    monday: string | undefined,
    caller: Caller,
  ): Promise<WeeklyProgress> {
    const pod = await this.reach(podName, caller);
    const zone = reportingZone();
    const now = new Date();
    const week = monday === undefined ? currentWeek(now, zone) : weekFrom(monday, zone);
    return weekSeenBy(caller, await this.readWeek(pod, week, now));
  }

  /** The last `count` weeks, the current one last, each as `weeklyProgress` returns it. */
  async weeklyHistory(podName: string, count: number, caller: Caller): Promise<WeeklyProgress[]> {
    const pod = await this.reach(podName, caller);
    const now = new Date();
    const history: WeeklyProgress[] = [];
    // One after the other, so that a request holds one connection.
    for (const week of lastWeeks(count, now, reportingZone())) {
      history.push(weekSeenBy(caller, await this.readWeek(pod, week, now)));
    }
    return history;
  }

  /**
   * If the caller could not see the user before, the response has only the email: otherwise the
   * call would look users up.
   * @throws {ProblemException} `forbidden`; `invalid-input` for an unknown user; `conflict` for a
   *   member of the pod
   */
  async addMember(podName: string, member: NewPodMember, author: Author): Promise<PodMember> {
    const { caller } = author;
    await this.reachMembers(podName, caller);
    const user = await this.users.byEmail(member.user_email);
    await this.writes.create(this.memberTable, author, { pod_name: podName, ...member });
    const added = await this.member(podName, member.user_email);
    return user && maySeeNameOf(caller, user) ? added : presentUnnamedMember(added);
  }

  /**
   * @returns the member with the group of the audit records, null if it cannot be undone
   * @throws {ProblemException} `forbidden`; `not-found` also if the user is not in the pod
   */
  async changeMember(
    podName: string,
    { user_email: email, role }: PodMemberChange,
    author: Author,
  ): Promise<{ readonly member: PodMember; readonly group: number | null }> {
    await this.reachMembers(podName, author.caller);
    const { id } = await this.member(podName, email);
    const group = await this.writes.updateUndoable(this.memberTable, author, String(id), { role });
    return { member: await this.member(podName, email), group };
  }

  /**
   * @returns the group of the audit records, null if it cannot be undone
   * @throws {ProblemException} `forbidden`; `not-found` also if the user is not in the pod
   */
  async removeMember(podName: string, email: string, author: Author): Promise<number | null> {
    await this.reachMembers(podName, author.caller);
    const { id } = await this.member(podName, email);
    return this.writes.delete(this.memberTable, author, String(id));
  }

  /** @throws {ProblemException} `not-found` */
  private async member(podName: string, email: string): Promise<PodMember> {
    const [member] = await readPodMembers(this.reads.prepared, podName, email);
    if (!member) throw new ProblemException('not-found', 'This user is not in the pod');
    return member;
  }

  private async readWeek(
    { name: podName, project_id: projectId }: PodRow,
    week: Week,
    now: Date,
  ): Promise<WeeklyProgress> {
    const work = await readWeeklyProgress(this.indexed.prepared, projectId, podName, week);
    const today = dayOf(now, reportingZone());
    return weeklyProgressOf({ projectId, podName }, week, today, work);
  }

  /** @throws {ProblemException} `not-found` for a pod that the caller does not see */
  async reach(podName: string, caller: Caller): Promise<PodRow> {
    const pod = await readPod(this.reads.prepared, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') throw unknownPod();
    return pod;
  }

  private async reachMembers(podName: string, caller: Caller): Promise<PodRow> {
    const pod = await readPod(this.reads.prepared, podName, caller.email);
    const decision = pod ? decideMembersAccess(caller, pod) : 'hidden';
    if (!pod || decision === 'hidden') throw unknownPod();
    if (decision === 'forbidden') throw forbidden();
    return pod;
  }
}

function unknownPod(): ProblemException {
  return new ProblemException('not-found', 'There is no such pod');
}

/** The version is that of the pod in the list: it does not depend on the name of the project. */
function presentPod(pod: PodRow): Pod {
  const { id, name, description, project_id, project_name, created_at, updated_at } = pod;
  const item = { id, name, description, project_id, created_at, updated_at };
  return { ...item, project_name, version: versionOf(item) };
}

/** For callers who may only see the email of the user. */
function presentUnnamedMember(member: PodMember): PodMember {
  return { ...member, user_name: '', profile_picture: null, timezone: null };
}
