import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BoardWatch } from '../support/board-watch.js';
import {
  leadBoard,
  projectDashboard,
  reviewDesk,
  reviewQueue,
  type Board,
} from '../support/boards.js';
import { launchBrowser, openContext } from '../support/browser.js';
import { startPortal, type Portal } from '../support/portal.js';
import { recountPod } from '../support/pod-recount.js';
import { file, row } from '../support/rows.js';
import { Wire } from '../support/wire.js';
import { query } from '../support/world.js';

const TASKS = 5_000;
const MORE_TRAINERS = Array.from({ length: 7 }, (_, index) => `trainer${index + 1}@example.com`);
const USERS = [
  'lead@example.com',
  'reviewer@example.com',
  'trainer@example.com',
  ...MORE_TRAINERS,
  'stranger@example.com',
];
const STATUSES = ['completed', 'ready_for_review', 'reviewed', 'in_progress', 'rework'] as const;
const HOUR_MS = 3_600_000;

let portal: Portal;
let browser: Browser;
let wire: Wire;
let pages: { lead: Page; reviewer: Page; admin: Page };
let boards: { lead: Board; desk: Board; queue: Board; project: Board };
let watch: BoardWatch;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), launchBrowser()]);
  const { baseUrl, databaseUrl } = portal.stack;
  const { pod, alpha } = portal.world;
  await query(
    databaseUrl,
    `WITH added AS (
       INSERT INTO core.app_user (email, name) SELECT email, email FROM unnest($2::text[]) AS email
       RETURNING email)
     INSERT INTO core.pod_member (pod_name, user_email) SELECT $1, email FROM added`,
    [pod, MORE_TRAINERS],
  );
  const wired = await Wire.open();
  wire = wired;
  const [lead, reviewer, admin] = await Promise.all([
    openOn('lead@example.com', `/pods/${pod}/lead-dashboard`, wired.url),
    openOn('reviewer@example.com', `/pods/${pod}/reviewer`),
    openOn('admin@example.com', `/projects/${alpha}/dashboard`),
  ]);
  pages = { lead, reviewer, admin };
  boards = {
    lead: leadBoard({ page: lead, databaseUrl, pod }),
    desk: reviewDesk({ page: reviewer, databaseUrl, pod }),
    queue: reviewQueue({ page: reviewer, databaseUrl, pod }),
    project: projectDashboard({ page: admin, databaseUrl, projectId: alpha }),
  };
  watch = new BoardWatch(Object.values(boards));

  async function openOn(email: string, path: string, proxy?: string): Promise<Page> {
    // Without motion, a number does not pass through others.
    const context = await openContext(browser, baseUrl, email, {
      viewport: { width: 1440, height: 1000 },
      reducedMotion: 'reduce',
      ...(proxy !== undefined && { proxy: { server: proxy } }),
    });
    const page = await context.newPage();
    await page.goto(baseUrl + path);
    await connection(page, 'Live');
    return page;
  }
});
afterAll(async () => {
  await browser.close();
  wire.close();
  await portal.stack.stop();
});

describe('the boards of three users', () => {
  it('SYS-156 equal SQL after an import, each review, each edit, a new target and the end of a membership', async () => {
    await watch.agree('an empty project');
    await watch.after('an import', () =>
      upload(...Array.from({ length: TASKS }, (_, n) => task(n))),
    );
    expect((await recountPod(portal.stack.databaseUrl, portal.world.pod)).pending).toBeGreaterThan(
      100,
    );

    await watch.after('a first target', () => setTarget({ daily_tasks: 10, daily_turns: 40 }));
    for (let round = 1; round <= 4; round++) {
      await watch.after(`review ${round}`, reviewOldest);
      await watch.after(`edit ${round}`, () => finish(3 + 5 * round));
    }
    await watch.after('another target', () => setTarget({ daily_tasks: 4, daily_turns: 25 }));
    await watch.after('a member less', () => removeMember('trainer3@example.com'));
    await pages.reviewer.getByRole('heading', { name: 'Trainers · 7' }).waitFor();
  });

  it('SYS-157 a cut connection is named on the page, then stale, and the numbers are exact when it is back', async () => {
    const others = [boards.desk, boards.queue, boards.project];
    const before = await boards.lead.shown();
    wire.cut();
    await connection(pages.lead, 'Reconnecting');
    await watch.after('an edit that the lead misses', () => finish(103), others);
    await watch.after('a review that the lead misses', reviewOldest, others);
    expect(await boards.lead.shown()).toEqual(before);
    await connection(pages.lead, 'Stale');
    await connection(pages.reviewer, 'Live');

    wire.restore();
    await connection(pages.lead, 'Live');
    await watch.agree('a restored connection');
    await watch.after('an edit that the lead sees', () => finish(108));
  });

  it('SYS-158 a killed server is named on every page, and what was committed meanwhile is shown when it is back', async () => {
    await portal.stack.kill('server', 'SIGKILL');
    for (const page of Object.values(pages)) await connection(page, 'Reconnecting');
    await query(
      portal.stack.databaseUrl,
      `UPDATE core.task SET status = 'completed', completed_at = now()
       WHERE status = 'in_progress' AND turing_task_id <= 400`,
    );
    await portal.stack.restart('server');
    await watch.agree('a restarted server');
    for (const page of Object.values(pages)) await connection(page, 'Live');
    await watch.after('an edit', () => finish(113));
  });

  it('SYS-159 a withdrawn permission replaces the page by the reason, until it is back', async () => {
    const others = [boards.lead, boards.project];
    await watch.after('a reviewer less', () => setRole('reviewer@example.com', 'trainer'), others);
    await pages.reviewer
      .getByRole('heading', { name: 'You can no longer open this page' })
      .waitFor();
    expect(await boards.desk.shown()).toEqual([]);
    await watch.after('a review without the reviewer', reviewOldest, others);
    await setRole('reviewer@example.com', 'reviewer');
    await watch.agree('a reviewer again');

    await watch.after('a pod without lead', () => removeMember('lead@example.com'), [
      boards.desk,
      boards.queue,
      boards.project,
    ]);
    await pages.lead.getByRole('heading', { name: 'This pod is no longer available' }).waitFor();
    expect(await boards.lead.shown()).toEqual({ tasks: null, turns: null, rows: {} });
  });
});

const connection = (page: Page, state: string) =>
  page.getByRole('button', { name: `Connection: ${state}` }).waitFor();

/** A task of one of the users, in the current week or long before. */
function task(index: number) {
  const status = STATUSES[index % STATUSES.length];
  const isDone = status === 'completed' || status === 'reviewed';
  const isOld = index % 7 > 0;
  const day = new Date(Date.now() - (isOld ? 24 * (10 + (index % 50)) * HOUR_MS : 1)).toISOString();
  return row(index + 1, {
    turing_batch_id: 1 + (index % 4),
    user_email: USERS[index % USERS.length] ?? null,
    status: status ?? 'pending',
    number_of_turns: 1 + (index % 7),
    completed_at: isDone ? day : null,
    created_at: day,
    updated_at: day,
  });
}

async function upload(...rows: object[]): Promise<void> {
  const { status } = await portal.admin.upload(file(...rows));
  expect(status).toBe(200);
}

/** The labeling tool's file of the task that waits longest, now with a review. */
async function reviewOldest(): Promise<void> {
  const { waiting } = await recountPod(portal.stack.databaseUrl, portal.world.pod);
  const [id] = waiting;
  if (id === undefined) throw new Error('nothing waits');
  const submitted = new Date().toISOString();
  await upload({
    ...task(id - 1),
    status: 'reviewed',
    completed_at: submitted,
    reviews: [
      {
        turing_review_id: id,
        reviewer_email: 'reviewer@example.com',
        status: 'approved',
        score: 5,
        submitted_at: submitted,
      },
    ],
  });
}

/** A task in progress is completed, through the API. */
async function finish(index: number): Promise<void> {
  const { status } = await portal.admin.patch(`/tasks/tasks-crud/${index + 1}`, {
    status: 'completed',
    completed_at: new Date().toISOString(),
    number_of_turns: 9,
  });
  expect(status).toBe(200);
}

async function setTarget({
  daily_tasks,
  daily_turns,
}: {
  daily_tasks: number;
  daily_turns: number;
}) {
  const { databaseUrl } = portal.stack;
  const [{ monday, id }] = (await query<{ monday: string; id: number | null }>(
    databaseUrl,
    `SELECT date_trunc('week', now() AT TIME ZONE 'America/Los_Angeles')::date::text AS monday,
       (SELECT max(id) FROM core.pod_weekly_target) AS id`,
  )) as [{ monday: string; id: number | null }];
  const targets = { daily_tasks_target: daily_tasks, daily_turns_target: daily_turns };
  const { status } =
    id === null
      ? await portal.admin.post('/pod-weekly-targets/', {
          ...targets,
          pod_name: portal.world.pod,
          week_start_date: monday,
        })
      : await portal.admin.patch(`/pod-weekly-targets/${id}`, targets);
  expect(status).toBe(id === null ? 201 : 200);
}

async function removeMember(email: string): Promise<void> {
  const path = `/pods/${portal.world.pod}/members`;
  expect((await portal.admin.delete(path, { user_email: email })).status).toBe(204);
}

async function setRole(email: string, role: string): Promise<void> {
  const path = `/pods/${portal.world.pod}/members`;
  expect((await portal.admin.patch(path, { user_email: email, role })).status).toBe(200);
}
