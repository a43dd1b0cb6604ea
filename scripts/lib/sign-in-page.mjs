/**
 * Signs in on a page of the portal and waits for the first screen.
 * @param {import('playwright-core').Page} page
 * @param {string} baseUrl URL of the portal
 * @param {string} email one of the demo accounts
 */
export async function signInOn(page, baseUrl, email) {
  await page.goto(baseUrl);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByText(email).first().click();
  await page.waitForURL('**/dashboard');
}
