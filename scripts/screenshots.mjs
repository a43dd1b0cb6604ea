/**
 * Takes pictures of every screen from the built portal with the demo, in both themes, 1440 and 390 px
 * wide, and of a running import. `npm run screenshots -- NAME…` takes only the screens with these names.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { loadDemo } from './demo-load.mjs';
import { DEMO_ACCOUNTS, PROJECTS } from './demo-world.mjs';
import { buildStale } from './lib/build.mjs';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const WIDE = { width: 1440, height: 1000 };
const NARROW = { width: 390, height: 844 };
/** Of WebP: text stays sharp, and a picture is a third of a PNG. */
const QUALITY = 82;
/** Pictures are cut here. */
const MAX_HEIGHT = 2400;
const chosen = process.argv.slice(2);

await buildStale(['portal', 'web', 'tests']);
const { startEmbeddedPostgres } = await import('@portal/platform/postgres/embedded');
const { launchChromium } = await import('@portal/testing/chromium');
const { pathOf, SCREENS } = await import('@portal/testing/screens');
const { startStack } = await import('@portal/testing/stack');
const { taskFileStream } = await import('@portal/testing/task-file');

const dir = await mkdtemp(join(tmpdir(), 'portal-screenshots-'));
// The database can run as another user than this process.
await chmod(dir, 0o755);
await mkdir(IMAGES, { recursive: true });
const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), temporary: true });
process.env.PORTAL_TEST_POSTGRES_URL = postgres.url;
const stack = await startStack({ redis: false, env: { PORTAL_DEMO: 'on' } });
const browser = await launchChromium();
try {
  await loadDemo({ ...stack, log: console.log });
  const screens = SCREENS.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
  for (const account of new Set(screens.map((screen) => screen.account))) {
    for (const viewport of [WIDE, NARROW]) {
      const page = await pageOf(account, viewport);
      for (const screen of screens.filter((one) => one.account === account)) {
        await pictures(page, screen, viewport);
      }
      await page.context().close();
    }
  }
  if (chosen.length === 0 || chosen.includes('import')) await importUnderWay();
} finally {
  await browser.close();
  await stack.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function pageOf(account, viewport) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  if (account === null) return page;
  await page.goto(stack.baseUrl);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText(DEMO_ACCOUNTS[account]).first().click();
  await page.waitForURL('**/dashboard');
  return page;
}

/** One screen in both themes. */
async function pictures(page, screen, viewport) {
  const { name, shows, account } = screen;
  await page.goto(stack.baseUrl + (await pathOf(screen, idBy)));
  await page.getByText(shows).first().waitFor();
  await settled(page);
  for (const theme of ['dark', 'light']) {
    await useTheme(page, theme, account !== null);
    await picture(page, `${name}-${theme}${viewport === NARROW ? '-narrow' : ''}`);
  }
}

/** Wall mode has no button for the theme, so the button of another page is pressed. */
async function useTheme(page, theme, isSignedIn) {
  const toggle = page.getByRole('button', { name: /^Switch to (dark|light) theme$/ });
  const url = page.url();
  const isWall = !(await toggle.isVisible());
  if (isWall) {
    await page.goto(`${stack.baseUrl}/about`);
    await settled(page);
  }
  if ((await toggle.getAttribute('aria-label')) === `Switch to ${theme} theme`) {
    // The next page takes the theme of the profile.
    const isSave = (response) => response.request().method() === 'PUT';
    await Promise.all([isSignedIn && page.waitForResponse(isSave), toggle.click()]);
    await page.mouse.move(0, 0);
  }
  if (!isWall) return;
  await page.goto(url);
  await settled(page);
}

async function importUnderWay() {
  const file = join(dir, 'tasks.json');
  const plan = { tasks: 300_000, turingProjectId: PROJECTS[0].turingId, firstTaskId: 20_000_001 };
  await pipeline(
    taskFileStream({ ...plan, firstBatchId: 9001, batches: 8 }),
    createWriteStream(file),
  );
  const page = await pageOf('admin', WIDE);
  await page.goto(`${stack.baseUrl}/admin/tasks`);
  await settled(page);
  await useTheme(page, 'dark', true);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import without preview' }).click();
  await page.getByText('Reading and storing rows').waitFor({ timeout: 60_000 });
  await page.getByText(/^[4-7]\d%$/).waitFor({ timeout: 60_000 });
  await picture(page, 'import-dark');
  await page.context().close();
}

/** Waits for parts that load later, and until the animations of numbers and charts have ended. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
}

/** The whole page as WebP; Playwright itself writes only PNG and JPEG. */
async function picture(page, name) {
  const { width, height } = page.viewportSize();
  const whole = await page.evaluate('document.documentElement.scrollHeight');
  // Parts outside of the viewport are not drawn, so it becomes as high as the page.
  await page.setViewportSize({ width, height: Math.min(Math.max(whole, height), MAX_HEIGHT) });
  await page.waitForTimeout(700);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  await session.detach();
  await page.setViewportSize({ width, height });
  await writeFile(join(IMAGES, `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`docs/images/${name}.webp`);
}

async function idBy(sql) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return String(rows[0].id);
  } finally {
    await client.end();
  }
}
