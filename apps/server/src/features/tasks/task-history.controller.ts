import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import {
  type TaskHistory,
  type TaskHistoryQuery,
  taskHistoryQuerySchema,
  taskHistorySchema,
} from '@portal/contracts/task-history';
import { type Caller, projectsWhere } from '@portal/domain/caller';
import { permissionsToSee, ITEM_RULES } from '@portal/domain/item-rules';
import { maySeeImport } from '@portal/domain/uploads';
import { readTaskHistory, type StoredHistory } from '@portal/persistence/tasks/task-history';
import type { Config } from '@portal/platform/config';
import { z } from 'zod';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { type ListMetadata, ListRegistry } from '../../lists/declare/list-metadata.js';
import { ListReader } from '../../lists/read/list-reader.js';
import { CONFIG } from '../../platform/tokens.js';
import { TASKS } from './tasks.list.js';

const keySchema = z.coerce.number().int();

/** The changes of one task by imports and by people, for callers who may read the task. */
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
    @Param('key') key: string,
    @Query({ schema: taskHistoryQuerySchema }) query: TaskHistoryQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<TaskHistory> {
    const unseen = await this.refusalOf(key, caller);
    const projects = projectsWhere(caller, permissionsToSee(ITEM_RULES.tasks));
    const history = await readTaskHistory(this.reads, keySchema.parse(key), query, projects);
    // What is left of a task is for those who could read it then.
    if (unseen && !history.last) throw unseen;
    const { page, size } = query;
    const { importHistoryDays: imports_kept_days } = this.config;
    return { ...presentHistory(history, caller), page, size, imports_kept_days };
  }

  /** Why the caller does not see the task; null if they do. */
  private async refusalOf(key: string, caller: Caller): Promise<ProblemException | null> {
    try {
      await this.lists.get(this.table, caller, key);
      return null;
    } catch (error) {
      if (error instanceof ProblemException && error.code === 'not-found') return error;
      throw error;
    }
  }
}

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
