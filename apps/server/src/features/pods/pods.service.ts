import { Injectable } from '@nestjs/common';
import type { NewPodMember, Pod, PodMember } from '@portal/contracts/pods';
import type { Caller } from '@portal/domain/caller';
import { decideMembersAccess, decidePodAccess } from '@portal/domain/pods';
import { type PodRow, readPod, readPodMembers } from '@portal/persistence/reads/pods';
import { DataSource } from 'typeorm';
import type { Actor } from '../../changes/actor.js';
import { ProblemException } from '../../http/problem.js';
import { MemberStore } from './member-store.js';
import { presentPod, presentPodMember } from './pod.presenter.js';

/** A pod and who is in it. What one may not see answers `not-found` throughout. */
@Injectable()
export class PodsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: MemberStore,
  ) {}

  async get(podName: string, caller: Caller): Promise<Pod> {
    return presentPod(await this.reach(podName, caller));
  }

  async members(podName: string, caller: Caller): Promise<PodMember[]> {
    const pod = await this.reach(podName, caller);
    return (await readPodMembers(this.dataSource, pod.name)).map(presentPodMember);
  }

  /**
   * @throws {ProblemException} `forbidden`; `invalid-input` for an unknown person; `conflict` for
   * one who is in the pod
   */
  async addMember(
    podName: string,
    member: NewPodMember,
    caller: Caller,
    actor: Actor,
  ): Promise<PodMember> {
    const pod = await this.reachMembers(podName, caller);
    const added = await this.store.add(pod, member, actor);
    switch (added.outcome) {
      case 'added':
        return presentPodMember(added.member);
      case 'unknown-person':
        throw new ProblemException('invalid-input', 'There is no such person', [
          { pointer: '/user_email', detail: 'is nobody the portal knows' },
        ]);
      case 'already-in':
        throw new ProblemException('conflict', 'This person is in the pod already', [
          { pointer: '/user_email', detail: 'is in the pod already' },
        ]);
      case 'pod-gone':
        throw unknownPod();
    }
  }

  /** @throws {ProblemException} `forbidden`; `not-found` also for one who is not in the pod */
  async removeMember(podName: string, email: string, caller: Caller, actor: Actor): Promise<void> {
    const pod = await this.reachMembers(podName, caller);
    if (!(await this.store.remove(pod, email, actor))) {
      throw new ProblemException('not-found', 'This person is not in the pod');
    }
  }

  private async reach(podName: string, caller: Caller): Promise<PodRow> {
    const pod = await readPod(this.dataSource, podName, caller.email);
    if (!pod || decidePodAccess(caller, pod) === 'hidden') throw unknownPod();
    return pod;
  }

  private async reachMembers(podName: string, caller: Caller): Promise<PodRow> {
    const pod = await readPod(this.dataSource, podName, caller.email);
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
