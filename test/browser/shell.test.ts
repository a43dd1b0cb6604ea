import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchChromium } from '@portal/testing/chromium';
import { taskFileText } from '@portal/testing/task-file';
import type { Browser, Page } from 'playwright-core';
import { signInOn } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { ALPHA_TURING_ID } from '../support/world.js';

let portal: Portal;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  portal = await startPortal();
  const until = new Date(new Date().toISOString().slice(0, 10));
  const plan = { tasks: 2000, turingProjectId: ALPHA_TURING_ID, batches: 6, until };
  await portal.admin.upload(taskFileText(plan));
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  await signInOn(page, portal.stack.baseUrl, 'admin@example.com');
});
afterAll(async () => {
  await browser.close();
  await portal.stack.stop();
});

async function open(path: string): Promise<void> {
  await page.goto(`${portal.stack.baseUrl}${path}`);
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
}

describe('the shell', () => {
  it('RUN-151 is dark at first, and keeps the selected theme', async () => {
    const fresh = await browser.newContext();
    const other = await fresh.newPage();
    await other.goto(portal.stack.baseUrl);
    const dark = await other.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await other.getByRole('button', { name: 'Switch to light theme' }).click();
    await eventually('another background', async () => {
      return (await other.evaluate('getComputedStyle(document.body).backgroundColor')) !== dark;
    });
    await other.reload();
    await other.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
    expect(await other.evaluate(() => localStorage.getItem('vuetify-theme'))).toBe('light');
    await fresh.close();
  });

  it('RUN-152 can be used by keyboard alone', async () => {
    await open('/about');
    const reached: string[] = [];
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate<string>(
          'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
        ),
      );
      if (reached.at(-1)?.trim() === 'Dashboard') break;
    }
    expect(reached.map((name) => name.trim())).toContain('Dashboard');
    const outlined = await page.evaluate<boolean>(`(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    })()`);
    expect(outlined).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  });

  it('RUN-154 the project selector changes the project everywhere', async () => {
    await open('/dashboard');
    await page.getByRole('combobox', { name: 'Select Project' }).click();
    await page.getByRole('option', { name: 'Beta' }).click();
    await eventually('the choice to show', async () =>
      (await page.getByRole('combobox', { name: 'Select Project' }).textContent())?.includes(
        'Beta',
      ),
    );
    await page.reload();
    await eventually('the choice to be kept', async () =>
      (await page.getByRole('combobox', { name: 'Select Project' }).textContent())?.includes(
        'Beta',
      ),
    );
  });

  it('RUN-155 a page that needs a session opens after the sign-in', async () => {
    const fresh = await browser.newContext();
    const other = await fresh.newPage();
    await other.goto(`${portal.stack.baseUrl}/admin/tasks`);
    await other.getByText('admin@example.com').first().click();
    await other.waitForURL('**/admin/tasks');
    await fresh.close();
  });
});
