import type { IssueGroup } from '@portal/contracts/import-detail';
import type { ImportError } from '@portal/contracts/imports';
import { isObject } from '@portal/contracts/objects';
import { ImportIssues } from '../import-issues.js';
import type { Report, TaskRow } from '../task-row.js';
import { BlockMemory, BlockWriter } from './copy-text.js';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { ADDS_REVIEWS, RULED_GAP } from '../named-columns.js';
import { checkRules, type FileRules, leavesOutRuled, namesRequired } from '../rules/file-rules.js';
import { NO_PROJECT, readRow } from './row-rules.js';
import {
  BatchLines,
  type CopyTable,
  reviewLine,
  stagedReviewLine,
  stagedTaskLine,
  taskLine,
} from './copy-lines.js';
import { TaskFileError } from './task-file-error.js';
import type { Place, RowSink } from './row-sink.js';
import { taskSplitter } from './task-splitter.js';
import { giveNumbers, type KnownNames } from './portal-numbers.js';
import { readReviewRow } from './review-rows.js';
import { transcoded } from './transcode.js';
import { unpack } from './unpack.js';

export interface ReadSettings {
  /** The projects that the uploader may upload to: project ids by `turing_project_id`. */
  readonly projects: ReadonlyMap<number, number>;
  /** The ids of all of them, those included that have no `turing_project_id`. */
  readonly projectIds: ReadonlySet<number>;
  /** Numbers of batches by their names, for a format whose batches have names alone; see `KnownNames`. */
  readonly batches: KnownNames['batches'];
  /** What rows must keep, by project id. */
  readonly rules: ReadonlyMap<number, FileRules>;
  /** False: after the first error no rows are produced, but all are checked. */
  readonly keepValidRows: boolean;
  readonly reading: ReadingOptions;
  /** Where rows are copied to: the stage, which is merged, or directly the tables. */
  readonly target: 'stage' | 'tables';
  /** The reader's clock, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly limits: {
    readonly maxElementBytes: number;
    readonly maxElementDepth: number;
    readonly maxBlanks: number;
    readonly maxUnpackedBytes: number;
  };
}

/**
 * Rows of one table as COPY text. A batch comes before its tasks and a task before its reviews.
 */
export interface CopyBlock {
  readonly kind: 'block';
  readonly table: CopyTable;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ReadProgress {
  readonly kind: 'progress';
  /** Bytes read of the uploaded file, which may be compressed. */
  readonly bytes: number;
  readonly rows: number;
  readonly errors: number;
}

/** The last event of a reading. */
export interface ReadEnd {
  readonly kind: 'end';
  readonly bytes: number;
  readonly rows: number;
  /** Rows that were produced. */
  readonly written: number;
  /** Whether every task id is larger than the previous one, so that none is repeated. */
  readonly ascending: boolean;
  /** Whether every row names what a new task needs. */
  readonly complete: boolean;
  /** Whether a row leaves out a field that has a rule in its project. */
  readonly hasRuledGaps: boolean;
  readonly errors: number;
  readonly warnings: number;
  readonly issues: readonly ImportError[];
  /** Number of errors by field. */
  readonly fields: ReadonlyMap<string, number>;
  readonly groups: readonly IssueGroup[];
  /** Why the file could not be read to its end. */
  readonly failure: string | undefined;
}

export type ReadEvent = CopyBlock | ReadProgress | ReadEnd;

/**
 * Reads a task file to its end; invalid rows do not stop it. Memory is limited to one chunk, one
 * element and one block per table. Reading is only as fast as the events are consumed.
 * @param memory where the memory of consumed blocks may be given back
 */
export async function* readTaskFile(
  file: AsyncIterable<Buffer>,
  settings: ReadSettings,
  memory = new BlockMemory(),
): AsyncGenerator<ReadEvent> {
  const rows = new RowWriter(settings, memory);
  const splitter = taskSplitter(settings.reading, settings.limits, rows);
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of file) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const encoding = settings.reading.settings?.encoding ?? 'utf-8';
  let failure: string | undefined;
  try {
    for await (const chunk of transcoded(unpack(counted(), settings.limits), encoding)) {
      splitter.push(chunk);
      yield* rows.takeBlocks();
      yield { kind: 'progress', bytes, rows: splitter.rows, errors: rows.issues.errors };
    }
    splitter.end();
    if (splitter.rows === 0) throw new TaskFileError('The file contains no tasks');
    rows.flush();
    yield* rows.takeBlocks();
  } catch (error) {
    if (!(error instanceof TaskFileError)) throw error;
    failure = error.message;
  }
  yield {
    kind: 'end',
    bytes,
    rows: splitter.rows,
    written: rows.written,
    ascending: rows.ascending,
    complete: rows.complete,
    hasRuledGaps: rows.hasRuledGaps,
    errors: rows.issues.errors,
    warnings: rows.issues.warnings,
    issues: rows.issues.stored,
    fields: rows.issues.fields,
    groups: rows.issues.groups.all,
    failure,
  };
}

class RowWriter implements RowSink {
  readonly issues = new ImportIssues();
  ascending = true;
  complete = true;
  hasRuledGaps = false;
  written = 0;

  #blocks: CopyBlock[] = [];
  #lastId = 0;
  #place: Place = { row: 0 };
  #value: unknown;
  readonly #staged: boolean;
  readonly #batchLines = new BatchLines();
  readonly #batches: BlockWriter;
  readonly #tasks: BlockWriter;
  readonly #reviews: BlockWriter;
  readonly #report: Report = (field, reason, value) =>
    this.#error(this.#place, field, reason, value ?? valueAt(this.#value, field));

  constructor(
    private readonly settings: ReadSettings,
    private readonly memory: BlockMemory,
  ) {
    this.#staged = settings.target === 'stage';
    this.#batches = this.#writer('stage_batch');
    this.#tasks = this.#writer(this.#staged ? 'stage_task' : 'core.task', this.#batches);
    this.#reviews = this.#writer(this.#staged ? 'stage_review' : 'core.task_review', this.#tasks);
  }

  row(place: Place, decode: (report: Report) => unknown): void {
    const before = this.issues.errors;
    this.#place = place;
    this.#value = undefined;
    const value = decode(this.#report);
    if (value === undefined) return;
    this.#value = value;
    const { settings } = this.settings.reading;
    if (settings && isObject(value)) giveNumbers(value, this.settings);
    if (settings?.rows === 'reviews') {
      this.#writeReviews(value);
      return;
    }
    const row = readRow(value, this.settings.nowMs, this.#report, settings != null);
    if (row === undefined) return;
    const projectId = this.#projectOf(row);
    if (this.issues.errors > before || projectId === undefined) return;
    const rules = this.settings.rules.get(projectId);
    if (rules !== undefined) checkRules(rules, row, this.#report);
    if (this.issues.errors > (this.settings.keepValidRows ? before : 0)) return;
    this.#write(projectId, row, rules);
  }

  refused(place: Place, reason: string): void {
    this.#error(place, '', reason);
  }

  flush(): void {
    this.#reviews.flush();
    this.#tasks.flush();
    this.#batches.flush();
  }

  takeBlocks(): CopyBlock[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }

  unread(column: string): void {
    this.issues.warning(0, column, 'is a column that the format does not know; it was left out');
  }

  #error({ row, line }: Place, field: string, reason: string, value?: string): void {
    this.issues.error(row, field, reason, { line: line?.(), value });
  }

  /** The same error for a project that does not exist and one without data-upload. */
  #projectOf(row: TaskRow): number | undefined {
    if (row.turing_project_id === 0 && row.project_id !== null) {
      if (this.settings.projectIds.has(row.project_id)) return row.project_id;
      this.#report('project_id', NO_PROJECT);
      return undefined;
    }
    const projectId = this.settings.projects.get(row.turing_project_id);
    if (projectId === undefined && row.turing_project_id !== 0) {
      this.#report('turing_project_id', NO_PROJECT);
    }
    if (projectId !== undefined && ![null, projectId].includes(row.project_id)) {
      this.#report(
        'project_id',
        `is the portal's id of another project than turing_project_id, whose id is ${projectId}: leave it out`,
      );
    }
    return projectId;
  }

  #write(projectId: number, row: TaskRow, rules: FileRules | undefined): void {
    const { turing_task_id: taskId, reviews } = row;
    if (taskId <= this.#lastId) this.ascending = false;
    this.#lastId = taskId;
    if (row.status === '') this.complete = false;
    const hasGap = rules !== undefined && leavesOutRuled(rules, row);
    if (hasGap) {
      this.hasRuledGaps = true;
      if (!namesRequired(rules, row)) this.complete = false;
    }
    if (!this.complete && !this.#staged) return;
    this.written++;
    const number = this.#place.row;
    const batch = this.#batchLines.lineFor(number, projectId, row);
    if (batch !== undefined) this.#batches.write(batch);
    this.#tasks.write(
      this.#staged
        ? stagedTaskLine(number, projectId, row, hasGap ? RULED_GAP : 0)
        : taskLine(projectId, row),
    );
    for (const review of reviews ?? []) {
      this.#reviews.write(
        this.#staged ? stagedReviewLine(number, taskId, review) : reviewLine(taskId, review),
      );
    }
  }

  /** A row of reviews alone: the task keeps everything else. */
  #writeReviews(value: unknown): void {
    const before = this.issues.errors;
    const row = readReviewRow(value, this.settings.nowMs, this.#report);
    if (row === undefined || this.issues.errors > (this.settings.keepValidRows ? before : 0))
      return;
    this.complete = false;
    this.written++;
    const number = this.#place.row;
    this.#tasks.write(stagedTaskLine(number, 0, row, ADDS_REVIEWS));
    for (const review of row.reviews ?? []) {
      this.#reviews.write(stagedReviewLine(number, row.turing_task_id, review));
    }
  }

  #writer(table: CopyTable, before?: BlockWriter): BlockWriter {
    return new BlockWriter(this.memory, (bytes) => {
      before?.flush();
      this.#blocks.push({ kind: 'block', table, bytes });
    });
  }
}

/** What a row has in a field, as text; undefined if that is not one value. */
function valueAt(row: unknown, field: string): string | undefined {
  const value = field
    .split('/')
    .reduce<unknown>(
      (part, key) =>
        typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined,
      row,
    );
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
