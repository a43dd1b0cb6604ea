import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Signs in as a person does: the button, the choice of an account, and back to the dashboard. */
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

/** What axe finds serious or critical on the page as it is. */
export async function seriousViolations(page: Page): Promise<Violation[]> {
  // Evaluated, not added as a script: the page's own policy forbids foreign scripts.
  await page.evaluate(axe.source);
  const found = await page.evaluate<Violation[]>(`
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, impact, nodes }) => ({
          id,
          impact,
          targets: nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary),
        })),
    )`);
  return found;
}

/** The number that the metric card of that name shows. */
export async function metric(page: Page, name: string): Promise<string | undefined> {
  const card = page.getByRole('region', { name, exact: true });
  return (await card.getByRole('paragraph').first().textContent())?.trim();
}
