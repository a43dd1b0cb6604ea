import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.js';

/** Signs in as a user does: the button, the selection of an account, and back to the dashboard. */
export async function signInOn(page: Page, baseUrl: string, email: string): Promise<void> {
  await page.goto(baseUrl);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText(email).first().click();
  await page.waitForURL('**/dashboard');
}

interface Violation {
  id: string;
  impact: string | null;
  targets: string[];
}

const IMPACTS = ['moderate', 'serious', 'critical'];

/**
 * Moderate, serious and critical violations that axe finds twice: a tooltip has low contrast while it fades.
 */
export async function accessibilityViolations(page: Page): Promise<Violation[]> {
  // Evaluated and not added as a script, because the content security policy forbids that.
  await page.evaluate(axe.source);
  let found = await violations(page);
  await eventually('the same findings twice', async () => {
    const before = found;
    if (before.length > 0) found = await violations(page);
    return isDeepStrictEqual(found, before);
  });
  return found;
}

function violations(page: Page): Promise<Violation[]> {
  return page.evaluate<Violation[]>(`
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
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
