/**
 * Notes when the table on the page shows other rows, or the rows of another response. It runs in the page, so it must
 * not use anything of this module.
 */
export function tableProbe() {
  const GIVE_UP_MS = 15_000;
  let actedAt = 0;
  let shown = '';
  let shownSince = 0;
  // The last event counts: a text is entered with several.
  for (const type of ['click', 'input']) {
    addEventListener(type, ({ timeStamp }) => (actedAt = timeStamp), { capture: true });
  }
  new MutationObserver((records) => {
    const isLoaded = records.some(({ attributeName }) => attributeName === 'aria-busy');
    if (document.querySelector('[aria-busy="true"]') || (!isLoaded && ids() === shown)) return;
    shown = ids();
    shownSince = 0;
    requestAnimationFrame(() => {
      // A message is handled after the frame; a timer would wait at least 1 ms.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (shownSince = performance.now()));
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document.body, {
    ...{ subtree: true, childList: true, characterData: true },
    attributeFilter: ['aria-busy'],
  });
  /** The first cell of each row that has a number: the ids of the tasks. */
  function ids() {
    const rows = [...document.querySelectorAll('table[aria-rowcount] > tbody > tr')];
    return rows
      .map((row) => [...row.children].find(({ textContent }) => textContent !== '')?.textContent)
      .join();
  }
  return {
    /**
     * Milliseconds from the user's last action to the frame that shows these rows.
     * @param {string} expected ids
     */
    async drawn(expected) {
      const giveUpAt = performance.now() + GIVE_UP_MS;
      while (shown !== expected || shownSince < actedAt) {
        if (performance.now() > giveUpAt)
          throw new Error(`The table shows ${ids()}, not ${expected}`);
        await new Promise(requestAnimationFrame);
      }
      return shownSince - actedAt;
    },
  };
}
