import { Injectable } from '@nestjs/common';
import { type DigestInput, type Digests, MAX_DIGESTS } from '@portal/contracts/digests';
import { belongsTo, type Caller } from '@portal/domain/caller';
import { decidePodAccess } from '@portal/domain/pods';
import { seesEverybody } from '@portal/domain/visibility';
import { addDigest, readDigests, removeDigest } from '@portal/persistence/telling/digests';
import { readPod } from '@portal/persistence/pods/pods';
import type { Actor } from '../../db/actor.js';
import { AuditedTransactions } from '../../db/audited-transactions.js';
import { Changes } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

@Injectable()
export class DigestsService {
  constructor(
    private readonly changes: Changes,
    private readonly transactions: AuditedTransactions,
  ) {}

  async read(userId: number): Promise<Digests> {
    return { items: await readDigests(this.changes, userId) };
  }

  /** @throws {ProblemException} `not-found`, `forbidden`, and `conflict` for too many */
  async add(input: DigestInput, caller: Caller, actor: Actor): Promise<Digests> {
    await this.requireAccess(input, caller);
    const isThere = await this.transactions.run(actor, (tx) => addDigest(tx, caller.userId, input));
    if (!isThere) {
      throw new ProblemException('conflict', `You have ${MAX_DIGESTS} digests: remove one first`);
    }
    return this.read(caller.userId);
  }

  /** @throws {ProblemException} `not-found` */
  async remove(userId: number, id: number, actor: Actor): Promise<void> {
    if (!(await this.transactions.run(actor, (tx) => removeDigest(tx, userId, id)))) {
      throw new ProblemException('not-found', 'There is no such digest');
    }
  }

  /** A digest of a project or pod tells of the work of all its users. */
  private async requireAccess(input: DigestInput, caller: Caller): Promise<void> {
    const project = await this.projectOf(input, caller);
    if (project === undefined || seesEverybody(caller, project)) return;
    const detail = 'You need the permission pod-info-public-view in this project';
    throw new ProblemException('forbidden', detail);
  }

  private async projectOf(
    { project_id: project, pod_name: name }: DigestInput,
    caller: Caller,
  ): Promise<number | undefined> {
    if (name !== undefined) {
      const pod = await readPod(this.changes, name, caller.email);
      if (pod && decidePodAccess(caller, pod) === 'granted') return pod.project_id;
      throw new ProblemException('not-found', 'There is no such pod');
    }
    if (project === undefined || belongsTo(caller, project)) return project;
    throw new ProblemException('not-found', 'There is no such project');
  }
}
