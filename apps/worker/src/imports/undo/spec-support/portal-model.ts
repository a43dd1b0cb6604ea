export interface FileRow {
  readonly turing_task_id: number;
  readonly turing_project_id: number;
  readonly turing_batch_id: number;
  readonly batch_name?: string;
  readonly status?: string;
  readonly user_email?: string | null;
  readonly number_of_turns?: number;
  readonly completed_at?: string | null;
  readonly target_model?: string | null;
  readonly reviews?: readonly ReviewOfRow[];
}

interface ReviewOfRow {
  readonly turing_review_id: number;
  readonly status: string;
  readonly submitted_at: string | null;
}

interface Task {
  readonly project: number;
  readonly batch: number;
  readonly status: string;
  readonly user_email: string | null;
  readonly number_of_turns: number;
  readonly completed_at: string | null;
  readonly target_model: string | null;
  readonly reviews: Readonly<Record<string, string>>;
}

/** A task and the changes that left it so: the last one and, before an undo, those of what it put back. */
interface Version {
  readonly task: Task;
  readonly leftBy: readonly string[];
}

interface Import {
  readonly undoes: string | undefined;
  readonly tasks: Map<number, Version | undefined>;
  readonly batches: Map<string, { before: string | undefined; after: string | undefined }>;
}

const PROJECT_IDS: Readonly<Record<number, number>> = { 1001: 1, 1002: 2 };

/** What imports, undos and edits must leave, computed in another way than by the portal. */
export class PortalModel {
  private tasks = new Map<number, Version>();
  private batches = new Map<string, string>();
  private readonly imports = new Map<string, Import>();
  private edits = 0;

  contents(): unknown {
    return {
      tasks: Object.fromEntries([...this.tasks].map(([id, { task }]) => [String(id), task])),
      batches: Object.fromEntries(this.batches),
    };
  }

  /** A row of a new task without a status is refused. */
  lacksStatus(row: FileRow): boolean {
    return row.status === undefined && !this.tasks.has(row.turing_task_id);
  }

  import(id: string, rows: readonly FileRow[]): unknown {
    const made: Import = { undoes: undefined, tasks: new Map(), batches: new Map() };
    const counts = { inserted: 0, updated: 0, unchanged: 0 };
    const accepted = rows.filter((row) => !this.lacksStatus(row));
    for (const row of accepted) {
      const key = `${PROJECT_IDS[row.turing_project_id]}/${row.turing_batch_id}`;
      const name = row.batch_name ?? this.batches.get(key) ?? `Batch ${row.turing_batch_id}`;
      this.setBatch(made, key, name);
    }
    for (const row of accepted) {
      const before = this.tasks.get(row.turing_task_id);
      const task = merged(before?.task, row);
      if (before && same(before.task, task)) {
        counts.unchanged++;
        continue;
      }
      counts[before ? 'updated' : 'inserted']++;
      made.tasks.set(row.turing_task_id, before);
      this.tasks.set(row.turing_task_id, { task, leftBy: [id] });
    }
    this.imports.set(id, made);
    return counts;
  }

  /** The import that is `back` before the newest. */
  newest(back: number): string | undefined {
    return [...this.imports.keys()].at(-1 - back);
  }

  mayUndo(id: string): boolean {
    return !this.undosOf(id).some((undo) => this.undosOf(undo).length === 0);
  }

  undo(id: string, undone: string, keepNewer: boolean): unknown {
    const { tasks, batches } = this.importOf(undone);
    const counts = { updated: 0, inserted: 0, removed: 0, kept: 0 };
    const writes = new Map<number, Version | undefined>();
    let failed = 0;
    for (const [task, before] of tasks) {
      const now = this.tasks.get(task);
      const wasRemoved = before !== undefined && this.isRemoval(undone, task);
      if (wasRemoved ? now !== undefined : !now?.leftBy.includes(undone)) {
        if (before !== undefined || now !== undefined) counts.kept++;
        continue;
      }
      if (before && !this.hasBatch(before.task, batches)) {
        failed++;
        continue;
      }
      writes.set(task, before);
      counts[before === undefined ? 'removed' : wasRemoved ? 'inserted' : 'updated']++;
    }
    if (!keepNewer && (counts.kept > 0 || failed > 0)) return { state: 'failed' };

    const made: Import = { undoes: undone, tasks: new Map(), batches: new Map() };
    for (const [key, { before, after }] of batches) {
      if (after === undefined && before !== undefined && !this.batches.has(key)) {
        this.setBatch(made, key, before);
      }
    }
    for (const [task, before] of writes) {
      made.tasks.set(task, this.tasks.get(task));
      if (before === undefined) this.tasks.delete(task);
      else this.tasks.set(task, { ...before, leftBy: [id, ...before.leftBy] });
    }
    for (const [key, { before, after }] of batches) {
      if (after === undefined || this.batches.get(key) !== after) continue;
      if (before !== undefined) this.setBatch(made, key, before);
      else if (!this.isUsed(key)) this.setBatch(made, key, undefined);
    }
    this.imports.set(id, made);
    return { state: 'completed', ...counts };
  }

  edit(id: number, status: string): void {
    const found = this.tasks.get(id);
    if (found) {
      this.tasks.set(id, { task: { ...found.task, status }, leftBy: [`edit ${this.edits++}`] });
    }
  }

  delete(id: number): void {
    this.tasks.delete(id);
  }

  rename(batch: number): void {
    for (const key of this.batches.keys()) {
      if (key.endsWith(`/${batch}`)) this.batches.set(key, 'By hand');
    }
  }

  private undosOf(id: string): string[] {
    return [...this.imports].filter(([, { undoes }]) => undoes === id).map(([undo]) => undo);
  }

  /** Whether an undo removed the task. */
  private isRemoval(undo: string, task: number): boolean {
    const { undoes } = this.importOf(undo);
    if (undoes === undefined) return false;
    const { tasks } = this.importOf(undoes);
    return tasks.has(task) && tasks.get(task) === undefined;
  }

  private hasBatch({ project, batch }: Task, undone: Import['batches']): boolean {
    const key = `${project}/${batch}`;
    const change = undone.get(key);
    return this.batches.has(key) || (change !== undefined && change.after === undefined);
  }

  private isUsed(key: string): boolean {
    return [...this.tasks.values()].some(({ task }) => `${task.project}/${task.batch}` === key);
  }

  private setBatch(made: Import, key: string, after: string | undefined): void {
    const now = this.batches.get(key);
    if (now === after) return;
    const first = made.batches.get(key);
    made.batches.set(key, { before: first ? first.before : now, after });
    if (after === undefined) this.batches.delete(key);
    else this.batches.set(key, after);
  }

  private importOf(id: string): Import {
    const found = this.imports.get(id);
    if (!found) throw new Error(`no import ${id}`);
    return found;
  }
}

function merged(before: Task | undefined, row: FileRow): Task {
  return {
    project: PROJECT_IDS[row.turing_project_id] ?? 0,
    batch: row.turing_batch_id,
    status: row.status ?? before?.status ?? '',
    user_email: named(row.user_email, before?.user_email ?? null),
    number_of_turns: row.number_of_turns ?? before?.number_of_turns ?? 0,
    completed_at: named(row.completed_at, before?.completed_at ?? null),
    target_model: named(row.target_model, before?.target_model ?? null),
    reviews: row.reviews
      ? Object.fromEntries(
          row.reviews.map((review) => [
            String(review.turing_review_id),
            `${review.status} ${review.submitted_at ?? ''}`,
          ]),
        )
      : (before?.reviews ?? {}),
  };
}

function named<T>(value: T | undefined, otherwise: T): T {
  return value === undefined ? otherwise : value;
}

function same(one: Task, other: Task): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted({ reviews, ...values }: Task): unknown {
  return [values, Object.entries(reviews).sort(([a], [b]) => Number(a) - Number(b))];
}
