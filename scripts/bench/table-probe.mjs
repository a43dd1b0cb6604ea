/**
 * Notes when the rows of the table on the page change, or are those of another response. It runs in the page, so it must
 * not use anything of this module.
 */
export function tableProbe() {
  const ROWS = 'table[aria-rowcount] > tbody';
  /** The rows count as final after this time without a change. */
  const QUIET_MS = 150;
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
    if (document.querySelector('[aria-busy="true"]') || (!isLoaded && text() === shown)) return;
    shown = text();
    shownSince = Infinity;
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
  function text() {
    return document.querySelector(ROWS)?.textContent ?? '';
  }
  /** The first cell of each row that has a number: the ids of the tasks. */
  function ids() {
    const rows = [...document.querySelectorAll(`${ROWS} > tr`)];
    return rows
      .map((row) => [...row.children].find(({ textContent }) => textContent !== '')?.textContent)
      .join();
  }
  return {
    /**
     * Milliseconds from the user's last action to the frame with the last change of these rows.
     * @param {string} expected ids
     */
    async drawn(expected) {
      const giveUpAt = performance.now() + GIVE_UP_MS;
      while (
        ids() !== expected ||
        shownSince < actedAt ||
        performance.now() < shownSince + QUIET_MS
      ) {
        if (performance.now() > giveUpAt)
          throw new Error(`The table shows ${ids()}, not ${expected}`);
        await new Promise(requestAnimationFrame);
      }
      return shownSince - actedAt;
    },
  };
}
