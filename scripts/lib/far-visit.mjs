/** A network far from the server: milliseconds for a round trip, and bytes per second. */
const FAR = {
  offline: false,
  latency: 200,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

/**
 * Opens a screen and waits until it is complete. The session stays: it is in the storage.
 * @param {import('playwright-core').Page} page in Chromium
 * @param {string} url
 * @param {{ cold: boolean }} cache `cold` empties it first
 */
export async function farVisit(page, url, { cold }) {
  const network = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await network.send('Network.enable');
  if (cold) await network.send('Network.clearBrowserCache');
  await network.send('Network.emulateNetworkConditions', FAR);
  const loads = recordLoads(network);
  await page.goto(url, { waitUntil: 'commit' });
  const milliseconds = await page.waitForFunction(completeAt, undefined, { polling: 'raf' });
  const seconds = Math.round(Number(await milliseconds.jsonValue()) / 100) / 10;
  const files = [...loads.values()].filter(({ isFile }) => isFile);
  await network.detach();
  return {
    files: files.length,
    kilobytes: Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
    seconds,
  };
}

/**
 * What comes over the network, not from the cache; files are those of the client.
 * @param {import('playwright-core').CDPSession} network
 */
function recordLoads(network) {
  /** @type {Map<string, { isFile: boolean, bytes: number }>} */
  const loads = new Map();
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    const { url, fromDiskCache, fromPrefetchCache } = response;
    if (fromDiskCache || fromPrefetchCache || url.startsWith('data:')) return;
    const isFile = type !== 'Document' && !/\/(api|media|socket\.io)\//.test(url);
    loads.set(requestId, { isFile, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) load.bytes = encodedDataLength;
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
