import { Controller, Get, Query } from '@nestjs/common';
import type { Permission } from '@portal/contracts/permissions';
import {
  type Rounds,
  type RoundsQuery,
  roundsQuerySchema,
  roundsSchema,
} from '@portal/contracts/rounds';
import { decideAccess } from '@portal/domain/access';
import type { Caller } from '@portal/domain/caller';
import { decidePodAccess } from '@portal/domain/pods';
import { readPod } from '@portal/persistence/pods/pods';
import { readRounds } from '@portal/persistence/reviews/rounds';
import type { FastifyReply } from 'fastify';
import { Reads } from '../../db/pools.js';
import { Reply } from '../../http/output/reply.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ListConnections } from '../../lists/read/list-connections.js';
import { ProblemException } from '../../problems/problem.js';

/** Users with one of these see the work of everybody in the project. */
const SEE_ALL: readonly Permission[] = ['data-upload', 'pod-info-public-view'];

/** The rounds of tasks: first-look acceptance, rounds per task, times, and what sends tasks back. */
@Controller('tasks/rounds')
export class RoundsController {
  constructor(
    private readonly reads: Reads,
    private readonly scans: ListConnections,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse(
    'Rounds that ended in the period, by user and by what sent back',
    roundsSchema,
    STAMPED,
  )
  @ApiErrors('forbidden', 'not-found', 'too-broad', 'too-many-requests')
  async read(
    @Query({ schema: roundsQuerySchema }) query: RoundsQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<Rounds> {
    requireAccess(caller, query);
    if (query.pod_name !== undefined) await this.requirePod(query.pod_name, caller);
    const rounds = await this.scans.scan(caller, (db) => readRounds(db, query), tooBroad);
    return stamped(reply, rounds);
  }

  private async requirePod(name: string, caller: Caller): Promise<void> {
    const pod = await readPod(this.reads.prepared, name, caller.email);
    if (pod && decidePodAccess(caller, pod) === 'granted') return;
    throw new ProblemException('not-found', 'There is no such pod');
  }
}

/** A person always sees their own rounds. */
function requireAccess(
  caller: Caller,
  { project_id: projectId, user_email: email }: RoundsQuery,
): void {
  const decision = decideAccess({ kind: 'holder-of-one', permissions: SEE_ALL }, caller, projectId);
  if (decision === 'hidden') throw new ProblemException('not-found', 'There is no such project');
  if (decision === 'granted' || email === caller.email) return;
  const detail = `You need the permission ${SEE_ALL.join(' or ')} in this project`;
  throw new ProblemException('forbidden', detail);
}

function tooBroad(seconds: number): ProblemException {
  const advice = 'Select a shorter period';
  const detail = `Counting these rounds takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'start_date', detail: advice }]);
}
