import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import { launchChromium } from '@portal/testing/chromium';
import { signIn } from '@portal/testing/sign-in';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { eventually } from './eventually.js';

/** Pages are open for seconds: to optimise their code took a tenth of what they took in all. */
export function launchBrowser(): Promise<Browser> {
  return launchChromium(['--js-flags=--no-turbofan', '--num-raster-threads=1']);
}

/** A context with the session of a user; null: nobody is signed in. */
export async function openContext(
  browser: Browser,
  baseUrl: string,
  email: string | null,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  if (email === null) return browser.newContext(options);
  const session = JSON.stringify(await signIn(baseUrl, email));
  const origins = [{ origin: baseUrl, localStorage: [{ name: 'portal.session', value: session }] }];
  return browser.newContext({ ...options, storageState: { cookies: [], origins } });
}

interface Violation {
  id: string;
  impact: string | null;
  targets: string[];
}

const IMPACTS = ['moderate', 'serious', 'critical'];

type Rules = 'all' | 'colours' | 'all but colours';

/** The rules of axe that look at colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const OPTIONS: Readonly<Record<Rules, axe.RunOptions>> = {
  all: {},
  colours: { runOnly: { type: 'rule', values: COLOURS } },
  'all but colours': { rules: Object.fromEntries(COLOURS.map((id) => [id, { enabled: false }])) },
};

/**
 * Moderate, serious and critical violations that axe finds twice: a tooltip has low contrast while it fades.
 */
export async function accessibilityViolations(
  page: Page,
  rules: Rules = 'all',
): Promise<Violation[]> {
  // Evaluated and not added as a script, because the content security policy forbids that.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(axe.source);
  let found = await violations(page, rules);
  await eventually('the same findings twice', async () => {
    const before = found;
    if (before.length > 0) found = await violations(page, rules);
    return isDeepStrictEqual(found, before);
  });
  return found;
}

function violations(page: Page, rules: Rules): Promise<Violation[]> {
  const options: axe.RunOptions = { resultTypes: ['violations'], ...OPTIONS[rules] };
  return page.evaluate<Violation[]>(`
    axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations
        .filter(({ impact }) => ${JSON.stringify(IMPACTS)}.includes(impact))
        .map(({ id, impact, nodes }) => ({
          id,
          impact,
          targets: nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary),
        })),
    )`);
}

/** The number on the metric card with this name. */
export async function metric(page: Page, name: string): Promise<string | undefined> {
  const card = page.getByRole('region', { name, exact: true });
  return (await card.getByRole('paragraph').first().textContent())?.trim();
}
