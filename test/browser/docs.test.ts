import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';

let portal: Portal;
let browser: Browser;
let page: Page;
const trouble: string[] = [];

beforeAll(async () => {
  portal = await startPortal();
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'http:' && url.origin !== portal.stack.baseUrl) trouble.push(url.href);
  });
});
afterAll(async () => {
  await portal.stack.stop();
  await browser.close();
});

/** The page renders only the operations near the viewport. */
async function scrollTo(operation: Locator): Promise<void> {
  await eventually('the operation is rendered', async () => {
    await page.mouse.wheel(0, 500);
    return (await operation.count()) === 1;
  });
}

describe('the page of the API', () => {
  it('API-4 makes a call with a bearer token, and asks no other server for anything', async () => {
    const { token } = await portal.as('lead@example.com');
    await page.goto(`${portal.stack.baseUrl}/api/docs`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.getByRole('textbox', { name: 'bearer' }).fill(token);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();

    const operation = page.locator('#operations-projects-getProjects');
    await scrollTo(operation);
    await operation.getByRole('button').first().click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await answer.textContent()).toContain('200');
    expect(await answer.textContent()).toContain('"name": "Alpha"');
    expect(trouble).toEqual([]);
  });
});
