import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import {
  type TaskHistory,
  type TaskHistoryQuery,
  taskHistoryQuerySchema,
  taskHistorySchema,
} from '@portal/contracts/task-history';
import { type Caller, projectsWhere } from '@portal/domain/caller';
import { permissionsToSee, ITEM_RULES } from '@portal/domain/item-rules';
import { maySeeTask } from '@portal/domain/tasks';
import { maySeeImport } from '@portal/domain/uploads';
import { type FeedbackTask, readFeedbackTask } from '@portal/persistence/tasks/task-feedback';
import {
  type HistoryScope,
  readTaskHistory,
  type StoredHistory,
} from '@portal/persistence/tasks/task-history';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { type ListMetadata, ListRegistry } from '../../lists/declare/list-metadata.js';
import { ListReader } from '../../lists/read/list-reader.js';
import { taskIdSchema } from './task-id.js';
import { TASKS } from './tasks.list.js';

/** The changes of one task by imports and by people, for callers who see the task. */
@Controller(TASKS.base)
export class TaskHistoryController {
  private readonly table: ListMetadata;

  constructor(
    private readonly lists: ListReader,
    private readonly reads: Reads,
    @Inject(CONFIG) private readonly config: Config,
    tables: ListRegistry,
  ) {
    this.table = tables.open(TASKS);
  }

  @Get(':key/history')
  @Allow.signedIn()
  @ApiResponse(
    'What changed the task: imports and people, the newest change first',
    taskHistorySchema,
  )
  @ApiErrors('forbidden', 'not-found')
  async history(
    @Param('key', { schema: taskIdSchema }) taskId: number,
    @Query({ schema: taskHistoryQuerySchema }) query: TaskHistoryQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<TaskHistory> {
    const task = await readFeedbackTask(this.reads, taskId);
    const shown = task && maySeeTask(caller, task) ? task : undefined;
    const unseen = shown ? null : await this.refusalOf(taskId, caller);
    const scope = scopeOf(caller, shown);
    const history = await readTaskHistory(this.reads, taskId, query, scope);
    // What is left of a task is for those who could list it then.
    if (unseen && !history.last) throw unseen;
    const { page, size } = query;
    const { importHistoryDays: imports_kept_days } = this.config;
    return { ...presentHistory(history, caller), page, size, imports_kept_days };
  }

  /** Why the caller does not see the task; null if they do. */
  private async refusalOf(taskId: number, caller: Caller): Promise<ProblemException | null> {
    try {
      await this.lists.get(this.table, caller, String(taskId));
      return null;
    } catch (error) {
      if (error instanceof ProblemException && error.code === 'not-found') return error;
      throw error;
    }
  }
}

/**
 * Users who may list the tasks of a project read all that happened there. Others read what happened in the project of a
 * task that they see, without what its panel does not show them either.
 */
function scopeOf(caller: Caller, shown: FeedbackTask | undefined): HistoryScope {
  const listed = projectsWhere(caller, permissionsToSee(ITEM_RULES.tasks));
  if (!shown || listed === 'all' || listed.includes(shown.project_id)) {
    return { projects: listed, hidden: [] };
  }
  // Who sees the task only as its user does not see which user it had before.
  const seesOthers = maySeeTask(caller, { ...shown, user_email: null });
  return {
    projects: [...listed, shown.project_id],
    hidden: seesOthers ? UNLISTED : [...UNLISTED, 'user_email'],
  };
}

/** The panel has the feedback, but for what its author withdrew. */
const UNLISTED = ['metadata', 'feedback', 'appeal'] as const;

function presentHistory({ last, items, ...plain }: StoredHistory, caller: Caller) {
  const withImport = <T extends { readonly import: StoredImport | null }>(change: T) => ({
    ...change,
    import: change.import && presentImport(change.import, caller),
  });
  return {
    ...plain,
    last: last && withImport(last),
    items: items.map(withImport),
  };
}

type StoredImport = NonNullable<StoredHistory['items'][number]['import']>;

function presentImport({ uploader_id: uploaderId, ...plain }: StoredImport, caller: Caller) {
  return { ...plain, is_visible: maySeeImport(caller, { uploaderId }) };
}
