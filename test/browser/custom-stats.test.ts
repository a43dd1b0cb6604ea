import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signInOn } from '@portal/testing/chromium';
import { taskFileText } from '@portal/testing/task-file';
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, launchBrowser } from '../support/browser.js';
import { startPortal, type Portal } from '../support/portal.js';
import { ALPHA_TURING_ID } from '../support/world.js';

let portal: Portal;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  portal = await startPortal();
  await portal.admin.upload(
    taskFileText({ tasks: 300, turingProjectId: ALPHA_TURING_ID, batches: 2 }),
  );
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  page = await context.newPage();
  await signInOn(page, portal.stack.baseUrl, 'admin@example.com');
});
afterAll(async () => {
  await portal.stack.stop();
  await browser.close();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function write(sql: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL query' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(sql);
}

async function expectAccessible(): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}

describe('custom statistics', () => {
  it('CSTPAGE-24 an administrator writes a statistic, corrects it, and sees it live', async () => {
    // The sidebar, which has this link, replaces the selector above the page.
    await page.getByRole('link', { name: 'Custom Statistics' }).click();
    await page.getByRole('heading', { name: 'Custom Statistics', level: 1 }).waitFor();
    await page.getByRole('combobox', { name: 'Select Project' }).click();
    await page.getByRole('option', { name: 'Alpha' }).click();
    await page.getByText('No Custom Statistics').waitFor();
    await expectAccessible();

    await press('View Examples');
    await page.getByRole('dialog').getByText('Tasks by status').waitFor();
    // Each card of the dialog shows its whole query.
    const clipped = await page.evaluate<number>(
      `[...document.querySelectorAll('[role=dialog] section')]
        .filter((card) => card.scrollHeight > card.clientHeight + 1).length`,
    );
    expect(clipped).toBe(0);
    await press('Close');

    await press('Create Custom Stats');
    await page.getByRole('textbox', { name: 'Name' }).fill('Number of tasks');
    await write('SELECT count(*) AS tasks, {{ project_id }} AS project\nFROM task');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Line 2, column 6').waitFor();
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('task');
    await page.keyboard.insertText('s');
    await press('Test Query');
    await page.getByRole('dialog').getByRole('cell', { name: '300' }).waitFor();
    await expectAccessible();
    await press('Create');

    const card = page.getByRole('region', { name: 'Number of tasks', exact: true });
    await card.getByRole('cell', { name: '300' }).waitFor();
    await page.getByText('Updates live').waitFor();
    await portal.admin.upload(
      taskFileText({
        tasks: 20,
        turingProjectId: ALPHA_TURING_ID,
        firstTaskId: 90_001,
        batches: 1,
      }),
    );
    await card.getByRole('cell', { name: '320' }).waitFor();
    // A toast has low contrast while it fades.
    await page.getByText('Item created successfully').waitFor({ state: 'hidden' });
    await expectAccessible();

    const download = page.waitForEvent('download');
    await press('Download CSV of Number of tasks');
    expect((await download).suggestedFilename()).toBe('Number_of_tasks.csv');

    await press('Switch to light theme');
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    await expectAccessible();
  });
});
