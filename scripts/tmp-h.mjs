import { launchChromium } from '@portal/testing/chromium';
const b = await launchChromium();
const p = await b.newPage({ viewport: { width: 1350, height: 940 } });
await p.goto('http://localhost:3000'); await p.getByRole('button', { name: 'Sign in with Google' }).click(); await p.getByText('admin@example.com').first().click(); await p.waitForURL('**/dashboard');
await p.addInitScript(() => { window.__s = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.__s.push([e.value, e.startTime, ...e.sources.map((s) => `${s.node?.nodeName}.${s.node?.className?.slice?.(0,40)} ${s.node?.textContent?.slice(0,30)} ${s.previousRect.y}->${s.currentRect.y} h${s.previousRect.height}->${s.currentRect.height}`)]); }).observe({ type: 'layout-shift', buffered: true }); });
await p.goto('http://localhost:3000/custom-stats'); await p.waitForLoadState('networkidle'); await p.waitForTimeout(2000);
console.log(JSON.stringify(await p.evaluate(() => window.__s), null, 1));
console.log(await p.evaluate(() => [...document.querySelectorAll('main section')].map((s) => [s.querySelector('h2,h3')?.textContent, s.getBoundingClientRect().height, s.getBoundingClientRect().width])));
await b.close();
