import { Controller, Get, Query } from '@nestjs/common';
import {
  type Rounds,
  type RoundsQuery,
  roundsQuerySchema,
  roundsSchema,
} from '@portal/contracts/rounds';
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
import { requireAllTasks } from './all-tasks.js';

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
    // A person always sees their own rounds.
    requireAllTasks(caller, query.project_id, query.user_email === caller.email);
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

function tooBroad(seconds: number): ProblemException {
  const advice = 'Select a shorter period';
  const detail = `Counting these rounds takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'start_date', detail: advice }]);
}
