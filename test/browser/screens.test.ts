import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { launchChromium } from '@portal/testing/chromium';
import { pathOf, SCREENS, type Screen } from '@portal/testing/screens';
import { startStack, type Stack } from '@portal/testing/stack';
import type { Browser, Page } from 'playwright-core';
import { accessibilityViolations, signInOn } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { query } from '../support/world.js';

const LOAD_DEMO = fileURLToPath(new URL('../../scripts/demo-load.mjs', import.meta.url));
const DESKTOP = { width: 1440, height: 1000 };
const PHONE = { width: 390, height: 844 };

let stack: Stack;
let browser: Browser;
/** One browser context for each account, signed in once. */
const pages = new Map<Screen['account'], Promise<Page>>();

beforeAll(async () => {
  stack = await startStack({ redis: false, env: { PORTAL_DEMO: 'on' } });
  [browser] = await Promise.all([
    launchChromium(),
    promisify(execFile)(process.execPath, [LOAD_DEMO], {
      env: { ...process.env, PORTAL_URL: stack.baseUrl, DATABASE_URL: stack.databaseUrl },
    }),
  ]);
});
afterAll(async () => {
  await stack.stop();
  await browser.close();
});

function pageOf(account: Screen['account']): Promise<Page> {
  const page = pages.get(account) ?? newPage(account);
  pages.set(account, page);
  return page;
}

async function newPage(account: Screen['account']): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (account !== null) await signInOn(page, stack.baseUrl, `${account}@example.com`);
  return page;
}

async function open(screen: Screen): Promise<Page> {
  const page = await pageOf(screen.account);
  const path = await pathOf(screen, async (text) => {
    const [found] = await query<{ id: string }>(stack.databaseUrl, text);
    return found?.id ?? '';
  });
  await page.goto(stack.baseUrl + path);
  await page.getByText(screen.shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(`localStorage.setItem('vuetify-theme', '${theme}')`);
  const toggle = page.getByRole('button', { name: `Switch to ${theme} theme` });
  if (!(await toggle.isVisible())) return;
  await toggle.click();
  // The tooltip of the button disappears with the pointer.
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'hidden' });
  // Animations by scrolling have no end.
  await eventually('no more animations', () =>
    page.evaluate<boolean>(
      `document.getAnimations().every((a) => a.timeline !== document.timeline || a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)`,
    ),
  );
}

describe('every screen', () => {
  it.each(SCREENS.map((screen) => [screen.name, screen] as const))(
    'SYS-153 %s has no accessibility violation in dark or light, and fits a phone',
    async (_, screen) => {
      const page = await open(screen);
      const found: Record<string, unknown> = {};
      for (const theme of ['dark', 'light'] as const) {
        await useTheme(page, theme);
        found[theme] = await accessibilityViolations(page);
      }
      await useTheme(page, 'dark');
      await page.setViewportSize(PHONE);
      const wider = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      found['phone'] = await accessibilityViolations(page);
      await page.setViewportSize(DESKTOP);
      expect({ ...found, wider }).toEqual({ dark: [], light: [], phone: [], wider: 0 });
    },
  );
});

it('KIOSK-67 the lead board of nine trainers fits 1440 by 900 in wall mode', async () => {
  const screen = SCREENS.find(({ name }) => name === 'lead-board-wall');
  if (!screen) throw new Error('The lead board has no screen in wall mode');
  const page = await open(screen);
  await page.setViewportSize({ width: 1440, height: 900 });
  const trainers = page.getByRole('list', { name: 'Trainers' }).getByRole('listitem');
  await eventually('nine trainers', async () => (await trainers.count()) === 9);
  await eventually('a page as high as the wall', async () => {
    return (await page.evaluate('document.documentElement.scrollHeight')) === 900;
  });
  await page.setViewportSize(DESKTOP);
});
