import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importSummarySchema, uploadCompletedSchema } from '@portal/contracts/imports';
import { problemSchema } from '@portal/contracts/problem';
import { taskChangesSchema } from '@portal/contracts/task-changes';
import { taskHistorySchema } from '@portal/contracts/task-history';
import { startEmbeddedPostgres } from '@portal/launcher/postgres/embedded';
import { freePort } from '@portal/testing/free-port';
import { signIn } from '@portal/testing/sign-in';
import { taskFileText } from '@portal/testing/task-file';
import pg from 'pg';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, buildWorld, query, type World } from '../support/world.js';
import { allEnded, descendants, Launcher, Script } from './launcher.js';

const EDITED = [1, 2, 3, 4];
const ONLY_IMPORTED = 5;
/** Batch 1, which a test locks, and the edited tasks of batch 2. */
const FIRST_FILE = file(
  row(ONLY_IMPORTED, { batch_name: 'Old' }),
  ...EDITED.map((id) => row(id, { turing_batch_id: 2, number_of_turns: 0 })),
);
const HELD_TASKS = 5_000;
const HELD_FILE = taskFileText({
  tasks: HELD_TASKS,
  turingProjectId: ALPHA_TURING_ID,
  firstTaskId: 1000,
  batches: 1,
}).replace('{"turing_task_id"', '{"batch_name":"New","turing_task_id"');

/** A running portal on a data directory of the test. */
interface RunningPortal {
  readonly launcher: Launcher;
  readonly admin: Api;
  readonly databaseUrl: string;
}

let dir: string;
let world: World;
let origin: RunningPortal;
let token: string;
const launchers: Launcher[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'portal-backup-'));
  // The database account must be able to enter it.
  chmodSync(dir, 0o755);
  const started = await start('data');
  world = await buildWorld(started.databaseUrl);
  token = (await signIn(started.admin.baseUrl, 'admin@example.com')).access_token;
  origin = { ...started, admin: new Api(started.admin.baseUrl, token) };
});
afterAll(async () => {
  for (const one of launchers) if (one.running) await one.ended('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

function at(name: string): string {
  return join(dir, name);
}

/** Starts the portal on the data in `name`, with the token of the first admin. */
async function start(name: string): Promise<RunningPortal> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const launcher = Launcher.start({
    PORT: String(port),
    PUBLIC_URL: url,
    PORTAL_DATA_DIR: at(name),
    PORTAL_DEMO: 'off',
    PORTAL_AUTH_RATE_LIMIT: '10000',
  });
  launchers.push(launcher);
  await launcher.ready();
  const databaseUrl = readFileSync(join(at(name), 'postgres', 'url'), 'utf8').trim();
  return { launcher, admin: new Api(url, token), databaseUrl };
}

/** Runs a script on the data in `name`; resolves with its exit code and what it printed. */
async function run(
  script: 'backup' | 'restore' | 'aggregates',
  words: string[],
  name: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; text: string }> {
  const running = Script.run(script, words, { PORTAL_DATA_DIR: at(name), ...env });
  const code = await running.ended();
  return { code, text: running.lines.join('\n') };
}

/** Edits tasks of one user each, one after the other, and remembers what was confirmed when. */
class Edits {
  private readonly confirmed: { task: number; turns: number; at: number }[] = [];
  private readonly sent = new Map<number, number>();
  private readonly loops: Promise<void>[];
  private isOver = false;

  constructor(private readonly admin: Api) {
    this.loops = EDITED.map((task) => this.edit(task));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  /** The number of edits that were confirmed between two moments. */
  between(first: number, last: number): number {
    return this.confirmed.filter((one) => one.at > first && one.at < last).length;
  }

  /** The least and the most turns that a state can have that was read after `moment`. */
  limits(task: number, moment: number): { least: number; most: number } {
    const own = this.confirmed.filter((one) => one.task === task && one.at < moment);
    return { least: own.at(-1)?.turns ?? 0, most: this.sent.get(task) ?? 0 };
  }

  private async edit(task: number): Promise<void> {
    for (let turns = 1; !this.isOver; turns += 1) {
      this.sent.set(task, turns);
      const answer = await this.admin.patch(`/tasks/tasks-crud/${task}`, {
        number_of_turns: turns,
      });
      expect(answer.status).toBe(200);
      this.confirmed.push({ task, turns, at: performance.now() });
    }
  }
}

/** The first and the last moment at which the database surely still read its files. */
async function readingOf(databaseUrl: string, ended: Promise<unknown>) {
  let isOver = false;
  const over = (): void => void (isOver = true);
  ended.then(over, over);
  const moments: number[] = [];
  while (!isOver) {
    const asked = performance.now();
    const phases = await query<{ phase: string }>(
      databaseUrl,
      'SELECT phase FROM pg_stat_progress_basebackup',
    );
    if (phases[0]?.phase === 'streaming database files') moments.push(asked);
    await pause(0);
  }
  return { first: moments[0] ?? Infinity, last: moments.at(-1) ?? -Infinity };
}

/** Lets no import change batch 1 until the connection ends. */
async function holdBatch(databaseUrl: string): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  // The test has failed if it still holds when the database stops.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM core.batch WHERE turing_batch_id = 1 FOR UPDATE');
  return holder;
}

async function upload(admin: Api, content: string): Promise<string> {
  const answer = await admin.upload(content, { prefer: 'respond-async' });
  return importSummarySchema.parse(answer.body).import_id;
}

async function tasksIn(databaseUrl: string): Promise<number> {
  const [counted] = await query<{ n: number }>(
    databaseUrl,
    'SELECT count(*)::int AS n FROM core.task',
  );
  return counted?.n ?? 0;
}

describe('npm run backup and npm run restore', () => {
  it('OPS-24, OPS-25, OPS-30 and OPS-32 keep what was confirmed, while tasks are edited and imported', async () => {
    const { admin, databaseUrl } = origin;
    const first = uploadCompletedSchema.parse((await admin.upload(FIRST_FILE)).body).import_id;
    const { next } = taskChangesSchema.parse((await admin.get('/tasks/changes?limit=1000')).body);
    const { headers } = await admin.get(`/projects/${world.alpha}/overview`);
    const holder = await holdBatch(databaseUrl);
    const held = await upload(admin, HELD_FILE);
    await eventually('the import to wait', async () => {
      const waiting = await query(
        databaseUrl,
        `SELECT pid FROM pg_stat_activity
         WHERE application_name = 'portal-import' AND wait_event_type = 'Lock'`,
      );
      return waiting.length === 1;
    });

    const edits = new Edits(admin);
    const begun = new Date().toISOString();
    const made = run('backup', [at('one.tar.gz')], 'data');
    const reading = await readingOf(databaseUrl, made);
    expect(await made).toMatchObject({ code: 0 });
    await edits.stop();
    expect(edits.between(reading.first, reading.last)).toBeGreaterThan(0);
    const [noted] = await query<{ value: string }>(
      databaseUrl,
      "SELECT value FROM core.meta WHERE key = 'last_backup_at'",
    );
    expect(noted && noted.value > begun && noted.value < new Date().toISOString()).toBe(true);
    await holder.end();
    expect((await admin.importEnd(held)).status).toBe('completed');
    expect(await origin.launcher.ended('SIGINT')).toBe(0);

    const back = await run('restore', [at('one.tar.gz')], 'restored');
    expect(back.text).toContain(`Start the portal: PORTAL_DATA_DIR=${at('restored')} npm start`);
    expect(readFileSync(join(at('restored'), 'uploads', 'imports', first), 'utf8')).toBe(
      FIRST_FILE,
    );
    expect(readFileSync(join(at('restored'), 'uploads', 'imports', held), 'utf8')).toBe(HELD_FILE);

    const restored = await start('restored');
    expect(await restored.admin.importEnd(held)).toMatchObject({
      status: 'completed',
      tasks_imported: { insert: HELD_TASKS },
    });
    const turns = await query<{ id: number; turns: number }>(
      restored.databaseUrl,
      `SELECT turing_task_id::int AS id, number_of_turns AS turns FROM core.task
       WHERE turing_task_id = ANY ($1) ORDER BY 1`,
      [EDITED],
    );
    expect(turns.map(({ id }) => id)).toEqual(EDITED);
    for (const task of turns) {
      const { least, most } = edits.limits(task.id, reading.last);
      expect(task.turns).toBeGreaterThanOrEqual(least);
      expect(task.turns).toBeLessThanOrEqual(most);
    }
    expect(await run('aggregates', ['verify'], 'restored')).toMatchObject({ code: 0 });

    // Another epoch: what clients and readers of changes have from before does not count.
    const again = await restored.admin.get(`/projects/${world.alpha}/overview`);
    expect(headers['x-epoch']).toMatch(/^[0-9a-f]{16}$/);
    expect(again.headers['x-epoch']).toMatch(/^[0-9a-f]{16}$/);
    expect(again.headers['x-epoch']).not.toBe(headers['x-epoch']);
    const expired = await restored.admin.get(`/tasks/changes?limit=1000&after=${next}`);
    expect(expired.status).toBe(410);
    expect(problemSchema.parse(expired.body).code).toBe('cursor-expired');
    const anew = await restored.admin.get('/tasks/changes?limit=1000');
    expect(taskChangesSchema.parse(anew.body).items.slice(0, 5)).toHaveLength(5);

    // The history of tasks goes on.
    const history = await restored.admin.get(`/tasks/tasks-crud/${ONLY_IMPORTED}/history`);
    expect(taskHistorySchema.parse(history.body).items).toMatchObject([
      { import: { import_id: first }, change: 'created' },
    ]);
    const undone = await restored.admin.post(`/tasks/imports/${first}/undo?keep_newer=true`, {});
    expect(importSummarySchema.parse(undone.body)).toMatchObject({
      undoes: first,
      removed_count: 1,
      kept_count: EDITED.length,
    });
    expect(await run('aggregates', ['verify'], 'restored')).toMatchObject({ code: 0 });
    expect(await restored.launcher.ended('SIGINT')).toBe(0);
  });

  it('OPS-23 works while the portal is stopped, and leaves it stopped', async () => {
    const backup = Script.run('backup', ['two.tar.gz'], {
      PORTAL_DATA_DIR: at('data'),
      // npm runs a script in the project, wherever the user is.
      INIT_CWD: dir,
    });
    const ended = backup.ended();
    const started = await eventually('the database to run', () => {
      const all = descendants(backup.pid);
      return all.some(({ command }) => command.includes('/bin/postgres')) && all;
    });
    expect(await ended).toBe(0);
    expect(backup.lines).toContain('100%'.padStart(10));
    await allEnded(started);
    expect(existsSync(join(at('data'), 'postgres', 'url'))).toBe(false);

    expect(await run('restore', [at('two.tar.gz')], 'again')).toMatchObject({ code: 0 });
    const postgres = await startEmbeddedPostgres({ dir: join(at('again'), 'postgres') });
    const tasks = await tasksIn(postgres.url);
    await postgres.stop();
    expect(tasks).toBe(EDITED.length + 1 + HELD_TASKS);
  });

  it('OPS-26 leave nothing half, interrupted or killed', async () => {
    const { databaseUrl, launcher } = await start('data');
    const name = at('three.tar.gz');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
      const backup = Script.run('backup', [name], { PORTAL_DATA_DIR: at('data') });
      await eventually(
        'the first bytes',
        () => (statSync(`${name}.part`, { throwIfNoEntry: false })?.size ?? 0) > 0,
      );
      expect(await backup.ended(signal)).toBe(signal === 'SIGKILL' ? null : 1);
      expect(existsSync(name)).toBe(false);
      expect(existsSync(`${name}.part`)).toBe(signal === 'SIGKILL');
      await eventually('the database to end its part', async () => {
        const left = await query(
          databaseUrl,
          `SELECT pid FROM pg_stat_progress_basebackup
           UNION ALL SELECT active_pid FROM pg_replication_slots`,
        );
        return left.length === 0;
      });
    }
    const refused = await run('backup', [name], 'data');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.text).toContain(`${name}.part exists: another backup writes it, or was killed.`);
    rmSync(`${name}.part`);
    expect(await run('backup', [name], 'data')).toMatchObject({ code: 0 });

    const restore = Script.run('restore', [name], { PORTAL_DATA_DIR: at('interrupted') });
    await eventually('the first files', () => existsSync(join(at('interrupted'), 'restoring')));
    expect(await restore.ended('SIGINT')).toBe(1);
    expect(restore.lines.at(-1)).toBe('Stopped; nothing was written.');
    expect(existsSync(at('interrupted'))).toBe(false);
    expect(await launcher.ended('SIGINT')).toBe(0);
  });

  it('OPS-27 and OPS-29 are refused where there is data, and where there is none', async () => {
    const names = readdirSync(at('data'));
    const full = await run('restore', [at('two.tar.gz')], 'data');
    expect(full).toMatchObject({ code: 1 });
    expect(full.text).toContain(`${at('data')} is not empty: it contains `);
    expect(readdirSync(at('data'))).toEqual(names);

    const none = await run('backup', [at('none.tar.gz')], 'none');
    expect(none).toEqual({ code: 1, text: `There is no data of a portal in ${at('none')}.` });
    expect(existsSync(at('none')) || existsSync(at('none.tar.gz'))).toBe(false);
  });

  it('OPS-31 refuse a PostgreSQL of one’s own, and say what is used instead', async () => {
    for (const script of ['backup', 'restore'] as const) {
      const refused = await run(script, [at('own.tar.gz')], 'data', {
        DATABASE_URL: 'postgresql://portal@127.0.0.1/portal',
      });
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.text).toContain('docs/operations.md has the commands');
      expect(await run(script, [], 'data')).toMatchObject({ code: 2 });
    }
    expect(existsSync(at('own.tar.gz'))).toBe(false);
  });

  it('OPS-31 say that a bucket is not in the backup', async () => {
    const store = { UPLOAD_STORE: 's3://files/portal?region=eu-west-1' };
    const made = await run('backup', [at('bucket.tar.gz')], 'data', store);
    expect(made.code).toBe(0);
    expect(made.text).toContain('Not in it are the uploaded files: they are in the bucket files,');
    const back = await run('restore', [at('bucket.tar.gz')], 'from-bucket');
    expect(back.code).toBe(0);
    expect(back.text).toContain('are in s3://files/portal/: set UPLOAD_STORE as before.');

    const whole = await run('restore', [at('two.tar.gz')], 'to-bucket', store);
    expect(whole.text).toContain(
      `The uploaded files are in ${join(at('to-bucket'), 'uploads')}: copy them into files`,
    );
  });
});
