/**
 * Measures one open board by the debugging protocol of Chromium.
 * @param {import('playwright-core').Page} page
 */
export async function probeOf(page) {
  const session = await page.context().newCDPSession(page);
  let states = 0;
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (/^42\["[a-z-]+",\{/.test(response.payloadData)) states++;
  });
  await session.send('Network.enable');
  await session.send('Performance.enable');
  return {
    /** The states that have arrived on the socket of the page. */
    states: () => states,
    /** What the page holds after garbage collection: bytes of the heap, DOM nodes and listeners. */
    async memory() {
      // What a finalizer releases is collected by the second run.
      for (let run = 0; run < 2; run++) await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const valueOf = (/** @type {string} */ wanted) =>
        metrics.find(({ name }) => name === wanted)?.value ?? NaN;
      return {
        heap: valueOf('JSHeapUsedSize'),
        nodes: valueOf('Nodes'),
        listeners: valueOf('JSEventListeners'),
      };
    },
    /**
     * The durations of all frames and of all long tasks in this time, in milliseconds.
     * @param {number} milliseconds
     */
    frames: (milliseconds) => page.evaluate(watchFrames, milliseconds),
  };
}

/**
 * Runs in the page.
 * @param {number} limit
 * @returns {Promise<{ frames: number[], longTasks: number[] }>}
 */
function watchFrames(limit) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const frames = [];
    /** @type {number[]} */
    const longTasks = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
    });
    observer.observe({ type: 'longtask' });
    let last = performance.now();
    const end = last + limit;
    requestAnimationFrame(function frame(now) {
      frames.push(now - last);
      last = now;
      if (now < end) {
        requestAnimationFrame(frame);
      } else {
        observer.disconnect();
        resolve({ frames, longTasks });
      }
    });
  });
}
