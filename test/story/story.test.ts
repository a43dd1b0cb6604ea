import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importListSchema } from '@portal/contracts/imports';
import { signInOn } from '@portal/testing/chromium';
import { taskFileStream } from '@portal/testing/task-file';
import type { Browser } from 'playwright-core';
import { launchBrowser, metric, openContext } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { recount } from '../support/recount.js';
import { ALPHA_TURING_ID } from '../support/world.js';

const TASKS = 60_000;

let portal: Portal;
let browser: Browser;
let dir: string;
let path: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-story-'));
  path = join(dir, 'tasks.json');
  const until = new Date(new Date().toISOString().slice(0, 10));
  const plan = { tasks: TASKS, turingProjectId: ALPHA_TURING_ID, until };
  await pipeline(taskFileStream(plan), createWriteStream(path));
  portal = await startPortal();
  browser = await launchBrowser();
});
afterAll(async () => {
  await portal.stack.stop();
  await browser.close();
  await rm(dir, { recursive: true, force: true });
});

describe('a large import, seen by two users', () => {
  it('SYS-150 the admin uploads 60,000 tasks, the worker is killed on the way, and the lead’s board is exact, also after its undo', async () => {
    const { baseUrl, databaseUrl } = portal.stack;
    const adminContext = await browser.newContext();
    const leadContext = await openContext(browser, baseUrl, 'lead@example.com');
    const [admin, lead] = [await adminContext.newPage(), await leadContext.newPage()];

    await lead.goto(`${baseUrl}/projects/${portal.world.alpha}/dashboard`);
    await eventually('an empty board', async () => (await metric(lead, 'Total Tasks')) === '0');

    await signInOn(admin, baseUrl, 'admin@example.com');
    await admin.goto(`${baseUrl}/admin/tasks`);
    await admin.locator('input[type=file]').setInputFiles(path);
    await admin.getByRole('button', { name: 'Import without preview' }).click();
    await admin.getByRole('progressbar').first().waitFor();
    await admin.locator('#content').getByText('Reading and storing rows').waitFor();
    await eventually('a part to be stored', async () => {
      const { items } = importListSchema.parse((await portal.admin.get('/tasks/imports/')).body);
      return (items[0]?.rows_done ?? 0) > TASKS / 4;
    });

    await portal.stack.kill('worker', 'SIGKILL');
    await portal.stack.restart('worker');

    // Asks the server first, so that a failure reports the state of the import.
    await eventually('the import to be completed', async () => {
      const { items } = importListSchema.parse((await portal.admin.get('/tasks/imports/')).body);
      const ends = items.map(({ status, phase, failure }) => ({ status, phase, failure }));
      expect(ends).toEqual([{ status: 'completed', phase: 'done', failure: null }]);
      return true;
    });
    await admin.getByText('Import successful!').waitFor();
    await admin.getByText('60,000 inserted').first().waitFor();
    // No reload: the lead's page changes because the state is pushed.
    await eventually('the lead’s board to move', async () => {
      return (await metric(lead, 'Total Tasks')) === '60,000';
    });

    const { stats } = await recount(databaseUrl, portal.world.alpha);
    expect(stats.total_tasks).toBe(TASKS);
    const shown = async () => ({
      total: await metric(lead, 'Total Tasks'),
      completion: await metric(lead, 'Completion Rate'),
      review: await metric(lead, 'Review Rate'),
      rework: await metric(lead, 'Rework Rate'),
      reviews: await metric(lead, 'Total Reviews'),
      batches: await metric(lead, 'Total Batches'),
    });
    const counted = {
      total: stats.total_tasks.toLocaleString('en'),
      completion: `${stats.completion_rate.toFixed(1)}%`,
      review: `${stats.review_rate.toFixed(1)}%`,
      rework: `${stats.rework_rate.toFixed(1)}%`,
      reviews: stats.total_reviews.toLocaleString('en'),
      batches: String(stats.total_batches),
    };
    await eventually('every card to be exact', async () => {
      expect(await shown()).toEqual(counted);
      return true;
    });

    const { items } = importListSchema.parse((await portal.admin.get('/tasks/imports/')).body);
    expect(items.map(({ status, tasks_imported }) => [status, tasks_imported?.insert])).toEqual([
      ['completed', TASKS],
    ]);

    await admin.goto(`${baseUrl}/admin/tasks/${items[0]?.import_id}`);
    await admin.getByRole('button', { name: 'Undo this import…' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByText('Removes 60,000 new tasks.').waitFor();
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await admin.getByRole('heading', { name: /^Undo of / }).waitFor();
    await admin.getByText('Undone', { exact: true }).waitFor();
    await eventually('the lead’s board to be empty again', async () => {
      return (await metric(lead, 'Total Tasks')) === '0';
    });
    await adminContext.close();
    await leadContext.close();
  });
});
