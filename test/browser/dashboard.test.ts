import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { taskFileText } from '@portal/testing/task-file';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, metric, openContext } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { recount } from '../support/recount.js';
import { ALPHA_TURING_ID, BETA_TURING_ID } from '../support/world.js';

const MANY_BATCHES = 500;

let portal: Portal;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  portal = await startPortal();
  const until = new Date(new Date().toISOString().slice(0, 10));
  const plan = { turingProjectId: ALPHA_TURING_ID, until };
  await portal.admin.upload(taskFileText({ ...plan, tasks: 3000, batches: 6 }));
  const many = { ...plan, turingProjectId: BETA_TURING_ID, firstTaskId: 10_001 };
  await portal.admin.upload(taskFileText({ ...many, tasks: 5000, batches: MANY_BATCHES }));
  browser = await launchBrowser();
  const context = await openContext(browser, portal.stack.baseUrl, 'admin@example.com', {
    viewport: { width: 1440, height: 1000 },
  });
  page = await context.newPage();
});
afterAll(async () => {
  await portal.stack.stop();
  await browser.close();
});

/** Replaces each text by fonts, now and whenever one comes, as the translation of Chromium does. */
const TRANSLATION = `(() => {
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.parentElement.nodeName === 'FONT' || text.data.trim() === '') continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate();
  new MutationObserver(translate).observe(document.body, {
    childList: true, subtree: true, characterData: true,
  });
})()`;

async function openDashboard(project: number, search = ''): Promise<void> {
  await page.goto(`${portal.stack.baseUrl}/projects/${project}/dashboard${search}`);
  await page.getByText('Project Batches').waitFor();
}

async function shows(total: number): Promise<void> {
  const text = total.toLocaleString('en');
  await eventually(`${text} tasks`, async () => (await metric(page, 'Total Tasks')) === text);
}

async function counted(selection: Parameters<typeof recount>[2]): Promise<number> {
  const { stats } = await recount(portal.stack.databaseUrl, portal.world.alpha, selection);
  return stats.total_tasks;
}

describe('the Project Dashboard', () => {
  it('SYS-160 keeps filters in the URL: reload and back restore them and their numbers', async () => {
    await openDashboard(portal.world.alpha);
    await shows(3000);

    await page.getByRole('button', { name: '30D' }).click();
    await page.waitForURL(/start_date=.*end_date=/);
    const dates = new URL(page.url()).searchParams;
    const range = { start: dates.get('start_date') ?? '', end: dates.get('end_date') ?? '' };
    const inRange = await counted(range);
    expect(inRange).toBeGreaterThan(0);
    expect(inRange).toBeLessThan(3000);
    await shows(inRange);

    await page.reload();
    await shows(inRange);
    await page.goBack();
    await shows(3000);
    await page.goForward();
    await shows(inRange);
    await page.getByRole('button', { name: 'All Time' }).click();
    await shows(3000);
  });

  it('SYS-160 opens with the batches of its URL', async () => {
    await openDashboard(portal.world.alpha, '?batch_ids=2&batch_ids=3');
    await shows(await counted({ batchIds: [2, 3] }));
    await page.getByText('2 of 6 batches selected').waitFor();
  });

  it('SYS-161 scrolls through 500 batches and renders few of them', async () => {
    await openDashboard(portal.world.beta);
    await shows(5000);
    // Each rendered row states the size of the whole list.
    const cards = page.locator(`[role=listitem][aria-setsize="${MANY_BATCHES}"]`);
    await cards.first().waitFor();
    const before = await cards.allTextContents();
    expect(before.length).toBeLessThan(80);

    await cards.first().hover();
    await eventually('other batches', async () => {
      await page.mouse.wheel(0, 4000);
      const now = await cards.allTextContents();
      expect(now.length).toBeLessThan(80);
      return now.every((name) => !before.includes(name));
    });
  });

  it('SYS-162 updates without a reload when a task changes', async () => {
    await openDashboard(portal.world.alpha);
    await shows(3000);
    const before = await metric(page, 'Total Reviews');
    await portal.admin.upload(
      taskFileText({
        tasks: 200,
        turingProjectId: ALPHA_TURING_ID,
        firstTaskId: 50_001,
        batches: 1,
      }),
    );
    await shows(3200);
    expect(await metric(page, 'Total Reviews')).not.toBe(before);
    const { stats } = await recount(portal.stack.databaseUrl, portal.world.alpha);
    await eventually('the rates', async () => {
      return (await metric(page, 'Completion Rate')) === `${stats.completion_rate.toFixed(1)}%`;
    });
  });

  it('SYS-163 has no animation with reduced motion', async () => {
    const context = await openContext(browser, portal.stack.baseUrl, 'lead@example.com', {
      reducedMotion: 'reduce',
    });
    const calm = await context.newPage();
    await calm.goto(`${portal.stack.baseUrl}/projects/${portal.world.alpha}/dashboard`);
    await calm.getByText('Project Batches').waitFor();
    const moving = await calm.evaluate<number>(
      `document.getAnimations().filter((a) => a.playState === 'running' &&
        a.effect.getComputedTiming().duration > 50).length`,
    );
    expect(moving).toBe(0);
    await context.close();
  });

  it('WEB-125 stays true while the browser translates it', async () => {
    await openDashboard(portal.world.alpha, '?batch_ids=2&batch_ids=3');
    const batches = page.getByRole('group', { name: 'Batches' });
    await page.evaluate(TRANSLATION);
    for (let round = 0; round < 3; round++) {
      await page.getByRole('button', { name: 'Clear All' }).click();
      await batches.getByText('6 of 6 batches selected').waitFor();
      await batches.getByText('Select batches to filter...').waitFor();
      await page.getByRole('button', { name: 'Select All' }).click();
      await batches.getByText('+2 more').waitFor();
    }
    const before = await counted({});
    await shows(before);
    await portal.admin.upload(
      taskFileText({ tasks: 3, turingProjectId: ALPHA_TURING_ID, firstTaskId: 55_001, batches: 1 }),
    );
    await shows(before + 3);
    expect(await page.locator('main font').count()).toBeGreaterThan(50);
    await page.reload();
  });

  it('SYS-164 shows a lost connection, and is live and exact again after the server returns', async () => {
    await openDashboard(portal.world.alpha);
    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();

    await portal.stack.kill('server', 'SIGKILL');
    await page.getByRole('button', { name: 'Connection: Reconnecting' }).waitFor();
    await portal.stack.restart('server');

    await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
    await portal.admin.upload(
      taskFileText({
        tasks: 100,
        turingProjectId: ALPHA_TURING_ID,
        firstTaskId: 60_001,
        batches: 1,
      }),
    );
    const { stats } = await recount(portal.stack.databaseUrl, portal.world.alpha);
    await shows(stats.total_tasks);
  });
});
