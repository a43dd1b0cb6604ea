/**
 * Measures how soon screens of the built portal are complete far from the server, and writes the result
 * into docs/benchmarks.md; `--quick` measures each screen once and only prints.
 */
import { bench } from './lib/bench.mjs';
import { yesOrNo } from './lib/figures.mjs';
import { openPage, startDemoStack } from './lib/own-stack.mjs';

/** The figures of version 0.1.0, before the files of the client were put together: files, kB and seconds. */
const SCREENS = [
  { name: 'Dashboard', path: '/dashboard', before: [156, 555, 7.1] },
  { name: 'Project Dashboard', path: '/projects/1/dashboard', before: [148, 529, 7.6] },
  { name: 'Lead Dashboard', path: '/pods/Kestrel/lead-dashboard', before: [157, 551, 8.9] },
  { name: 'Analytics', path: '/analytics-home', before: ['', '', 7.3] },
  { name: 'Custom Statistics', path: '/custom-stats', before: ['', '', 7.7] },
];
const TARGET = { files: 25, kilobytes: 380, seconds: 3 };
/** A network far from the server: milliseconds for a round trip, and bytes per second. */
const FAR = {
  offline: false,
  latency: 200,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

await bench({
  section: 'Far from the server',
  sizes: { full: { runs: 3 }, quick: { runs: 1 } },
  async measure(run, { runs }) {
    const { stack } = await run.use(startDemoStack());
    const { page } = await run.use(openPage(stack.baseUrl, { width: 1280, height: 720 }));
    const rows = [];
    for (const { name, path, before } of SCREENS) {
      run.step(name);
      const url = stack.baseUrl + path;
      const visits = [];
      while (visits.length < runs) visits.push(await visit(page, url, { isCold: true }));
      visits.sort((a, b) => a.seconds - b.seconds);
      const { files = NaN, kilobytes = NaN, seconds = NaN } = visits[runs >> 1] ?? {};
      const warm = await visit(page, url, { isCold: false });
      rows.push([
        ...[name, ...before, files, kilobytes, seconds, warm.files, warm.seconds],
        yesOrNo(
          files <= TARGET.files && kilobytes <= TARGET.kilobytes && seconds <= TARGET.seconds,
        ),
      ]);
    }
    const head = [
      ...['screen', 'files before', 'kB before', 'seconds before', 'files', 'kB', 'seconds'],
      ...['files of a warm visit', 'seconds of it'],
      `at most ${TARGET.files} files, ${TARGET.kilobytes} kB, ${TARGET.seconds} s`,
    ];
    return [{ head, rows }];
  },
});

/**
 * Opens a screen and waits until it is complete. The session stays: it is in the storage.
 * @param {import('playwright-core').Page} page in Chromium
 * @param {string} url
 * @param {{ isCold: boolean }} cache which is emptied before a cold visit
 */
async function visit(page, url, { isCold }) {
  const network = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await network.send('Network.enable');
  if (isCold) await network.send('Network.clearBrowserCache');
  await network.send('Network.emulateNetworkConditions', FAR);
  const loads = recordLoads(network);
  await page.goto(url, { waitUntil: 'commit' });
  const milliseconds = await page.waitForFunction(completeAt, undefined, { polling: 'raf' });
  const seconds = Math.round(Number(await milliseconds.jsonValue()) / 100) / 10;
  await network.detach();
  const bytes = [...loads.values()].reduce((sum, each) => sum + each, 0);
  return { files: loads.size, kilobytes: Math.round(bytes / 1000), seconds };
}

/**
 * The bytes of each file of the client that comes over the network, not from the cache.
 * @param {import('playwright-core').CDPSession} network
 */
function recordLoads(network) {
  /** @type {Map<string, number>} */
  const loads = new Map();
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { url, fromDiskCache, fromPrefetchCache } = response;
    if (fromDiskCache || fromPrefetchCache || url.startsWith('data:')) return;
    if (type !== 'Document' && !/\/(api|media|socket\.io)\//.test(url)) loads.set(requestId, 0);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (loads.has(requestId)) loads.set(requestId, encodedDataLength);
  });
  network.on('Network.requestServedFromCache', ({ requestId }) => loads.delete(requestId));
  return loads;
}

/** In the page: the time since the navigation, once the screen is complete. */
function completeAt() {
  const main = document.querySelector('main');
  if (!main?.querySelector('h1') || !/\d/.test(main.textContent)) return false;
  if (main.querySelector('.MuiSkeleton-root')) return false;
  if (main.querySelector('[role=progressbar]:not([aria-valuenow])')) return false;
  return performance.now();
}
