import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Stamp } from '@portal/contracts/stamp';
import {
  isAboutWork,
  MAX_EXPORTED_BY_NUMBER,
  type NumberExportQuery,
  numberExportQuerySchema,
  type TasksByNumber,
  type TasksByNumberQuery,
  tasksByNumberQuerySchema,
  tasksByNumberSchema,
} from '@portal/contracts/tasks-by-number';
import { type Caller, knowsRevision } from '@portal/domain/caller';
import { decidePodAccess } from '@portal/domain/pods';
import { NO_STAMP } from '@portal/domain/stamps';
import { workSeenBy } from '@portal/domain/visibility';
import { readStamp } from '@portal/persistence/dashboards/live-state';
import { readPod } from '@portal/persistence/pods/pods';
import { readTasksByNumber, readTasksOfWork } from '@portal/persistence/dashboards/tasks-by-number';
import type { Queryable } from '@portal/persistence/queryable';
import type { FastifyReply } from 'fastify';
import { Reply } from '../../http/output/reply.js';
import { STAMPED, stamped } from '../../http/output/stamp-headers.js';
import { Allow } from '../../http/routes/access.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { Reads } from '../../db/pools.js';
import { Uses } from '../../db/uses.js';
import { ListConnections } from '../../lists/read/list-connections.js';
import { requireAllTasks } from './all-tasks.js';
import { numberCsv } from './number-csv.js';
import { ProblemException } from '../../problems/problem.js';

/** The tasks behind the numbers of the dashboard, of the delivery statistics and of people's work. */
@Controller('tasks/by-number')
export class TasksByNumberController {
  constructor(
    private readonly reads: Reads,
    private readonly scans: ListConnections,
    private readonly uses: Uses,
  ) {}

  @Get()
  @Allow.signedIn()
  @ApiResponse('The tasks that a number counts, largest id first', tasksByNumberSchema, STAMPED)
  @ApiErrors('forbidden', 'not-found', 'too-broad', 'too-many-requests')
  async list(
    @Query({ schema: tasksByNumberQuerySchema }) query: TasksByNumberQuery,
    @CurrentCaller() caller: Caller,
    @Reply() reply: FastifyReply,
  ): Promise<TasksByNumber> {
    const tasks = await this.read(query, caller);
    const { page, size, project_id: projectId, number } = query;
    this.uses.noteOnce('number_opened', caller.userId, projectId, number);
    return stamped(reply, { ...tasks, page, size });
  }

  @Get('export')
  @Allow.signedIn()
  @ApiResponse('All tasks that a number counts, as a file', 'text/csv')
  @ApiErrors('forbidden', 'not-found', 'too-broad', 'too-many-requests')
  async export(
    @Query({ schema: numberExportQuerySchema }) { dialect, ...query }: NumberExportQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<StreamableFile> {
    const page = { ...query, page: 1, size: MAX_EXPORTED_BY_NUMBER };
    const { items, total } = await this.read(page, caller);
    if (total > items.length) throw tooMany();
    return new StreamableFile(Buffer.from(numberCsv(items, dialect)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="tasks-${query.number}.csv"`,
    });
  }

  private async read(query: TasksByNumberQuery, caller: Caller) {
    requireAccess(caller, query);
    if (query.pod_name !== undefined) {
      await this.requirePod(query.pod_name, query.project_id, caller);
    }
    const stamp = await this.stampOf(query, caller);
    const tasks = await this.scans.scan(caller, (db) => tasksOf(db, query, caller), tooBroad);
    return { ...tasks, ...stamp };
  }

  /** Numbers of work have it from before the tasks, if the caller knows it. */
  private async stampOf(query: TasksByNumberQuery, caller: Caller): Promise<Stamp | undefined> {
    const { project_id: projectId, stamp_project_id: stampProjectId = projectId } = query;
    if (!isAboutWork(query)) return undefined;
    if (!knowsRevision(caller, stampProjectId)) return NO_STAMP;
    const { epoch, revision } = await readStamp(this.reads.prepared, stampProjectId);
    return { epoch, revision };
  }

  private async requirePod(name: string, projectId: number, caller: Caller): Promise<void> {
    const pod = await readPod(this.reads.prepared, name, caller.email);
    const isThere = projectId === ALL_PROJECTS_ID || pod?.project_id === projectId;
    if (pod && isThere && decidePodAccess(caller, pod) === 'granted') return;
    throw new ProblemException('not-found', 'There is no such pod');
  }
}

function tasksOf(db: Queryable, query: TasksByNumberQuery, caller: Caller) {
  if (!isAboutWork(query)) return readTasksByNumber(db, query);
  return readTasksOfWork(db, query, workSeenBy(caller, query.project_id));
}

/**
 * The numbers of work count only what the caller sees, so members of the project need no permission for them, and
 * nobody needs one for those of all projects.
 */
function requireAccess(caller: Caller, query: TasksByNumberQuery): void {
  const isOfCaller = isAboutWork(query);
  if (isOfCaller && query.project_id === ALL_PROJECTS_ID) return;
  requireAllTasks(caller, query.project_id, isOfCaller);
}

function tooMany(): ProblemException {
  const most = MAX_EXPORTED_BY_NUMBER.toLocaleString('en-US');
  const advice = `Select fewer tasks, or export the list of tasks`;
  return new ProblemException('too-broad', `More than ${most} tasks are counted. ${advice}.`);
}

function tooBroad(seconds: number): ProblemException {
  const advice = 'Select fewer batches or a shorter period';
  const detail = `Reading these tasks takes longer than ${seconds} s. ${advice}.`;
  return new ProblemException('too-broad', detail, [{ pointer: 'batch_ids', detail: advice }]);
}
