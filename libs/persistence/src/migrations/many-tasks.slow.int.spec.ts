import { oldDatabase } from '@portal/testing/old-database';
import type { TestDatabase } from '@portal/testing/postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAggregates } from '../aggregates/verify.js';
import { Db } from '../db.js';
import { migrate } from '../migrate.js';
import { forgetHistoryOfOtherCluster } from '../restored-history.js';

const IS_LONG = process.env['PORTAL_TEST_LONG'] !== undefined;
/** As many as a large installation has; in short runs as many as show a lock at all. */
const TASKS = IS_LONG ? 1_000_000 : 20_000;
const FIRST_ID = 100_000_001;
const AT_ONCE = 50_000;

describe('migrations of many tasks', () => {
  let database: TestDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await oldDatabase();
    db = Db.open({ url: database.url, applicationName: 'spec' });
    // As in the cluster that it comes from: its transactions are those of another one.
    await db.transaction(forgetHistoryOfOtherCluster);
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  it('DATA-16 hold up no edit', async () => {
    await fill(db);
    const steps = [{ name: 'before', at: performance.now() }];
    let isOver = false;
    const migrating = migrate(database.url, {
      reportingTimeZone: 'America/Los_Angeles',
      say: (line) => steps.push({ name: line, at: performance.now() }),
    }).finally(() => {
      isOver = true;
      steps.push({ name: 'after', at: performance.now() });
    });
    const [edits, samples] = await Promise.all([
      editOn(database.url, () => isOver),
      watchLocks(db, () => isOver),
      migrating,
    ]);
    expect(edits.length).toBeGreaterThan(1);
    if (IS_LONG) console.table(figures(steps, edits, samples));
    expect(await verifyAggregates(db)).toEqual([]);
  });
});

async function fill(db: Db): Promise<void> {
  for (let start = 0; start < TASKS; start += AT_ONCE) {
    const last = Math.min(start + AT_ONCE, TASKS) - 1;
    await db.query(
      `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status, number_of_turns,
         duration_minutes, completed_at, created_at, target_model, validation_status, metadata)
       SELECT $1::bigint + id, 1, 301 + id % 5, 'p' || id % 300 || '@example.com',
         (ARRAY['completed', 'rework', 'delivered', 'in_progress', 'reviewed'])[1 + id % 5], id % 40, id % 90,
         timestamptz '2026-08-01' + id % 100 * interval '1 day' + id % 1440 * interval '1 minute',
         timestamptz '2026-08-01', (ARRAY['atlas', 'nova'])[1 + id % 2], 'passed', '{"topic": "python"}'
       FROM generate_series($2::bigint, $3::bigint) AS id`,
      [FIRST_ID, start, last],
    );
    await db.query(
      `INSERT INTO core.task_review (turing_review_id, turing_task_id, reviewer_email, status, score, submitted_at)
       SELECT $1::bigint + id, $1::bigint + id, 'reviewer@example.com', 'accepted', 4, timestamptz '2026-10-01'
       FROM generate_series($2::bigint, $3::bigint) AS id`,
      [FIRST_ID, start, last],
    );
    await db.query(
      `INSERT INTO core.audit (actor_email, action, entity, entity_id, project_id, before, after, group_id)
       SELECT 'admin@example.com', 'update', 'task', id::text, 1, '{"status": "rework"}', '{"status": "completed"}', id
       FROM generate_series($1::bigint, $2::bigint) AS id`,
      [start, last],
    );
  }
  await db.query('ANALYZE');
}

interface Edit {
  readonly at: number;
  readonly ms: number;
}

/** Edits one task after the other, as users do. An edit that waits longer for a lock fails. */
const LONGEST_WAIT = IS_LONG ? '1s' : '5s';

async function editOn(url: string, isOver: () => boolean): Promise<Edit[]> {
  const db = Db.open({ url, applicationName: 'spec', settings: { lock_timeout: LONGEST_WAIT } });
  const edits: Edit[] = [];
  try {
    for (let id = FIRST_ID; !isOver(); id = FIRST_ID + ((id + 1 - FIRST_ID) % TASKS)) {
      const at = performance.now();
      await db.query(
        `UPDATE core.task SET number_of_turns = number_of_turns + 1, duration_minutes = 1 WHERE turing_task_id = $1`,
        [id],
      );
      edits.push({ at, ms: performance.now() - at });
    }
    return edits;
  } finally {
    await db.end();
  }
}

/** The strong locks that the migration has, again and again. */
async function watchLocks(db: Db, isOver: () => boolean) {
  const samples: { at: number; tables: string[] }[] = [];
  while (!isOver()) {
    const rows = await db.query<{ name: string }>(
      `SELECT DISTINCT relation::regclass::text AS name
       FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE application_name = 'portal migrate' AND granted AND relation > 16000
         AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
    );
    samples.push({ at: performance.now(), tables: rows.map(({ name }) => name) });
  }
  return samples;
}

/** By migration: how long it took, how long edits waited, and how long it was seen with a strong lock of tasks. */
function figures(
  steps: readonly { name: string; at: number }[],
  edits: readonly Edit[],
  samples: readonly { at: number; tables: string[] }[],
) {
  return steps.slice(1, -1).map(({ name, at }, index) => {
    const end = steps[index + 2]?.at ?? at;
    const isDuring = (instant: number) => instant >= at && instant < end;
    const locked = samples
      .filter((sample) => isDuring(sample.at) && sample.tables.includes('core.task'))
      .map((sample) => sample.at);
    const during = edits.filter((edit) => edit.at < end && edit.at + edit.ms > at);
    return {
      migration: name,
      ms: Math.round(end - at),
      edits: during.length,
      'longest edit, ms': Math.round(Math.max(0, ...during.map(({ ms }) => ms))),
      'core.task locked, ms': Math.round((locked.at(-1) ?? 0) - (locked[0] ?? 0)),
    };
  });
}
