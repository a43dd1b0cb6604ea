import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskFileRow } from '@portal/contracts/tasks';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openContext } from '../support/browser.js';
import { startPortal, type Portal } from '../support/portal.js';
import { eventually } from '../support/eventually.js';
import { file, row } from '../support/rows.js';

const TASKS = 120;
const USERS = ['trainer@example.com', 'reviewer@example.com', 'lead@example.com', null];
const STATUSES = [
  'completed',
  'reviewed',
  'ready_for_review',
  'rework',
  'in_progress',
  'delivered',
];
const MINUTE_MS = 60_000;

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), launchBrowser()]);
  await portal.admin.upload(file(...Array.from({ length: TASKS }, (_, n) => task(n))));
  const { pod } = portal.world;
  const reviewer = await portal.as('reviewer@example.com');
  const { status } = await reviewer.post('/api/v1/tasks/review-queue/next', { pod_name: pod });
  expect(status).toBe(200);
});
afterAll(async () => {
  await browser.close();
  await portal.stack.stop();
});

/** The newest are of the last minutes, the others of the last days. */
function task(n: number): TaskFileRow {
  const status = STATUSES[n % STATUSES.length] ?? 'completed';
  const at = new Date(Date.now() - MINUTE_MS * (n < 40 ? n + 1 : 60 * n)).toISOString();
  const isDone = ['completed', 'reviewed', 'delivered'].includes(status);
  const review = {
    ...{ turing_review_id: 1, reviewer_email: 'reviewer@example.com' },
    ...(status === 'rework'
      ? { status: 'rejected', reasons: n % 2 === 0 ? [] : ['No source'] }
      : { status: 'accepted' }),
    ...{ score: 4, feedback: 'Fine', submitted_at: at },
  };
  return row(n + 1, {
    ...{ status, turing_batch_id: 1 + (n % 3), updated_at: at, created_at: at },
    user_email: USERS[Math.floor(n / STATUSES.length) % USERS.length] ?? null,
    completed_at: isDone ? at : null,
    target_model: n % 4 === 0 ? null : `model-${n % 2}`,
    validation_status: n % 5 === 0 ? 'failed' : 'passed',
    duration_minutes: n % 7 === 0 ? null : 5 + n,
    reviews: status === 'reviewed' || n % 9 === 0 ? [review] : [],
  });
}

async function openAs(email: string, path: string): Promise<Page> {
  const { baseUrl } = portal.stack;
  const context = await openContext(browser, baseUrl, email, {
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const { alpha, pod } = portal.world;
  await page.goto(baseUrl + path.replace('{project}', String(alpha)).replace('{pod}', pod));
  return page;
}

/** Opens the number, and closes its list after that has said the same count. */
async function compare(page: Page, name: string): Promise<void> {
  const count = /([\d,]+)\D*$/.exec(name)?.[1] ?? '';
  await page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const told = new RegExp(
    `^${count} (tasks?|(reviews?|verdicts?), each with its task), largest id first( · .*)?$`,
  );
  await eventually(`the list of ${name}`, async () => {
    if (await dialog.getByText(told).isVisible()) return true;
    // A busy machine may read for longer than the limit of NUM-3.
    const again = dialog.getByRole('button', { name: 'Try Again' });
    if (await again.isVisible()) await again.click();
    throw new Error(`${page.url()} shows: ${(await dialog.allInnerTexts()).join(' | ')}`);
  });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

const TRAINER = 'trainer@example.com';
const LEAD = 'lead@example.com';
const REVIEWER = 'reviewer@example.com';

describe('the numbers of a page', () => {
  // The last text that comes, and how many numbers open at least.
  it.each<[string, string, string, string, number]>([
    [
      'dashboard',
      'admin@example.com',
      '/projects/{project}/dashboard?activity_view=table',
      'ended with rework',
      40,
    ],
    [
      'filtered dashboard',
      'admin@example.com',
      '/projects/{project}/dashboard?batch_ids=2&batch_ids=3',
      'Project Batches',
      6,
    ],
    [
      'delivery statistics',
      'admin@example.com',
      '/delivery-stats?project={project}',
      'Model-wise Breakdown',
      15,
    ],
    ['analytics', LEAD, '/analytics-home?project={project}', 'Last 24 Hours', 8],
    ['lead board', LEAD, '/pods/{pod}/lead-dashboard?others=shown', 'Sent back are', 6],
    ['dashboard of a pod', LEAD, '/pods/{pod}', 'Team', 3],
    ['own page of a pod', TRAINER, '/pods/{pod}/mine', 'Team', 1],
    ['review desk', REVIEWER, '/pods/{pod}/reviewer', 'My day', 3],
    ['home of a trainer', TRAINER, '/dashboard?week=table', 'Recent tasks', 3],
    ['home of a lead', LEAD, '/dashboard', 'The project now', 4],
    ['home of a reviewer', REVIEWER, '/dashboard', 'The project now', 5],
    ['home of an admin', 'admin@example.com', '/dashboard', 'The project now', 9],
    [
      'page of a user',
      TRAINER,
      `/trainer-stats/${TRAINER}?daily=table`,
      'Rework that came back',
      5,
    ],
  ])(
    'NUM-5 on the %s each number opens as many tasks',
    async (_page, email, path, last, atLeast) => {
      const page = await openAs(email, path);
      await page.getByText(last).first().waitFor();
      const numbers = page.getByRole('button', { name: /^Show tasks: / });
      await numbers.nth(atLeast - 1).waitFor();
      const compared = new Set<string | null>();
      const compareAll = async () => {
        const all = await numbers.all();
        const names = await Promise.all(all.map((one) => one.getAttribute('aria-label')));
        for (const name of new Set(names)) {
          if (compared.has(name)) continue;
          await compare(page, name ?? '');
          compared.add(name);
        }
      };
      await compareAll();
      const parts = page.getByRole('group', { name: 'Rework by' }).getByRole('button');
      for (const part of await parts.all()) {
        await part.click();
        await compareAll();
      }
      await page.context().close();
    },
  );
});
