import type { PodStatsRow, ReviewStatsRow } from '@portal/contracts/task-stats';
import { connectTo, type QueryClient } from '@portal/testing/query-client';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAggregates } from '../aggregates/rebuild.js';
import { type Period, readDailyWork } from './daily-work.js';
import type { UserScope } from './user-scope.js';
import { readReviewDesk } from '../reviews/review-desk.js';

let database: TestDatabase;
let db: QueryClient;

/** In the two days from each of these instants a zone below changes its clocks. */
const CLOCK_CHANGES = [
  '2010-11-06T12:00:00Z',
  '2026-03-08T00:00:00Z',
  '2026-04-04T06:00:00Z',
  '2026-11-01T00:00:00Z',
];
const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
];
/** Zones without changes of the clock in those days, by their offset. */
const OFFSETS = {
  'UTC+5:30': 'Asia/Kolkata',
  'UTC+05:45': 'Asia/Kathmandu',
  'UTC+14:00': 'Pacific/Kiritimati',
  'UTC-9:30': 'Pacific/Marquesas',
  'UTC-10:00': 'Pacific/Honolulu',
  'UTC+0:00': 'UTC',
};
const USERS = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];

beforeAll(async () => {
  database = await testDatabase();
  db = await connectTo(database.url);
  await db.query(`INSERT INTO core.project (id, name) SELECT n, 'Project ' || n
    FROM generate_series(1, 3) AS n`);
  await db.query(`INSERT INTO core.batch (project_id, turing_batch_id, name)
    SELECT n, 1, 'First' FROM generate_series(1, 3) AS n`);
  // Tasks every eight minutes and some microseconds, and at the edges of quarters and days.
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email, status,
       number_of_turns, completed_at)
     SELECT row_number() OVER (), 1 + n % 3, 1,
       (ARRAY['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', NULL])[1 + n / 3 % 5],
       (ARRAY['completed', 'reviewed', 'delivered', 'rework', 'ready_for_review'])[1 + n / 2 % 5],
       n % 7,
       CASE n % 4
         WHEN 0 THEN date_bin('30 minutes', around + n * interval '8 minutes', '2000-01-01Z')
         WHEN 1 THEN date_bin('30 minutes', around + n * interval '8 minutes', '2000-01-01Z')
           - interval '1 microsecond'
         ELSE around + n * interval '8 minutes 1 second 13 microseconds' END
     FROM unnest($1::timestamptz[]) AS around, generate_series(0, 359) AS n`,
    [CLOCK_CHANGES],
  );
  await db.query(`INSERT INTO core.task_review (turing_task_id, turing_review_id, status, submitted_at)
    SELECT turing_task_id, number, 'accepted',
      CASE WHEN turing_task_id % 11 > 0 THEN completed_at + number * interval '7 hours' END
    FROM core.task, generate_series(1, 2) AS number WHERE turing_task_id % (number * 2) = 0`);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Instants to the microsecond, or on a quarter of an hour, in the two days from `from`. */
const instantAfter = (from: string) =>
  fc
    .tuple(fc.integer({ min: -60, max: 52 * 60 }), fc.nat(59_999_999), fc.boolean())
    .map(([minutes, micros, isOnQuarter]) => {
      const whole = isOnQuarter ? minutes - (minutes % 15) : minutes;
      const at = Date.parse(from) + whole * 60_000 + (isOnQuarter ? 0 : Math.floor(micros / 1000));
      const fine = String(isOnQuarter ? 0 : micros % 1000).padStart(3, '0');
      return new Date(at).toISOString().replace('Z', `${fine}Z`);
    });
const period: fc.Arbitrary<Period> = fc
  .constantFrom(...CLOCK_CHANGES)
  .chain((from) => fc.tuple(instantAfter(from), instantAfter(from)))
  .map(([one, other]) => {
    const [start, end] = one <= other ? [one, other] : [other, one];
    return { start, end };
  });
const scope: fc.Arbitrary<UserScope> = fc.record({
  projectId: fc.constantFrom(0, 0, 1, 2, 4),
  users: fc.option(fc.subarray([...USERS, 'nobody@example.com'])),
  visibility: fc.record({
    email: fc.constantFrom(...USERS),
    isEverywhere: fc.boolean(),
    projectIds: fc.subarray([1, 2, 3]),
  }),
});

const everybody: UserScope = {
  projectId: 0,
  users: null,
  visibility: { email: 'x@example.com', isEverywhere: true, projectIds: [] },
};

/** The same conditions on the tasks, without read models. */
const WHERE = `($1 = 0 OR project_id = $1) AND ($2::text[] IS NULL OR user_email = ANY ($2))
  AND ($4 OR user_email = $3 OR project_id = ANY ($5::integer[]))`;
const valuesOf = ({ projectId, users, visibility }: UserScope) => [
  projectId,
  users,
  visibility.email,
  visibility.isEverywhere,
  visibility.projectIds,
];

function recountWork(asked: UserScope, { start, end }: Period, zone: string) {
  return db.query<PodStatsRow>(
    `SELECT (completed_at AT TIME ZONE $8)::date AS date, user_email AS email,
       count(*) AS task_count, sum(number_of_turns)::bigint AS total_turns
     FROM core.task
     WHERE ${WHERE} AND user_email IS NOT NULL AND status IN ('completed', 'reviewed', 'delivered')
       AND completed_at >= $6 AND completed_at < $7
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [...valuesOf(asked), start, end, zone],
  );
}

function recountDesk(asked: UserScope, { start, end }: Period) {
  return db.query<ReviewStatsRow>(
    `SELECT status, desk, count(*) AS task_count
     FROM core.task
     CROSS JOIN LATERAL (
       SELECT count(*) AS reviews, count(*) FILTER (WHERE submitted_at >= $6 AND submitted_at < $7) AS timely
       FROM core.task_review AS r WHERE r.turing_task_id = task.turing_task_id) AS reviewed
     CROSS JOIN LATERAL (
       SELECT 'pending' AS desk WHERE status IN ('completed', 'ready_for_review') AND reviews = 0
       UNION ALL
       SELECT 'done' WHERE timely > 0) AS counted
     WHERE ${WHERE}
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [...valuesOf(asked), start, end],
  );
}

/** Rebuilds the read models for another reporting time zone. */
async function reportIn(zone: string): Promise<void> {
  await db.query('BEGIN');
  await rebuildAggregates(db, zone);
  await db.query('COMMIT');
}

describe.each(['America/Los_Angeles', 'America/St_Johns'])('work reported in %s', (reporting) => {
  beforeAll(() => reportIn(reporting));

  it('WORK-3 the work of a day equals a recount, for any instants, zone and users', async () => {
    const zones = fc.oneof(fc.constant(reporting), fc.constantFrom(...ZONES));
    await fc.assert(
      fc.asyncProperty(scope, period, zones, async (asked, within, zone) => {
        expect(await readDailyWork(db, asked, within, zone)).toEqual(
          await recountWork(asked, within, zone),
        );
      }),
      { numRuns: runs(30) },
    );
  });

  it('WORK-13 the days of an offset are those of a zone with this offset, for any instants', async () => {
    const zones = fc.constantFrom(...Object.entries(OFFSETS));
    await fc.assert(
      fc.asyncProperty(scope, period, zones, async (asked, within, [offset, zone]) => {
        expect(await readDailyWork(db, asked, within, offset)).toEqual(
          await recountWork(asked, within, zone),
        );
      }),
      { numRuns: runs(15) },
    );
  });

  it('WORK-3 whole days stay exact when tasks come, change and go', async () => {
    const all = { start: '2026-10-30T11:22:33Z', end: '2026-11-04T01:00:00Z' };
    const asked = { ...everybody, users: [...USERS, 'new@example.com'] };
    const expectRecount = async () => {
      const rows = await readDailyWork(db, asked, all, reporting);
      expect(rows).toEqual(await recountWork(asked, all, reporting));
      return rows;
    };
    const before = await expectRecount();
    await db.query(`INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, user_email,
        status, number_of_turns, completed_at)
      SELECT 100000 + n, 1, 1, 'new@example.com', 'completed', n,
        '2026-10-31T00:00:00Z'::timestamptz + n * interval '37 minutes'
      FROM generate_series(1, 100) AS n`);
    const grown = await expectRecount();
    expect(grown.length).toBeGreaterThan(before.length);
    await db.query(`UPDATE core.task SET completed_at = completed_at + interval '1 day',
      number_of_turns = 1 WHERE turing_task_id > 100000 AND turing_task_id % 2 = 0`);
    expect(await expectRecount()).not.toEqual(grown);
    await db.query('DELETE FROM core.task WHERE turing_task_id > 100000');
    expect(await expectRecount()).toEqual(before);
  });
});

describe('statistics of users', () => {
  it('WORK-4 a day ends by the clocks of the zone, also a minute after midnight', async () => {
    // At 00:01 of the 7th the clocks of St. John's went back to 23:01 of the 6th.
    const whole = { start: '2010-11-06T12:00:00Z', end: '2010-11-08T12:00:00Z' };
    await db.query(`UPDATE core.task SET completed_at = CASE turing_task_id
        WHEN 1 THEN '2010-11-07T02:30:59.999999Z'::timestamptz ELSE '2010-11-07T02:31:00Z' END,
        status = 'completed', user_email = 'edge@example.com', number_of_turns = turing_task_id
      WHERE turing_task_id IN (1, 2)`);
    const rows = await readDailyWork(
      db,
      { ...everybody, users: ['edge@example.com'] },
      whole,
      'America/St_Johns',
    );
    expect(rows).toEqual([
      { date: '2010-11-06', email: 'edge@example.com', task_count: 1, total_turns: 2 },
      { date: '2010-11-07', email: 'edge@example.com', task_count: 1, total_turns: 1 },
    ]);
    for (const zone of ZONES) {
      expect(await readDailyWork(db, everybody, whole, zone)).toEqual(
        await recountWork(everybody, whole, zone),
      );
    }
  });

  it('WORK-6 the review desk equals a recount, for any instants and users', async () => {
    await fc.assert(
      fc.asyncProperty(scope, period, async (asked, within) => {
        expect(await readReviewDesk(db, asked, within)).toEqual(await recountDesk(asked, within));
      }),
      { numRuns: runs(20) },
    );
  });
});
