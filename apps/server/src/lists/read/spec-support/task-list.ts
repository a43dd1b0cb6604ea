import type { ListedItem, ItemPage, ListQuery } from '@portal/contracts/lists';
import type { Caller } from '@portal/domain/caller';
import { Task } from '@portal/persistence/entities/task';
import { sql } from '@portal/persistence/sql';
import { createProject } from '../../../testing/user.js';
import type { TestServer } from '../../../testing/test-server.js';
import type { DeclaredList } from '../../declare/declared-list.js';
import { ListRegistry } from '../../declare/list-metadata.js';
import { ListReader } from '../list-reader.js';

/** A list with fields of many types, some of them nullable. */
const TASKS: DeclaredList = {
  base: 'spec/tasks',
  label: 'Task',
  labelPlural: 'Tasks',
  entity: Task,
  fields: { target_model: { searchable: true }, delivery_batch: { searchable: true } },
  policy: { rule: { scope: 'project', read: ['data-upload'] }, project: 'project_id' },
};

const BASE = Date.UTC(2026, 0, 5);
/** The columns that may have any text. */
export const WORD_COLUMNS = ['target_model', 'delivery_batch'];
export const WORDS = ['a', 'b', 'ab', 'B', 'a%', 'a_b', String.raw`\a`, "o'b", 'é', '"; --'];
/** Whole milliseconds, instants of stored tasks, and instants a microsecond beside them. */
export const INSTANTS = [0, 1_000, 2_000, 377, 376, 378, 1_131, 1_130, 1_132, 5_655].map(
  (micros) => {
    const digits = String(micros).padStart(6, '0');
    return `${new Date(BASE).toISOString().slice(0, 20)}${digits.replace(/000$/, '')}Z`;
  },
);

/**
 * About 60 tasks of two projects: timestamps to the microsecond, words with special characters of
 * SQL.
 */
export async function storeTasks(server: TestServer): Promise<number[]> {
  const db = server.db;
  const projects = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  await db.query(
    sql`
      INSERT INTO core.batch (project_id, turing_batch_id, name)
      SELECT id, id, 'B' FROM unnest($1::int[]) AS id`,
    [projects],
  );
  await db.query(
    sql`
      INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status, number_of_turns,
        user_email, validation_status, created_at, updated_at, colab_link,
        duration_minutes, completed_at, ${WORD_COLUMNS.join(', ')})
      SELECT n, project, project, 'pending', n % 5,
        (ARRAY['a@b.c', 'aa@b.c', 'b%@b.c', NULL])[1 + n % 4],
        (ARRAY['passed', 'failed', NULL])[1 + n % 3],
        timestamptz '2026-01-05T00:00:00Z' + (n % 9) * interval '1 millisecond',
        CASE WHEN n % 4 > 0 THEN
          timestamptz '2026-01-05T00:00:00Z' + (n % 6) * interval '1 millisecond' END,
        CASE WHEN n % 3 > 0 THEN 'https://a.example/' || n % 8 END, (ARRAY[0, 0.5, 1, NULL, 2.25])[1 + n % 5],
        CASE WHEN n % 7 > 0 THEN
          timestamptz '2026-01-05T00:00:00Z' + ((n * 377) % 6000) * interval '1 microsecond' END,
        ${WORD_COLUMNS.map((_, at) => `(array_append($2::text[], NULL))[1 + n * ${at + 1} % 11]`).join(', ')}
      FROM generate_series(1, 60) AS n
      CROSS JOIN LATERAL (SELECT ($1::int[])[1 + n % 2] AS project) AS of`,
    [projects, WORDS],
  );
  return projects;
}

export function callerIn(projects: readonly number[]): Caller {
  return {
    userId: 1,
    email: 'user@example.org',
    name: 'User',
    via: 'session',
    grants: projects.map((project_id) => ({
      project_id,
      project_name: 'P',
      permissions: ['data-upload'],
    })),
  };
}

export class TaskList {
  private readonly reads: ListReader;
  private readonly tables: ListRegistry;

  /** @param declared by default the list of this file */
  constructor(
    server: TestServer,
    private readonly caller: Caller,
    private readonly declared: DeclaredList = TASKS,
  ) {
    this.reads = server.app.get(ListReader);
    this.tables = server.app.get(ListRegistry);
  }

  page(query: Partial<ListQuery>): Promise<ItemPage> {
    return this.reads.list(this.tables.open(this.declared), this.caller, {
      size: 100,
      ...query,
    });
  }

  /** All items, page after page by their cursors. */
  async walk(
    query: Partial<ListQuery>,
    between: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<ListedItem[]> {
    const items: ListedItem[] = [];
    for (let after: string | undefined; ;) {
      const page = await this.page({ ...query, ...(after !== undefined && { after }) });
      items.push(...page.items);
      if (page.next === null) return items;
      after = page.next;
      await between();
    }
  }

  async items(query: Partial<ListQuery> = {}): Promise<ListedItem[]> {
    return (await this.page(query)).items;
  }
}
