// node look.mjs NAME ACCOUNT PATH…   (run in a worktree: copy to scripts/tmp-look.mjs first)
// Vite dev server of this worktree over the shared portal at http://localhost:3000; pictures in /tmp/shots.
import { createServer } from 'vite';
import { join } from 'node:path';
const { launchChromium } = await import('@portal/testing/chromium');
const [, , name, account, ...paths] = process.argv;
const EMAIL = account.includes('@') ? account : `${account}@example.com`;
const only = process.env.ONLY; // e.g. ONLY=dark-1440
const root = join(process.cwd(), 'apps/web');
const vite = await createServer({ root, configFile: join(root, 'vite.config.ts'), server: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
await vite.listen();
const origin = vite.resolvedUrls.local[0].replace(/\/$/, '');
const browser = await launchChromium();
try {
  for (const width of [1440, 390]) for (const theme of ['dark', 'light']) {
    if (only && only !== `${theme}-${width}`) continue;
    const first = await browser.newContext();
    const signIn = await first.newPage();
    await signIn.goto('http://localhost:3000');
    await signIn.getByRole('button', { name: 'Sign in with Google' }).click();
    await signIn.getByText(EMAIL).first().click();
    await signIn.waitForURL('**/dashboard');
    const stored = await signIn.evaluate(() => ({ ...localStorage }));
    await first.close();
    const context = await browser.newContext({ viewport: { width, height: 1000 } });
    await context.addInitScript(([items, look]) => {
      if (!localStorage.getItem('looked')) {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
        localStorage.setItem('looked', '1');
      }
      localStorage.setItem('vuetify-theme', look);
    }, [stored, theme]);
    const page = await context.newPage();
    page.on('pageerror', (e) => console.log('pageerror', e.message));
    page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
    for (const [i, path] of paths.entries()) {
      await page.goto(origin + path);
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.waitForTimeout(2500);
      const file = `/tmp/shots/${name}-${i}-${theme}-${width}.png`;
      await page.screenshot({ path: file, fullPage: process.env.FULL !== 'no' });
      console.log(file);
    }
    await context.close();
  }
} finally { await browser.close(); await vite.close(); }
process.exit(0);
