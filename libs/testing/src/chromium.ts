import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';

/** A Chromium on this machine, with its environment. */
export interface ChromiumProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  /** Origin of the program, for the log of a test run. */
  readonly origin: string;
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The limit of each step: only a page that hangs takes as long. */
const PATIENCE_MS = 120_000;

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/** For tests: no sandbox (root), no network traffic besides the portal. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
];

/**
 * Starts a headless Chromium; the caller closes it.
 * @param more arguments of the program
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const [{ chromium }, program] = await Promise.all([import('playwright-core'), findChromium()]);
  const browser = await chromium.launch({
    executablePath: program.executablePath,
    args: [...ARGUMENTS, ...more],
    env: { ...process.env, ...program.env },
    timeout: PATIENCE_MS,
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/** Signs in as a user does: the button, the selection of an account, and back to the dashboard. */
export async function signInOn(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText(email).first().click();
  await page.waitForURL('**/dashboard');
}

/** Changes the theme as a choice in another tab does: wall mode has no button for it. */
export async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(`
    localStorage.setItem('vuetify-theme', '${theme}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'vuetify-theme' }));`);
  await page.waitForFunction(`document.documentElement.dataset.theme === '${theme}'`);
}

/**
 * The Chromium for tests: PORTAL_CHROMIUM, an installed one, or the one in a development
 * dependency. `PORTAL_CHROMIUM=bundled` selects the last one.
 */
async function findChromium(): Promise<ChromiumProgram> {
  const asked = process.env['PORTAL_CHROMIUM'];
  if (asked !== undefined && asked !== 'bundled') {
    return { executablePath: asked, env: {}, origin: 'PORTAL_CHROMIUM' };
  }
  const installed = asked === undefined ? INSTALLED.find((path) => existsSync(path)) : undefined;
  return installed === undefined
    ? unpackBundled()
    : { executablePath: installed, env: {}, origin: installed };
}

/**
 * Unpacks the Chromium of @sparticuz/chromium with the libraries that a plain machine lacks, once
 * per version. The package unpacks into the temporary directory and detects such a machine by the
 * variables of its usual host, so it runs in its own process.
 */
async function unpackBundled(): Promise<ChromiumProgram> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest: unknown = JSON.parse(
    await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8'),
  );
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : 'unknown';
  const home = join(CACHE, `chromium-${version}`);
  if (!existsSync(home)) await unpackTo(home);
  return {
    executablePath: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
    },
    origin: `@sparticuz/chromium ${version}`,
  };
}

async function unpackTo(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(`${home}-`);
  try {
    await promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();",
      ],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
      },
    );
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontConfiguration(join(home, 'fonts')));
    await rename(draft, home);
  } catch (error) {
    // Another test process was first.
    if (!existsSync(home)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * The package's own configuration names directories of its usual host; without a font, text has no
 * size.
 */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
</fontconfig>
`;
}
