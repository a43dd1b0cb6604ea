import { launchChromium } from '@portal/testing/chromium';
import { readFileSync } from 'node:fs';
const b = await launchChromium();
const p = await b.newPage({ viewport: { width: 1440, height: 1000 } });
for (const f of process.argv.slice(2)) {
  await p.setContent(`<body style="margin:0"><img src="data:image/webp;base64,${readFileSync(f).toString('base64')}">`);
  await p.waitForTimeout(300);
  await p.locator('img').screenshot({ path: f.replace(/.*\//, '/tmp/shots/').replace('.webp', '.png') });
}
await b.close();
