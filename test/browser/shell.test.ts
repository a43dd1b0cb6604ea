import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { taskFileText } from '@portal/testing/task-file';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openContext } from '../support/browser.js';
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
  browser = await launchBrowser();
  const context = await openContext(browser, portal.stack.baseUrl, 'admin@example.com', {
    viewport: { width: 1280, height: 900 },
  });
  page = await context.newPage();
});
afterAll(async () => {
  await portal.stack.stop();
  await browser.close();
});

async function open(path: string): Promise<void> {
  await page.goto(`${portal.stack.baseUrl}${path}`);
  await page.getByRole('main').waitFor();
  await page.waitForLoadState('networkidle');
}

/** Accessible name of the focused element, or its text. */
async function focused(): Promise<string> {
  const name = await page.evaluate<string>(
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
  );
  return name.trim();
}

async function valueText(): Promise<string> {
  return await page.evaluate<string>('document.activeElement.getAttribute("aria-valuetext") ?? ""');
}

/** Presses Tab until an element with this name has the focus; after the last one it starts again. */
async function tabTo(name: string | RegExp): Promise<string> {
  for (let presses = 0; presses < 150; presses++) {
    const at = await focused();
    if (typeof name === 'string' ? at === name : name.test(at)) return at;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not reach ${String(name)}`);
}

/** Enter opens a dialog or menu that has the focus; Escape closes it and gives the focus back. */
async function opensAndReturns(name: string, role: 'dialog' | 'menu' = 'dialog'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor();
  await tabTo(name);
  await page.keyboard.press('Enter');
  const opened = page.getByRole(role);
  await opened.waitFor();
  await eventually('the focus inside', () =>
    page.evaluate<boolean>(`document.activeElement.closest('[role=${role}]') !== null`),
  );
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  await eventually('the focus back', async () => (await focused()) === name);
}

describe('the shell', () => {
  it('SYS-151 is dark at first, and keeps the selected theme', async () => {
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

  it('SYS-152 can be used by keyboard alone', async () => {
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

  it('SYS-166 pages can be used by keyboard alone', async () => {
    await open(`/projects/${portal.world.alpha}/dashboard`);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Copy link');

    await tabTo('All Time');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Custom');
    await opensAndReturns('Custom');
    await tabTo(/^Activity timeline/);
    const before = await valueText();
    await page.keyboard.press('ArrowLeft');
    await eventually('another day', async () => (await valueText()) !== before);

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('delivery');
    await page.getByRole('option', { name: /Delivery Statistics/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/delivery-stats\?project=\d+$/);
    const delivered = page.getByRole('button', { name: /^Show tasks: Tasks Delivered/ });
    await opensAndReturns((await delivered.getAttribute('aria-label')) ?? '');
    await opensAndReturns('View Profile');

    await open(`/pods/${portal.world.pod}/lead-dashboard`);
    await opensAndReturns('Create target');
    await open(`/pods/${portal.world.pod}/members`);
    const remove = page.getByRole('button', { name: /^Remove / }).last();
    await opensAndReturns((await remove.getAttribute('aria-label')) ?? '');
    await opensAndReturns('User menu', 'menu');
  });

  it('SYS-154 the project selector changes the project everywhere', async () => {
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

  it('SYS-155 a page that needs a session opens after the sign-in', async () => {
    const fresh = await browser.newContext();
    const other = await fresh.newPage();
    await other.goto(`${portal.stack.baseUrl}/admin/tasks`);
    await other.getByText('admin@example.com').first().click();
    await other.waitForURL('**/admin/tasks');
    await fresh.close();
  });
});
