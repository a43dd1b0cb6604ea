/** A network far from the server: milliseconds for a round trip, and bytes per second. */
const FAR = {
  offline: false,
  latency: 200,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

/**
 * Opens a screen with an empty cache. The session stays: it is in the storage.
 * @param page a page of Playwright in Chromium
 * @param {string} url
 */
export async function coldVisit(page, url) {
  return visit(page, url, true);
}

/** Opens a screen again. */
export async function warmVisit(page, url) {
  return visit(page, url, false);
}

async function visit(page, url, cold) {
  const network = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await network.send('Network.enable');
  if (cold) await network.send('Network.clearBrowserCache');
  await network.send('Network.emulateNetworkConditions', FAR);
  const loads = recordLoads(network);
  await page.goto(url, { waitUntil: 'commit' });
  const milliseconds = await page.waitForFunction(completeAt, undefined, { polling: 'raf' });
  const seconds = Math.round((await milliseconds.jsonValue()) / 100) / 10;
  const files = loads().filter(({ kind }) => kind !== 'Document' && kind !== 'Data');
  await network.detach();
  return {
    files: files.length,
    kilobytes: Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000),
    seconds,
    loads: loads(),
  };
}

/** What came over the network, not from the cache. */
function recordLoads(network) {
  const responses = new Map();
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.fromDiskCache || response.fromPrefetchCache || response.url.startsWith('data:')) {
      return;
    }
    const data = /\/(api|media|socket\.io)\//.test(response.url);
    responses.set(requestId, {
      kind: data ? 'Data' : type,
      url: response.url,
      status: response.status,
      at: response.timing?.requestTime,
      bytes: 0,
    });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const response = responses.get(requestId);
    if (response) Object.assign(response, { bytes: encodedDataLength, end: timestamp });
  });
  network.on('Network.requestServedFromCache', ({ requestId }) => {
    responses.delete(requestId);
  });
  return () => [...responses.values()];
}

/** In the page: the time since the navigation, once the screen is complete. */
function completeAt() {
  const main = document.querySelector('main');
  if (!main?.querySelector('h1') || !/\d/.test(main.textContent)) return false;
  if (main.querySelector('.MuiSkeleton-root')) return false;
  if (main.querySelector('[role=progressbar]:not([aria-valuenow])')) return false;
  return performance.now();
}
