/**
 * Takes the pictures of docs/images again, from the built portal with the demo. To look at others,
 * `npm run screenshots -- NAME…` takes the screens with these names, and `-- all` every screen, in both
 * themes, 1440 and 390 px wide; those are in .portal/screenshots.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PROJECTS } from './demo-world.mjs';
import { buildStale } from './lib/build.mjs';
import { startDemoStack } from './lib/own-stack.mjs';
import { inRoot } from './lib/root.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').ViewportSize} Viewport
 * @typedef {import('@portal/testing/screens').Screen} Screen
 * @typedef {'dark' | 'light'} Theme
 */

const IMAGES = inRoot('docs/images');
const WIDE = { width: 1440, height: 1000 };
const NARROW = { width: 390, height: 844 };
/** Of WebP: text stays sharp, and a picture is a third of a PNG. */
const QUALITY = 82;
/** Pictures are cut here. */
const MAX_HEIGHT = 2400;
const IMPORT = 'import-dark';
/** @type {Theme[]} */
const THEMES = ['dark', 'light'];
const chosen = process.argv.slice(2);
/** Where the pictures go. */
const folder = chosen.length === 0 ? IMAGES : inRoot('.portal/screenshots');
/** The names of the pictures of docs/images. */
const kept = (await readdir(IMAGES)).map((file) => file.replace(/\.webp$/, ''));

await buildStale(['portal', 'web', 'tests']);
// Imported after the build, which creates these modules.
const { launchChromium, signInOn, useTheme } = await import('@portal/testing/chromium');
const { connectTo } = await import('@portal/testing/query-client');
const { pathOf, SCREENS } = await import('@portal/testing/screens');
const { taskFileStream } = await import('@portal/testing/task-file');
await mkdir(folder, { recursive: true });
const { stack, stop } = await startDemoStack();
const browser = await launchChromium();
const database = await connectTo(stack.databaseUrl);
/** @type {Map<string, Page>} */
const pages = new Map();
try {
  for (const screen of SCREENS) {
    for (const viewport of [WIDE, NARROW]) await pictures(screen, viewport);
  }
  if (isWanted('import', IMPORT)) await importUnderWay();
} finally {
  await database.close();
  await browser.close();
  await stop();
}

/**
 * One screen in the wanted themes.
 * @param {Screen} screen
 * @param {Viewport} viewport
 */
async function pictures(screen, viewport) {
  const { name, shows, account } = screen;
  /** @param {Theme} theme */
  const nameOf = (theme) => `${name}-${theme}${viewport === NARROW ? '-narrow' : ''}`;
  const themes = THEMES.filter((theme) => isWanted(name, nameOf(theme)));
  if (themes.length === 0) return;
  const page = await pageOf(account, viewport);
  await page.goto(stack.baseUrl + (await pathOf(screen, idBy)));
  await page.getByText(shows).first().waitFor();
  await settled(page);
  for (const theme of themes) {
    await useTheme(page, theme);
    await picture(page, nameOf(theme));
  }
}

/** @param {string} screen @param {string} picture */
function isWanted(screen, picture) {
  if (chosen.length === 0) return kept.includes(picture);
  return chosen.includes('all') || chosen.includes(screen);
}

/**
 * The page of the account, signed in.
 * @param {Screen['account']} account
 * @param {Viewport} viewport
 */
async function pageOf(account, viewport) {
  const key = `${account} ${viewport.width}`;
  const page = pages.get(key) ?? (await (await browser.newContext({ viewport })).newPage());
  if (account && !pages.has(key)) await signInOn(page, stack.baseUrl, `${account}@example.com`);
  pages.set(key, page);
  return page;
}

async function importUnderWay() {
  const file = join(stack.dataDir, 'tasks.json');
  const plan = { tasks: 300_000, turingProjectId: PROJECTS[0].turingId, firstTaskId: 20_000_001 };
  await pipeline(
    taskFileStream({ ...plan, firstBatchId: 9001, batches: 8 }),
    createWriteStream(file),
  );
  const page = await pageOf('admin', WIDE);
  await page.goto(`${stack.baseUrl}/admin/tasks`);
  await settled(page);
  await useTheme(page, 'dark');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import without preview' }).click();
  await page.getByText('Reading and storing rows').first().waitFor({ timeout: 60_000 });
  await page
    .getByText(/^[4-7]\d%$/)
    .first()
    .waitFor({ timeout: 60_000 });
  await picture(page, IMPORT);
}

/**
 * Waits for parts that load later, and until the animations of numbers and charts have ended.
 * @param {Page} page
 */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
}

/**
 * The whole page as WebP; Playwright itself writes only PNG and JPEG.
 * @param {Page} page
 * @param {string} name
 */
async function picture(page, name) {
  const { width, height } = page.viewportSize() ?? WIDE;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
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
  const file = join(folder, `${name}.webp`);
  await writeFile(file, Buffer.from(data, 'base64'));
  console.log(file);
}

/** @param {string} sql */
async function idBy(sql) {
  /** @type {readonly { id: string }[]} */
  const [row] = await database.query(sql);
  if (row === undefined) throw new Error(`The demo has no row for ${sql}`);
  return row.id;
}
