import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ImportRules, NO_IMPORT_RULES } from '@portal/contracts/import-rules';
import type { ImportShare } from '@portal/contracts/imports';
import { Db } from '@portal/persistence/db';
import type { ReadingOptions } from '@portal/persistence/imports/import-models';
import { ImportQueries } from '@portal/persistence/imports/import-queries';
import { ImportRequests } from '@portal/persistence/imports/import-requests';
import { ImportRuns } from '@portal/persistence/imports/import-runs';
import { type Config, readConfig } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { openUploadStore } from '@portal/platform/open-upload-store';
import type { UploadStore } from '@portal/platform/upload-store';
import { testDatabase } from '@portal/testing/postgres';
import { buildWorld } from '@portal/testing/world';
import { type ReadEvent, readTaskFile } from '../reader/read-task-file.js';
import type { TaskFileReader } from '../reader/reader-thread.js';
import { JSON_READING } from './reading.js';
import { TaskImportHandler } from '../task-import.handler.js';

export interface UploadOptions {
  readonly uploader?: string;
  readonly dryRun?: boolean;
  readonly onError?: 'abort' | 'skip';
  readonly onOlder?: 'apply' | 'skip';
  readonly onConflict?: 'desk' | 'file';
  readonly reading?: ReadingOptions;
  readonly fileDays?: number;
}

export interface TaskImportRow {
  id: string;
  state: string;
  sample: unknown;
  phase: string;
  inserted: number | null;
  updated: number | null;
  unchanged: number | null;
  removed: number | null;
  kept: number | null;
  delivery_batches: number | null;
  error_count: number;
  warning_count: number;
  conflict_count: number;
  rows_total: number | null;
  rows_done: number;
  bytes_total: number;
  bytes_done: number;
  failure_code: string | null;
  failure_detail: string | null;
  asked_at: string | null;
  rules: unknown;
  shares: readonly ImportShare[] | null;
  filled_projects: readonly number[];
  projects: readonly number[];
}

/** Numbers of inserted, updated and unchanged rows. */
export const counts = ({ inserted, updated, unchanged }: TaskImportRow): (number | null)[] => [
  inserted,
  updated,
  unchanged,
];

/**
 * A database with two projects and three uploaders, an upload store, and the import handler of the
 * worker. Only the files are read on this thread.
 */
export class ImportWorld {
  /** Called with each event of the reader before it is passed on. */
  onEvent: (event: ReadEvent) => Promise<void> | void = () => undefined;

  readonly imports: ImportRequests;
  readonly runs: ImportRuns;
  readonly reads: ImportQueries;

  private constructor(
    readonly url: string,
    readonly db: Db,
    readonly store: UploadStore,
    readonly storeDir: string,
    private readonly dropDatabase: () => Promise<void>,
  ) {
    this.imports = new ImportRequests(db);
    this.runs = new ImportRuns(db);
    this.reads = new ImportQueries(db);
  }

  static async create(): Promise<ImportWorld> {
    const [database, storeDir] = await Promise.all([
      testDatabase(),
      mkdtemp(join(tmpdir(), 'portal-import-')),
    ]);
    const db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 5 });
    const store = openUploadStore({ kind: 'file', dir: storeDir });
    await buildWorld(db, {
      projects: {
        Alpha: { turing_project_id: 1001 },
        Beta: { turing_project_id: 1002 },
        Unlinked: {},
      },
      users: {
        admin: { roles: { 'All Projects': 'admin' } },
        alpha: { roles: { Alpha: 'project_admin' } },
        nobody: {},
      },
    });
    return new ImportWorld(database.url, db, store, storeDir, () => database.drop());
  }

  /** Another handler, as in another worker. */
  handler(settings: Readonly<Record<string, string>> = {}): TaskImportHandler {
    const logger = createLogger('spec', 'silent');
    return new TaskImportHandler(
      this.config(settings),
      logger,
      this.db,
      this.runs,
      this.store,
      (key, settings) => this.#read(key, settings),
    );
  }

  /** That of a worker. */
  config(settings: Readonly<Record<string, string>> = {}): Config {
    return readConfig({
      ...settings,
      DATABASE_URL: this.url,
      JWT_SECRET: 'x'.repeat(64),
      PORTAL_DATA_DIR: this.storeDir,
    });
  }

  /** Gives a project these rules and no others. */
  async rule(project: 'Alpha' | 'Beta', rules: Partial<ImportRules>): Promise<void> {
    await this.db.query('UPDATE core.project SET import_rules = $2 WHERE name = $1', [
      project,
      JSON.stringify({ ...NO_IMPORT_RULES, ...rules }),
    ]);
  }

  /** Stores the content as a queued upload. */
  async upload(content: string | Buffer, options: UploadOptions = {}): Promise<string> {
    const id = randomUUID();
    const bytes = Buffer.from(content);
    await this.store.write(`imports/${id}`, Readable.from([bytes]));
    await this.imports.insert({
      id,
      uploadedBy: await this.#userId(options.uploader ?? 'admin@example.com'),
      fileName: 'tasks.json',
      storeKey: `imports/${id}`,
      sha256: '0'.repeat(64),
      dryRun: options.dryRun ?? false,
      onError: options.onError ?? 'abort',
      onOlder: options.onOlder ?? 'apply',
      onConflict: options.onConflict ?? 'desk',
      bytesTotal: bytes.length,
      fileDays: options.fileDays ?? 1,
      ...(options.reading ?? JSON_READING),
    });
    return id;
  }

  /** Uploads and imports; returns the end of the import. */
  async import(content: string | Buffer, options: UploadOptions = {}): Promise<TaskImportRow> {
    const id = await this.upload(content, options);
    await this.handler().run(id);
    return this.stored(id);
  }

  /** Stores a queued undo; undefined if the import cannot be undone. */
  async undo(
    importId: string,
    { keepNewer = false, dryRun = false, uploader = 'admin@example.com' } = {},
  ): Promise<string | undefined> {
    const id = randomUUID();
    const uploadedBy = await this.#userId(uploader);
    const undo = { id, undoes: importId, uploadedBy, dryRun, keepNewer };
    return (await this.imports.undo(undo)) ? id : undefined;
  }

  async stored(id: string): Promise<TaskImportRow> {
    const [found] = await this.rows<TaskImportRow>('SELECT * FROM core.task_import WHERE id = $1', [
      id,
    ]);
    if (found === undefined) throw new Error(`no import ${id}`);
    return found;
  }

  async issues(id: string): Promise<string[]> {
    const found = await this.rows<{ issue: string }>(
      `SELECT severity || ' ' || row_number || ' ' || field || ': ' || reason AS issue
       FROM core.task_import_error WHERE import_id = $1 ORDER BY position`,
      [id],
    );
    return found.map(({ issue }) => issue);
  }

  rows<T>(text: string, values: unknown[] = []): Promise<readonly T[]> {
    return this.db.query<T>(text, values);
  }

  /** A single number. */
  async count(text: string, values: unknown[] = []): Promise<number> {
    const [found] = await this.rows<{ n: number }>(`SELECT count(*) AS n ${text}`, values);
    return found?.n ?? 0;
  }

  async taskOf(id: number): Promise<unknown> {
    const [task] = await this.rows<Record<string, unknown>>(
      'SELECT * FROM core.task WHERE turing_task_id = $1',
      [id],
    );
    if (task === undefined) return undefined;
    const { changed_in: _, ...values } = task;
    return values;
  }

  reviewsOf(task: number): Promise<readonly unknown[]> {
    return this.rows(
      `SELECT turing_review_id AS id, status, score::float FROM core.task_review
       WHERE turing_task_id = $1 ORDER BY turing_review_id`,
      [task],
    );
  }

  /** Removes the data of imports, so that tests do not affect each other. */
  async clear(): Promise<void> {
    this.onEvent = () => undefined;
    await this.db.query(`
      DELETE FROM core.task;
      DELETE FROM core.batch;
      DELETE FROM core.task_import;
      TRUNCATE core.task_transaction, core.task_removal, core.task_before, core.task_reviews_before,
        core.task_created, core.batch_before;
      DELETE FROM core.meta;
      UPDATE core.project SET import_rules = NULL;`);
  }

  async drop(): Promise<void> {
    await this.db.end();
    await this.dropDatabase();
    await rm(this.storeDir, { recursive: true, force: true });
  }

  async #userId(email: string): Promise<number> {
    const [user] = await this.rows<{ id: number }>(
      'SELECT id FROM core.app_user WHERE email = $1',
      [email],
    );
    return user?.id ?? 0;
  }

  async *#read(...[key, settings]: Parameters<TaskFileReader>): AsyncGenerator<ReadEvent> {
    for await (const event of readTaskFile(await this.store.read(key), settings)) {
      await this.onEvent(event);
      yield event;
    }
  }
}
