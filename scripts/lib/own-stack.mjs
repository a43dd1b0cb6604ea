import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '../demo-load.mjs';
import { ADMIN } from '../demo-world.mjs';

/**
 * Starts the portal as it is built, with a database of its own, in a new folder that `stop` removes. Without
 * Redis.
 * @param {object} options
 * @param {Record<string, string>} [options.env]
 * @param {(dir: string) => Promise<{ url: string, stop(): Promise<void> }>} [options.startDatabase]
 *   an embedded PostgreSQL without durable commits by default
 */
export async function startOwnStack({ env = {}, startDatabase = startTemporaryDatabase } = {}) {
  // Imported late: callers build first.
  const { startStack } = await import('@portal/testing/stack');
  const dir = await mkdtemp(join(tmpdir(), 'portal-own-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  const postgres = await startDatabase(join(dir, 'postgres'));
  process.env.PORTAL_TEST_POSTGRES_URL = postgres.url;
  const stack = await startStack({
    redis: false,
    env: { PORTAL_DEMO: 'on', LOG_LEVEL: 'warn', ...env },
  });
  return {
    stack,
    stop: async () => {
      await stack.stop();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The same, with the demo. */
export async function startDemoStack() {
  const own = await startOwnStack();
  try {
    await loadDemo({ ...own.stack, log: console.log });
    return own;
  } catch (error) {
    await own.stop();
    throw error;
  }
}

/**
 * A page in Chromium on which the admin is signed in; `stop` closes the browser.
 * @param {string} baseUrl URL of the portal
 */
export async function openPage(baseUrl, viewport = { width: 1440, height: 1000 }) {
  const { launchChromium, signInOn } = await import('@portal/testing/chromium');
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await signInOn(page, baseUrl, ADMIN);
  return { page, stop: () => browser.close() };
}

/** @param {string} dir */
async function startTemporaryDatabase(dir) {
  const { startEmbeddedPostgres } = await import('@portal/launcher/postgres/embedded');
  return await startEmbeddedPostgres({ dir, temporary: true });
}
