import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { useTheme } from '@portal/testing/chromium';
import { pathOf, SCREENS, type Screen } from '@portal/testing/screens';
import { readFile } from 'node:fs/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { accessibilityViolations, launchBrowser, openContext } from '../../support/browser.js';
import { eventually } from '../../support/eventually.js';
import { query } from '../../support/world.js';
import type { Demo } from './demo.js';

const DESKTOP = { width: 1440, height: 1000 };
const TELEVISION = { width: 1920, height: 1080 };
const WALL = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const HOMES = ['dashboard', 'dashboard-of-reviewer', 'dashboard-of-lead', 'dashboard-of-admin'];

/** Opens every screen of the demo in Chromium. */
export function describeScreens(demo: Demo): void {
  let browser: Browser;
  const tabs = new Map<Screen['account'], Promise<Tab>>();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open(screen: Screen): Promise<Page> {
    const { account } = screen;
    const opening = tabs.get(account) ?? newTab(demo, browser, account);
    tabs.set(account, opening);
    const tab = await opening;
    const path = await pathOf(screen, async (text) => {
      const [found] = await query<{ id: string }>(demo.stack.databaseUrl, text);
      return found?.id ?? '';
    });
    await tab.visit(path, screen.shows);
    return tab.page;
  }

  it.each(SCREENS.map((screen) => [screen.name, screen] as const))(
    'SYS-153 %s has no accessibility violation in dark or light, and fits a phone and a tablet',
    async (_, screen) => {
      const page = await open(screen);
      const found = { [await themeOf(page)]: await accessibilityViolations(page) };
      await changeTheme(page);
      // Only colours differ between the themes, and only the layout on a phone and on a tablet.
      found[await themeOf(page)] = await accessibilityViolations(page, 'colours');
      const wider: Record<string, number> = {};
      for (const [name, size] of Object.entries({ tablet: TABLET, phone: PHONE })) {
        await page.setViewportSize(size);
        wider[name] = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        found[name] = await accessibilityViolations(page, 'all but colours');
      }
      await page.setViewportSize(DESKTOP);
      expect(found).toEqual({ dark: [], light: [], tablet: [], phone: [] });
      expect(wider).toEqual({ tablet: 0, phone: 0 });
    },
  );

  it('SYS-153 every page of the client is one of these screens', async () => {
    const built = new URL('../../../apps/web/dist/pages.json', import.meta.url);
    const pages = Object.keys(JSON.parse(await readFile(built, 'utf8')) as object);
    expect(pages.length).toBeGreaterThan(20);
    const shown = SCREENS.map(({ path }) => path.replace(/\?.*/, ''));
    const missing = pages.filter((page) => {
      const pattern = new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`);
      return !shown.some((path) => pattern.test(path));
    });
    // It leaves for another page at once.
    expect(missing).toEqual(['/google-login-callback']);
  });

  it('LEAD-62 the trainers of a pod of 40 are on one screen', async () => {
    const page = await open(screenOf('lead-board-of-40'));
    const list = page.getByRole('list', { name: 'Trainers' });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 768 },
    ]) {
      await page.setViewportSize(size);
      await eventually(`a list that ends within ${size.height} pixels`, async () => {
        const box = await list.boundingBox();
        return box !== null && box.y + box.height <= size.height;
      });
      expect(await page.evaluate<string[]>(CUT_NUMBERS)).toEqual([]);
    }
    await page.setViewportSize(DESKTOP);
  });

  it('DESK-11 the queue of a wall does not scroll on a tablet', async () => {
    const page = await open(screenOf('wall-mode'));
    await page.setViewportSize(TABLET);
    const rows = page.locator('#content').getByRole('listitem');
    await eventually('12 rows', async () => (await rows.count()) === 12);
    await eventually('a list without scrolling', () =>
      page.evaluate<boolean>(
        "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)(document.querySelector('[data-task]').parentElement)",
      ),
    );
    await page.setViewportSize(DESKTOP);
  });

  it.each([
    ...HOMES.map((name) => [name, WALL.width] as const),
    ...HOMES.map((name) => [name, PHONE.width] as const),
    ['analytics-home', WALL.width] as const,
  ])('WEB-160 %s moves little while it loads, %i pixels wide', async (name, width) => {
    const size = width === PHONE.width ? PHONE : WALL;
    expect(await shiftsOf(demo, browser, screenOf(name), size)).toBeLessThan(0.1);
  });

  it.each([
    ['KIOSK-67 the lead board of nine trainers in wall mode fits', 'lead-board-wall', 9, WALL, 900],
    ['KIOSK-68 a pod of 40 in wall mode fits', 'lead-board-wall-of-40', 35, TELEVISION, 1080],
    ['KIOSK-68 a pod of 40 in wall mode fits', 'lead-board-wall-of-40', 35, WALL, 900],
    ['KIOSK-68 a pod of 40 in wall mode fits', 'lead-board-wall-of-40', 35, TABLET, 768],
    ['DESK-36 the Reviewer Dashboard fits', 'review-desk', 20, WALL, 900],
    ['DESK-36 the Reviewer Dashboard nearly fits', 'review-desk', 20, TABLET, 864],
  ])('%s %#', async (_, name, rows, size, most) => {
    const page = await open(screenOf(name));
    await page.setViewportSize(size);
    const content = page.locator('#content').getByRole('listitem');
    await eventually(`${rows} rows`, async () => (await content.count()) === rows);
    await eventually(`a page of at most ${most} pixels`, async () => {
      return (await page.evaluate<number>('document.documentElement.scrollHeight')) <= most;
    });
    await page.setViewportSize(DESKTOP);
  });
}

/** What the layout of a page shifts in all, as the browser weighs it, while each request takes 200 ms. */
async function shiftsOf(
  { stack }: Demo,
  browser: Browser,
  { account, path, shows }: Screen,
  viewport: Size,
): Promise<number> {
  const email = `${account}@example.com`;
  const context = await openContext(browser, stack.baseUrl, email, { viewport });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', SLOW);
  await page.addInitScript(OBSERVE_SHIFTS);
  await page.goto(stack.baseUrl + path);
  await page.getByText(shows).first().waitFor();
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate<number>('window.shifts');
  await context.close();
  return shifts;
}

type Size = typeof DESKTOP;

const SLOW = { offline: false, latency: 200, downloadThroughput: -1, uploadThroughput: -1 };

const OBSERVE_SHIFTS = `window.shifts = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** The numbers of the rows in one line that are cut, with a level far above any target. */
const CUT_NUMBERS = `[...document.querySelectorAll('[aria-label=Trainers] > li')].flatMap((row) => {
  const numbers = [...row.children].slice(1);
  numbers[2].textContent = '1,204.5%';
  return numbers.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
})`;

function screenOf(name: string): Screen {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen) throw new Error(`There is no screen ${name}`);
  return screen;
}

/** A tab in which screen after screen opens. */
interface Tab {
  readonly page: Page;
  /** Opens a path as a link does, from a page without its text: to load each anew took half of the time. */
  visit(path: string, text: string): Promise<void>;
}

async function newTab({ stack }: Demo, browser: Browser, account: Screen['account']): Promise<Tab> {
  const email = account === null ? null : `${account}@example.com`;
  const context = await openContext(browser, stack.baseUrl, email, {
    viewport: DESKTOP,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const requests = new Set<Request>();
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  const go = async (path: string, text: string): Promise<void> => {
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.getByText(text).first().waitFor();
  };
  await page.goto(`${stack.baseUrl}/about`);
  return {
    page,
    async visit(path, text) {
      await go('/about', '0.0.0');
      await go(path, text);
      await eventually('no open request', () => requests.size === 0);
    },
  };
}

function themeOf(page: Page): Promise<string> {
  return page.evaluate<string>('document.documentElement.dataset.theme');
}

/** Changes from dark to light or back. */
async function changeTheme(page: Page): Promise<void> {
  await useTheme(page, (await themeOf(page)) === 'dark' ? 'light' : 'dark');
  // Animations by scrolling have no end.
  await eventually('no more animations', () =>
    page.evaluate<boolean>(
      `document.getAnimations().every((a) => a.timeline !== document.timeline || a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)`,
    ),
  );
}
