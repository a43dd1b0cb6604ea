/** Takes the README's screenshots from the built portal with the demo. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { loadDemo } from './demo-load.mjs';
import { DEMO_ACCOUNTS, PROJECTS } from './demo-world.mjs';
import { buildStale } from './lib/build.mjs';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const WIDTH = 1440;

await buildStale(['portal', 'web', 'tests']);
const { startEmbeddedPostgres } = await import('@portal/platform/postgres/embedded');
const { launchChromium } = await import('@portal/testing/chromium');
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
  await dashboard('dark');
  await dashboard('light');
  await statistics('delivery-stats', 'Model-wise Breakdown', 1180);
  await statistics('custom-stats', 'Most productive users', 1180);
  await importUnderWay();
} finally {
  await browser.close();
  await stack.stop();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function signedIn(email, height) {
  const context = await browser.newContext({ viewport: { width: WIDTH, height } });
  const page = await context.newPage();
  await page.goto(stack.baseUrl);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText(email).first().click();
  await page.waitForURL('**/dashboard');
  return page;
}

async function dashboard(theme) {
  const page = await signedIn(DEMO_ACCOUNTS.lead, 1420);
  if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.goto(`${stack.baseUrl}/projects/1/dashboard`);
  await page.getByText('Project Batches').waitFor();
  await settled(page);
  await picture(page, `dashboard-${theme}`);
  await page.context().close();
}

/** A page of statistics, once it shows the text. */
async function statistics(name, text, height) {
  const page = await signedIn(DEMO_ACCOUNTS.admin, height);
  await page.goto(`${stack.baseUrl}/${name}`);
  await page.getByText(text).first().waitFor();
  await settled(page);
  await picture(page, `${name}-dark`);
  await page.context().close();
}

async function importUnderWay() {
  const file = join(dir, 'tasks.json');
  const plan = { tasks: 300_000, turingProjectId: PROJECTS[0].turingId, firstTaskId: 20_000_001 };
  await pipeline(
    taskFileStream({ ...plan, firstBatchId: 9001, batches: 8 }),
    createWriteStream(file),
  );
  const page = await signedIn(DEMO_ACCOUNTS.admin, 680);
  await page.goto(`${stack.baseUrl}/admin/tasks`);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import without preview' }).click();
  await page.getByText('Reading and storing rows').waitFor({ timeout: 60_000 });
  await page.getByText(/^[4-7]\d%$/).waitFor({ timeout: 60_000 });
  await picture(page, 'import-dark');
  await page.context().close();
}

/** Waits until the animations of numbers and charts have ended. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
}

async function picture(page, name) {
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
}
