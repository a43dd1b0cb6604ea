import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.js';

/** Signs in as a user does: the button, the choice of an account, and back to the dashboard. */
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

/**
 * What axe finds serious or critical on the page, and finds again: a tooltip that fades is half of
 * its colours only for as long as it does.
 */
export async function seriousViolations(page: Page): Promise<Violation[]> {
  // Evaluated, not added as a script: the page's own policy forbids foreign scripts.
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
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, impact, nodes }) => ({
          id,
          impact,
          targets: nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary),
        })),
    )`);
}

/** The number that the metric card of that name shows. */
export async function metric(page: Page, name: string): Promise<string | undefined> {
  const card = page.getByRole('region', { name, exact: true });
  return (await card.getByRole('paragraph').first().textContent())?.trim();
}
