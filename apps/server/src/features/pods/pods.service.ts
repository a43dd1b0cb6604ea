import { Inject, Injectable } from '@nestjs/common';
import type { WeeklyProgress } from '@portal/contracts/live';
import type {
  NewPodMember,
  Pod,
  PodCandidateList,
  PodCandidatesQuery,
  PodMember,
  PodMemberChange,
} from '@portal/contracts/pods';
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
import { readWeeklyProgress } from '@portal/persistence/queries/live-state';
import {
  type PodRow,
  readPod,
  readPodCandidates,
  readPodMembers,
} from '@portal/persistence/queries/pods';
import type { Config } from '@portal/platform/config';
import type { Actor } from '../../db/actor.js';
import { IndexedReads, Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { UserDirectory } from '../../users/user-directory.js';
import { CONFIG } from '../../platform.tokens.js';
import { MemberStore, type Recorded } from './member-store.js';
import { presentPod, presentUnnamedMember } from './pod.presenter.js';

/** A pod and its members. A pod hidden from the caller is `not-found` everywhere. */
@Injectable()
export class PodsService {
  constructor(
    private readonly reads: Reads,
    private readonly indexed: IndexedReads,
    private readonly store: MemberStore,
    private readonly users: UserDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

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
    const zone = this.config.reportingTimeZone;
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
    for (const week of lastWeeks(count, now, this.config.reportingTimeZone)) {
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
  async addMember(
    podName: string,
    member: NewPodMember,
    caller: Caller,
    actor: Actor,
  ): Promise<PodMember> {
    const pod = await this.reachMembers(podName, caller);
    const user = await this.users.byEmail(member.user_email);
    const added = await this.store.add(pod, member, caller, actor);
    switch (added.outcome) {
      case 'added':
        return user && maySeeNameOf(caller, user)
          ? added.member
          : presentUnnamedMember(added.member);
      case 'unknown-user':
        throw new ProblemException('invalid-input', 'There is no such user', [
          { pointer: '/user_email', detail: 'is not the email of a user' },
        ]);
      case 'already-in':
        throw new ProblemException('conflict', 'This user is already in the pod', [
          { pointer: '/user_email', detail: 'is already in the pod' },
        ]);
      case 'pod-gone':
        throw unknownPod();
    }
  }

  /** @throws {ProblemException} `forbidden`; `not-found` also if the user is not in the pod */
  async changeMember(
    podName: string,
    change: PodMemberChange,
    caller: Caller,
    actor: Actor,
  ): Promise<Recorded & { readonly member: PodMember }> {
    const pod = await this.reachMembers(podName, caller);
    const changed = await this.store.change(pod, change, caller, actor);
    if (!changed) throw notAMember();
    return changed;
  }

  /** @throws {ProblemException} `forbidden`; `not-found` also if the user is not in the pod */
  async removeMember(
    podName: string,
    email: string,
    caller: Caller,
    actor: Actor,
  ): Promise<number | null> {
    const pod = await this.reachMembers(podName, caller);
    const removed = await this.store.remove(pod, email, caller, actor);
    if (!removed) throw notAMember();
    return removed.group;
  }

  private async readWeek(
    { name: podName, project_id: projectId }: PodRow,
    week: Week,
    now: Date,
  ): Promise<WeeklyProgress> {
    const work = await readWeeklyProgress(this.indexed.prepared, projectId, podName, week);
    const today = dayOf(now, this.config.reportingTimeZone);
    return weeklyProgressOf({ projectId, podName }, week, today, work);
  }

  private async reach(podName: string, caller: Caller): Promise<PodRow> {
    const pod = await readPod(this.reads.prepared, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') throw unknownPod();
    return pod;
  }

  private async reachMembers(podName: string, caller: Caller): Promise<PodRow> {
    const pod = await readPod(this.reads.prepared, podName, caller.email);
    const decision = pod ? decideMembersAccess(caller, pod) : 'hidden';
    if (!pod || decision === 'hidden') throw unknownPod();
    if (decision === 'forbidden') {
      throw new ProblemException('forbidden', 'You do not have the permission for this');
    }
    return pod;
  }
}

function unknownPod(): ProblemException {
  return new ProblemException('not-found', 'There is no such pod');
}

function notAMember(): ProblemException {
  return new ProblemException('not-found', 'This user is not in the pod');
}
